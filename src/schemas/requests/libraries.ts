import { LARGEST } from '../limits.ts';
import { z } from '../zod.ts';
import { amount, body, everyOf, fields, filledText, ifValid, listOf, orElse, text, trimmedText } from './fields.ts';

const NO_FOLDERS = 'Invalid request. Folders must be a non-empty array of objects with path string';
const folders = everyOf(
  fields({ id: ifValid(text()), fullPath: ifValid(trimmedText()), path: ifValid(trimmedText()) }).check(
    z.refine((folder) => folder.fullPath !== undefined || folder.path !== undefined),
  ),
  NO_FOLDERS,
).check(z.minLength(1, NO_FOLDERS));

const invalid = (key: string, rule: string): string => `Invalid request. Setting "${key}" must be ${rule}`;
const setting = (key: string) => z.optional(z.boolean(invalid(key, 'of type boolean')));
const share = (key: string, max: number) => {
  const range = invalid(key, max === LARGEST ? 'greater than or equal to 0' : `between 0 and ${max}`);
  const isNumber = z.number(invalid(key, 'of type number'));
  return z.optional(
    z.nullable(
      z.pipe(
        z.transform((value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)),
        isNumber.check(z.gte(0, range), z.lte(max, max === LARGEST ? undefined : range)),
      ),
    ),
  );
};

const sharedSettings = {
  disableWatcher: setting('disableWatcher'),
  markAsFinishedPercentComplete: share('markAsFinishedPercentComplete', 100),
  /** Seconds. */
  markAsFinishedTimeRemaining: share('markAsFinishedTimeRemaining', LARGEST),
  coverAspectRatio: z.optional(z.literal([0, 1], invalid('coverAspectRatio', '0 or 1'))),
  autoScanCronExpression: z.optional(z.nullable(text(invalid('autoScanCronExpression', 'a cron expression')))),
};
const METADATA_SOURCES = ['folderStructure', 'audioMetatags', 'nfoFile', 'txtFiles', 'opfFile', 'absMetadata'];
const NO_SOURCES = invalid('metadataPrecedence', 'an array of known sources');
const bookSettings = {
  ...sharedSettings,
  skipMatchingMediaWithAsin: setting('skipMatchingMediaWithAsin'),
  skipMatchingMediaWithIsbn: setting('skipMatchingMediaWithIsbn'),
  audiobooksOnly: setting('audiobooksOnly'),
  epubsAllowScriptedContent: setting('epubsAllowScriptedContent'),
  hideSingleBookSeries: setting('hideSingleBookSeries'),
  onlyShowLaterBooksInContinueSeries: setting('onlyShowLaterBooksInContinueSeries'),
  metadataPrecedence: z.optional(listOf(z.enum(METADATA_SOURCES, NO_SOURCES), NO_SOURCES, 100)),
};
const podcastSettings = {
  ...sharedSettings,
  podcastSearchRegion: z.optional(text(invalid('podcastSearchRegion', 'of type string'))),
};
const NO_SETTINGS = 'Invalid request. Settings must be an object';
const settingsOf = {
  book: z.optional(z.nullable(fields(bookSettings, NO_SETTINGS))),
  podcast: z.optional(z.nullable(fields(podcastSettings, NO_SETTINGS))),
};

const newMembers = {
  name: trimmedText('Invalid request. Name must be a string'),
  folders,
  icon: ifValid(filledText()),
  provider: ifValid(filledText()),
};
export const newLibrary = {
  book: body({ ...newMembers, mediaType: orElse(z.literal('book'), 'book'), settings: settingsOf.book }),
  podcast: body({ ...newMembers, mediaType: z.literal('podcast'), settings: settingsOf.podcast }),
};
export const newLibraryKind = body({ mediaType: orElse(z.enum(['book', 'podcast']), 'book') });

const changeMembers = {
  name: ifValid(trimmedText()),
  icon: ifValid(filledText()),
  provider: ifValid(text()),
  /** The full list; a missing one is removed with all its items. */
  folders: z.optional(folders),
  /** From 1. */
  displayOrder: ifValid(z.int().check(z.positive(), z.lte(LARGEST))),
};
export const libraryChange = {
  book: body({ ...changeMembers, settings: settingsOf.book }),
  podcast: body({ ...changeMembers, settings: settingsOf.podcast }),
};

/** Places from 1. */
export const libraryOrder = everyOf(
  fields({ id: orElse(text(), ''), newOrder: ifValid(amount()) }),
  'Invalid request. Request body must be an array of objects',
);

export const uploadFields = body({
  title: trimmedText('Invalid request body'),
  author: orElse(trimmedText(), ''),
  series: orElse(trimmedText(), ''),
  library: trimmedText('Invalid request body'),
  folder: trimmedText('Invalid request body'),
});

export const folderToCheck = body({ directory: filledText(), folderPath: filledText() });

export const watcherUpdate = body({
  libraryId: text(),
  path: filledText(),
  type: z.enum(['add', 'unlink', 'rename']),
});
