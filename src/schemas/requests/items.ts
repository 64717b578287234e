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

/** Null clears it, as does an empty text; a number becomes text. */
const clearable = ifValid(z.nullable(writtenText));

/** Names; entries without one are passed over. An author or series with an unknown name is created. */
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
  /** `episodic` or `serial`. */
  type: clearable,
};
/** Of podcasts only. */
const podcastOptions = {
  autoDownloadEpisodes: ifValid(flag),
  /** A cron expression. */
  autoDownloadSchedule: ifValid(text()),
  /** 0 for no limit. */
  maxEpisodesToKeep: ifValid(amount()),
  maxNewEpisodesToDownload: ifValid(amount()),
  /** Milliseconds since 1970. */
  lastEpisodeCheck: ifValid(time()),
};
const sharedMembers = {
  tags: ifValid(names()),
  /** Address of a cover to fetch. */
  url: ifValid(text()),
};
const mediaMembers = {
  metadata: ifValid(fields({ ...bookMetadata, ...podcastMetadata })),
  ...sharedMembers,
  ...podcastOptions,
};

/** `PATCH /api/items/:id/media`: of a book and of a podcast. What is not sent stays, as does a wrong type. */
export const mediaChange = body(mediaMembers);

/** `media` of a new podcast. */
export const podcastMedia = (refusal: string) =>
  fields({ metadata: fields(podcastMetadata, refusal), tags: ifValid(names()), ...podcastOptions }, refusal);

/** `POST /api/items/batch/update`. */
export const mediaChangeOf = fields({ id: orElse(text(), ''), mediaPayload: orElse(fields(mediaMembers), {}) });
export const mediaChanges = readableOf(mediaChangeOf).check(z.minLength(1));

/** Ids of items, one at least. */
const itemIds = (refusal?: string) => body({ libraryItemIds: someTexts(refusal) });
/** `POST /api/items/batch/get`. */
export const wantedItems = itemIds('Invalid payload');
/** `POST /api/items/batch/delete`. */
export const itemsToDelete = itemIds('Invalid request body');
/** `POST /api/items/batch/scan`. */
export const itemsToScan = itemIds();
/** `POST /api/tools/batch/embed-metadata`. */
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
/** `POST /api/items/:id/match`. */
export const match = body(matchMembers);
/** `POST /api/items/batch/quickmatch`. */
export const quickMatch = body({ libraryItemIds: someTexts(), options: orElse(fields(matchMembers), {}) });

/** `POST /api/items/:id/cover`: the address of a picture to fetch. */
export const coverAddress = body({ url: filledText('Invalid request no file or url') });
/** `PATCH /api/items/:id/cover`: the path of a picture of the item. */
export const coverPath = body({ cover: filledText('Invalid request no cover path') });

/** `PATCH /api/items/:id/tracks`: all files in their new order. */
export const trackOrder = body({ orderedFileData: everyOf(fields({ ino: text(), exclude: orElse(flag, false) })) });

/** A chapter; `start` and `end` in seconds of the whole. Its id is its place, whatever is sent. */
const chapterMembers = { id: ifValid(number()), start: amount(), end: amount() };
/** `POST /api/items/:id/chapters`: replaces all. */
export const bookChapters = body({ chapters: everyOf(fields({ ...chapterMembers, title: writtenText })) });
/** Chapters of an episode: those that can be read, with or without a title. */
export const episodeChapters = readableOf(fields({ ...chapterMembers, title: orElse(writtenText, '') }));

/** `PATCH /api/authors/:id`. A name that another author has merges the two; an empty text clears the others. */
export const authorChange = body({
  name: ifValid(trimmedText()),
  description: ifValid(z.nullable(description().check(z.trim()))),
  asin: ifValid(z.nullable(neatText())),
}).check(z.refine((change) => Object.keys(change).length > 0, 'Invalid request payload. No valid keys found'));
/** `POST /api/authors/:id/match`. */
export const authorMatch = body({ q: trimmed, asin: trimmed, region: trimmed });
/** `POST /api/authors/:id/image`: the address of a picture to fetch. */
export const authorImage = body({ url: filledText("Invalid request payload. 'url' not in request body") });

/** `PATCH /api/series/:id`. */
export const seriesChange = body({
  name: ifValid(trimmedText()),
  description: ifValid(z.nullable(description())),
}).check(z.refine((change) => Object.keys(change).length > 0, 'No valid fields to update'));

/** `POST /api/tags/rename`. A name that is in use merges. */
export const tagRename = body({ tag: filledText(), newTag: trimmedText() });
/** `POST /api/genres/rename`. */
export const genreRename = body({ genre: filledText(), newGenre: trimmedText() });
/** `PATCH /api/libraries/:id/narrators/:narratorId`. */
export const narratorRename = body({ name: trimmedText('Invalid request payload. Name not specified.') });
