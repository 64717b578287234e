import { z } from '../zod.ts';
import {
  amount,
  body,
  description,
  everyOf,
  fields,
  filledText,
  flag,
  ifValid,
  MOST_NAMES,
  names,
  neatText,
  number,
  orElse,
  readableOf,
  someTexts,
  text,
  time,
  trimmedText,
  writtenDescription,
  writtenText,
} from './fields.ts';

const clearable = ifValid(z.nullable(writtenText));

const namedMembers = { id: ifValid(text()), name: trimmedText() };
const author = fields(namedMembers);
const series = fields({ ...namedMembers, sequence: clearable });

const sharedMetadata = {
  title: ifValid(writtenText),
  description: ifValid(z.nullable(writtenDescription)),
  language: clearable,
  explicit: ifValid(flag),
  genres: ifValid(names()),
};
const bookMetadata = {
  ...sharedMetadata,
  subtitle: clearable,
  publishedYear: clearable,
  publishedDate: clearable,
  publisher: clearable,
  isbn: clearable,
  asin: clearable,
  abridged: ifValid(flag),
  narrators: ifValid(names()),
  authors: ifValid(readableOf(author, '', MOST_NAMES)),
  series: ifValid(readableOf(series, '', MOST_NAMES)),
};
const podcastMetadata = {
  ...sharedMetadata,
  author: clearable,
  releaseDate: clearable,
  feedUrl: clearable,
  imageUrl: clearable,
  itunesPageUrl: clearable,
  itunesId: clearable,
  itunesArtistId: clearable,
  type: clearable,
};
const podcastOptions = {
  autoDownloadEpisodes: ifValid(flag),
  autoDownloadSchedule: ifValid(text()),
  /** 0 for no limit. */
  maxEpisodesToKeep: ifValid(amount()),
  maxNewEpisodesToDownload: ifValid(amount()),
  /** Milliseconds since 1970. */
  lastEpisodeCheck: ifValid(time()),
};
const sharedMembers = {
  tags: ifValid(names()),
  url: ifValid(text()),
};
const mediaMembers = {
  metadata: ifValid(fields({ ...bookMetadata, ...podcastMetadata })),
  ...sharedMembers,
  ...podcastOptions,
};

export const mediaChange = body(mediaMembers);

export const podcastMedia = (refusal: string) =>
  fields({ metadata: fields(podcastMetadata, refusal), tags: ifValid(names()), ...podcastOptions }, refusal);

export const mediaChangeOf = fields({ id: orElse(text(), ''), mediaPayload: orElse(fields(mediaMembers), {}) });
export const mediaChanges = readableOf(mediaChangeOf).check(z.minLength(1));

const itemIds = (refusal?: string) => body({ libraryItemIds: someTexts(refusal) });
export const wantedItems = itemIds('Invalid payload');
export const itemsToDelete = itemIds('Invalid request body');
export const itemsToScan = itemIds();
export const itemsToEmbed = itemIds('Invalid request payload');

const trimmed = ifValid(neatText());
const matchMembers = {
  provider: trimmed,
  title: trimmed,
  author: trimmed,
  isbn: trimmed,
  asin: trimmed,
  overrideDetails: ifValid(flag),
  overrideCover: ifValid(flag),
};
export const match = body(matchMembers);
export const quickMatch = body({ libraryItemIds: someTexts(), options: orElse(fields(matchMembers), {}) });

export const coverAddress = body({ url: filledText('Invalid request no file or url') });
export const coverPath = body({ cover: filledText('Invalid request no cover path') });

export const trackOrder = body({ orderedFileData: everyOf(fields({ ino: text(), exclude: orElse(flag, false) })) });

const chapterMembers = { id: ifValid(number()), start: amount(), end: amount() };
export const bookChapters = body({ chapters: everyOf(fields({ ...chapterMembers, title: writtenText })) });
export const episodeChapters = readableOf(fields({ ...chapterMembers, title: orElse(writtenText, '') }));

/** The name of another author merges the two; '' clears the other members. */
export const authorChange = body({
  name: ifValid(trimmedText()),
  description: ifValid(z.nullable(description().check(z.trim()))),
  asin: ifValid(z.nullable(neatText())),
}).check(z.refine((change) => Object.keys(change).length > 0, 'Invalid request payload. No valid keys found'));
export const authorMatch = body({ q: trimmed, asin: trimmed, region: trimmed });
export const authorImage = body({ url: filledText("Invalid request payload. 'url' not in request body") });

export const seriesChange = body({
  name: ifValid(trimmedText()),
  description: ifValid(z.nullable(description())),
}).check(z.refine((change) => Object.keys(change).length > 0, 'No valid fields to update'));

export const tagRename = body({ tag: filledText(), newTag: trimmedText() });
export const genreRename = body({ genre: filledText(), newGenre: trimmedText() });
export const narratorRename = body({ name: trimmedText('Invalid request payload. Name not specified.') });
