import type { Footnote } from './engine.ts';
import { decoded } from './epub-names.ts';
import { spotOf } from './spot.ts';

/** Longest text of a link to a note, and of a note, in characters. */
const LONGEST_LINK = 30;
const LONGEST_NOTE = 3000;
const BLOCKS = 'aside, li, dd, dt, p, td, blockquote, div, section';
const LABEL = /^[\s[({]*(?:\d{1,4}|[*†‡§¶]{1,4}|[a-z]{1,4})[\s\])}.:]*$/i;

const kindOf = (element: Element) => `${element.getAttribute('epub:type') ?? ''} ${element.getAttribute('role') ?? ''}`;
const isReference = (link: Element) => /\b(?:doc-)?noteref\b/.test(kindOf(link));
const isNote = (element: Element) => /\b(?:doc-)?(?:foot|end|rear)note\b/.test(kindOf(element));
const isBacklink = (link: Element) => /\b(?:doc-backlink|backlink|referrer)\b/.test(kindOf(link));

/**
 * The note that a pressed link leads to: the book says that it is one, or it is short and leads back; null for a link
 * to another place. `find` loads its element.
 */
export async function footnoteOf(
  surface: HTMLElement,
  link: Element,
  target: string,
  find: () => Promise<Element | null>,
): Promise<Footnote | null> {
  if (!mayLeadToFootnote(link)) return null;
  const range = link.ownerDocument.createRange();
  range.selectNodeContents(link);
  const spot = spotOf(surface, [range]);
  const found = await find().catch(() => null);
  const html = found && footnoteAt(found, link);
  return html === null ? null : { ...spot, target, html };
}

/** Short, and itself in no note. */
export const mayLeadToFootnote = (link: Element): boolean =>
  link.textContent.trim().length <= LONGEST_LINK && !isBacklink(link) && !ancestorsOf(link).some(isNote);

/** The html of the note at an element, without its links; null: it is none. */
export function footnoteAt(found: Element, link: Element): string | null {
  const said = ancestorsOf(found).find(isNote);
  const block = said ?? blockOf(found);
  if (!block || block.textContent.length > LONGEST_NOTE) return null;
  const back = [...block.querySelectorAll('a[href]')].filter((one) => isBacklink(one) || leadsTo(one, link));
  const isShort = !block.querySelector('h1, h2, h3, h4, h5, h6') && !found.closest('h1, h2, h3, h4, h5, h6');
  const looksLikeOne = isShort && (back.length > 0 || (isRaised(link) && beginsWith(block, link)));
  if (!said && !looksLikeOne && !(isShort && isReference(link))) return null;
  const note = block.cloneNode(true) as Element;
  for (const one of note.querySelectorAll('script, style')) one.remove();
  for (const one of note.querySelectorAll('a')) {
    const isOnlyBack = isBacklink(one) || /^[↩↑⤴^]/.test(one.textContent.trim());
    if (isOnlyBack) one.remove();
    else one.removeAttribute('href');
  }
  return note.textContent.trim() === '' ? null : note.innerHTML;
}

function blockOf(found: Element): Element | null {
  const block = found.closest(BLOCKS);
  if (block?.localName === 'dt') return block.nextElementSibling;
  const isAlone = block !== null && (block.textContent.trim() === '' || LABEL.test(block.textContent));
  return isAlone ? block.nextElementSibling : block;
}

function ancestorsOf(element: Element): readonly Element[] {
  const all: Element[] = [];
  for (let one: Element | null = element; one; one = one.parentElement) all.push(one);
  return all;
}

/** A link to this one, or to its paragraph. */
function leadsTo(back: Element, link: Element): boolean {
  const id = decoded(/#(.+)$/.exec(back.getAttribute('href') ?? '')?.[1] ?? '');
  if (id === '') return false;
  const around = link.closest(BLOCKS) ?? link;
  return around.id === id || [...around.querySelectorAll('[id]')].some((one) => one.id === id);
}

function isRaised(link: Element): boolean {
  if (link.closest('sup') || link.querySelector('sup')) return true;
  const style = link.ownerDocument.defaultView?.getComputedStyle(link);
  return style?.verticalAlign === 'super';
}

function beginsWith(block: Element, link: Element): boolean {
  const label = link.textContent.replace(/[\s[\](){}.:]/g, '');
  return LABEL.test(label) && block.textContent.replace(/^[\s[({]+/, '').startsWith(label);
}
