// The words of rules 2 and 3 of machines/README: a new word is entered here, under its kind.

const VERBS = words(`
  abandon accept act add adopt annotate apply arrange ask attach back browse call cancel change check choose clear
  close collapse confirm copy create delete describe deselect dismiss download edit end enter escape expand export
  extend fill filter find finish focus follow forget go hide highlight hold identify import join jump keep leave
  listen load look lose lower mark match move mute note notify open paste patch pause pick play populate prefetch press
  proceed purge put raise read record redo refresh release reload remove rename reopen replace request reset resize
  restart restore resume retry revert review run save scan scrub search seek select send set settle share show shut sign sort start step
  stop submit suspend take toggle touch turn type undo unhide write zoom
`);
/** Past tenses without 'ed', and new states. */
const FACTS = words(
  'begun chosen drawn due forbidden found heard held hidden kept known left lost reset sent shown shut taken withdrawn',
);
const ADJECTIVES = words(`
  absent active again empty fresh idle incomplete insecure last live missing offline online open present quiet
  reachable ready silent stale unavailable unbuilt unreachable visible
`);
/** Regions of parallel states, and what fills a place: a form, a page, an engine. */
const NOUNS = words(`
  account bars cast chooser content continueItem delivery details dialog door draft engine file filterData first
  firstUser footnote form groups hls html5 list log login menu network noLibrary none notice offer order output pace page
  panel picture places position question removal results scrubber server session sheet sound standby table transport undo
  unknown values visibility window work
`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

const partsOf = (name: string): string[] => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
const isFact = (word: string) => word.endsWith('ed') || FACTS.has(word);
const isGerund = (word: string) => word.endsWith('ing');

/** `router.go`, `route.changed`, `server.item.updated`; XState's own names are excepted. */
export function isEventName(name: string): boolean {
  if (name.startsWith('xstate.')) return true;
  const parts = name.replace(/\.\*$/, '.changed').split('.');
  if (parts[0] === 'server' && parts.length === 3) return partsOf(parts[2] ?? '').some(isFact);
  const [first = '', ...rest] = partsOf(parts[1] ?? '');
  return parts.length === 2 && (VERBS.has(first) || [first, ...rest].some(isFact));
}

/** `loading`, `ready`, `askingForScan`. */
export function isStateName(name: string): boolean {
  return NOUNS.has(name) || partsOf(name).some((word) => isGerund(word) || isFact(word) || ADJECTIVES.has(word));
}
