import { isId, isJson, versions, type Json } from './recorded.ts';

/** Members whose values belong to one installation or one moment, with the reason; only their presence is compared. */
export const OWN: readonly (readonly [RegExp, string])[] = [
  [
    /(^|\.)(id|inos?|slug)$|Ids?(\[\])?$|libraryItemIds\w*$|^seriesHide\w+$|[lL]ibrariesAccessible$/,
    'ids and inode numbers',
  ],
  [
    /(At|Ms|lastScan|lastUpdate|lastSeen|lastSave|lastEpisodeCheck|date|dayOfWeek|[pP]ubDate|nextRun|LastUpdate)$/,
    'times',
  ],
  [
    /([pP]ath|Url|url|URL|link|serverAddress|Dir|backupLocation)$|originalTrackPaths/,
    'places on a disk or in a network',
  ],
  [
    /(^|\.)(size|duration|bitRate|timeBase|channelLayout|start|end|startOffset|totalSize|totalDuration|sizePretty|totalBooks\w+)$/,
    'the sound of some files is silence',
  ],
  [/[tT]oken$|apiKey\.apiKey$|password|ipAddress|[Vv]ersion$|deviceInfo|tagEncoder$/, 'tokens, devices and tools'],
  [/^filterBy$/, 'an id within base64'],
];

/** Counts that depend on the moment. */
const COUNTS =
  /(^|\.)(total|issues|rssFeed|numItems|numBooks\w*|num\w*Sessions|num\w*Added|num\w*Playlists|numEpisodesIncomplete|numIssues|numAudioFiles|total\w+|\w+Count|count|\w+Finished|2\d{3}-\d\d-\d\d)$/;

/** Depends on the installation, at any moment. */
export const isOwn = (path: string): boolean => OWN.some(([pattern]) => pattern.test(path));

export interface Rules {
  /** Whether counts and the order of lists are compared at this path. */
  readonly isWhole: (path: string) => boolean;
  /** The entries of lists may come in another order. */
  readonly isUnordered?: boolean;
  /** Paths whose values are not compared. */
  readonly isOwn: (path: string) => boolean;
}

const looksOwn = (value: unknown): boolean =>
  typeof value === 'string' && (isId(value) || /^\d{4}-\d\d-\d\dT|^\/|127\.0\.0\.1|^custom-[0-9a-f-]{36}$/.test(value));

function nameOf(entry: unknown): string | undefined {
  if (!isJson(entry)) return typeof entry === 'string' && !looksOwn(entry) ? entry : undefined;
  for (const key of ['title', 'name', 'username', 'displayTitle', 'filename', 'dirname', 'genre', 'slug'])
    if (typeof entry[key] === 'string') return entry[key];
  for (const key of ['metadata', 'meta', 'media', 'libraryItem', 'series', 'mediaMetadata']) {
    const below = isJson(entry[key]) ? nameOf(entry[key]) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}

/** The entity of a value in all its recorded forms, and the keys from it to the value. */
interface Thing {
  readonly forms: readonly Json[];
  readonly keys: readonly string[];
}

const wasRecorded = (thing: Thing | undefined, isSame: (value: unknown) => boolean): boolean =>
  thing !== undefined &&
  thing.forms.some((form) =>
    isSame(thing.keys.reduce<unknown>((value, key) => (isJson(value) ? value[key] : undefined), form)),
  );

/**
 * Differences in values: flags, texts, numbers, and number and order of list entries. An entity may match another
 * recording of it, as it changed between them.
 */
export function valueDifferences(mine: unknown, recorded: unknown, rules: Rules, path = '', thing?: Thing): string[] {
  if (rules.isOwn(path) || (!rules.isWhole(path) && COUNTS.test(path))) return [];
  if (isJson(mine) && isJson(recorded)) {
    const id = recorded['id'];
    const own = isId(id) && versions.has(id) ? { forms: versions.get(id) ?? [], keys: [] } : thing;
    return Object.keys(recorded)
      .filter((key) => key in mine && !isId(key))
      .flatMap((key) =>
        valueDifferences(
          mine[key],
          recorded[key],
          rules,
          path === '' ? key : `${path}.${key}`,
          own && { ...own, keys: [...own.keys, key] },
        ),
      );
  }
  if (Array.isArray(mine) && Array.isArray(recorded)) return listDifferences(mine, recorded, rules, path, thing);
  if (mine === recorded || looksOwn(recorded) || wasRecorded(thing, (value) => value === mine)) return [];
  return [`${path}: ${JSON.stringify(mine).slice(0, 60)} instead of ${JSON.stringify(recorded).slice(0, 60)}`];
}

const namesOf = (list: unknown, isUnordered = false): string => {
  if (!Array.isArray(list)) return '-';
  const names = list.map((entry, index) => nameOf(entry) ?? index);
  return (isUnordered ? names.toSorted() : names).join(', ');
};

function listDifferences(
  mine: readonly unknown[],
  recorded: readonly unknown[],
  rules: Rules,
  path: string,
  thing: Thing | undefined,
): string[] {
  const isSameList = namesOf(mine) === namesOf(recorded) && mine.length === recorded.length;
  const isSameSet = rules.isUnordered === true && namesOf(mine, true) === namesOf(recorded, true);
  if (
    !isSameList &&
    !isSameSet &&
    (rules.isWhole(path) || thing) &&
    !wasRecorded(thing, (value) => namesOf(value) === namesOf(mine))
  ) {
    return [
      `${path}: ${mine.length} ${namesOf(mine).slice(0, 150)} instead of ${recorded.length} ${namesOf(recorded).slice(0, 150)}`,
    ];
  }
  const isByPlace = isSameList && (rules.isWhole(path) || thing !== undefined);
  const partner = (entry: unknown, index: number): unknown => {
    if (isByPlace) return recorded[index];
    const name = nameOf(entry);
    const same = recorded.filter((other) => name !== undefined && nameOf(other) === name);
    return same.length === 1 ? same[0] : undefined;
  };
  return [
    ...new Set(
      mine.flatMap((entry, index) => {
        const other = partner(entry, index);
        return other === undefined ? [] : valueDifferences(entry, other, rules, `${path}[]`);
      }),
    ),
  ];
}
