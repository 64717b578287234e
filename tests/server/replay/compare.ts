/** The types at a path of one or several JSON values, and for objects the keys with their counts. */
interface Union {
  readonly types: Set<string>;
  readonly keys: Map<string, Union>;
  entries: Union | undefined;
  objects: number;
  /** A value: a number but 0, a text but '', `true`, a non-empty list or object. */
  isFilled: boolean;
  readonly counts: Map<string, number>;
}

const empty = (): Union => ({
  types: new Set(),
  keys: new Map(),
  entries: undefined,
  objects: 0,
  isFilled: false,
  counts: new Map(),
});

function add(union: Union, value: unknown): void {
  if (value === null || value === undefined) return void union.types.add('null');
  if (Array.isArray(value)) {
    union.types.add('list');
    union.isFilled ||= value.length > 0;
    const entries = (union.entries ??= empty());
    for (const entry of value) add(entries, entry);
    return;
  }
  union.types.add(typeof value);
  if (typeof value !== 'object') return void (union.isFilled ||= Boolean(value));
  union.isFilled ||= Object.keys(value).length > 0;
  union.objects += 1;
  for (const [key, entry] of Object.entries(value)) {
    const below = union.keys.get(key) ?? empty();
    union.keys.set(key, below);
    union.counts.set(key, (union.counts.get(key) ?? 0) + 1);
    add(below, entry);
  }
}

/** Members with names, dates or ids as keys, which depend on a file's content, or which may be a text or `false`. */
const dictionaries = new Set([
  'metaTags',
  'days',
  'dayOfWeek',
  'metadataObject',
  'ffmetadataObject',
  'scanResults',
  'backupSchedule',
]);

/**
 * Members that depend on earlier events: a scan, an ebook in a list, a feed, the publisher of a book, an OpenID
 * setting.
 */
const optional = new Set([
  'lastScan',
  'scanVersion',
  'ebookFormat',
  'rssFeed',
  'copyright',
  'publisher',
  'mediaItemShare',
  'authOpenIDSubfolderForRedirectURLs',
]);

const isSettled = (union: Union): boolean => [...union.types].some((type) => type !== 'null');

/**
 * Differences of two JSON values in keys and types. Entries of a list count together: a key of only some recorded
 * entries may be missing, a key of none must be. Filled values must be filled in ours, and null only where null was
 * recorded.
 */
export function differences(actual: unknown, recorded: unknown): string[] {
  const [mine, theirs] = [empty(), empty()];
  add(mine, actual);
  add(theirs, recorded);
  return compare(mine, theirs, '');
}

function compare(mine: Union, theirs: Union, path: string): string[] {
  if (dictionaries.has(path.split('.').at(-1) ?? '')) return [];
  if (!isSettled(theirs)) return [];
  if (theirs.isFilled && !mine.isFilled)
    return [`${path}: ${[...mine.types].join(' or ') || 'nothing'} without content`];
  if (!isSettled(mine))
    return theirs.types.has('null') || mine.types.size === 0
      ? []
      : [`${path}: null instead of ${[...theirs.types].join(' or ')}`];
  const strange = [...mine.types].filter((type) => type !== 'null' && !theirs.types.has(type));
  if (strange.length > 0) return [`${path}: ${strange.join(' or ')} instead of ${[...theirs.types].join(' or ')}`];
  const within = mine.entries && theirs.entries ? compare(mine.entries, theirs.entries, `${path}[]`) : [];
  if (mine.objects === 0 || theirs.objects === 0 || looksLikeDictionary(theirs)) return within;
  const below = [...new Set([...mine.keys.keys(), ...theirs.keys.keys()])].flatMap((key) => {
    const at = path === '' ? key : `${path}.${key}`;
    const [left, right] = [mine.keys.get(key), theirs.keys.get(key)];
    if ((!left || !right) && optional.has(key)) return [];
    if (left && right) return compare(left, right, at);
    if (left) return [`${at}: not in the recording`];
    return theirs.counts.get(key) === theirs.objects ? [`${at}: missing`] : [];
  });
  return [...within, ...below];
}

/** All keys are ids or dates. */
const looksLikeDictionary = ({ keys }: Union): boolean =>
  keys.size > 0 && [...keys.keys()].every((key) => /^[0-9a-f-]{36}$|^\d{4}-\d\d-\d\d$/.test(key));
