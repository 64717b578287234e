import { z } from '../zod.ts';
import {
  amount,
  body,
  everyOf,
  fields,
  filledText,
  flag,
  ifValid,
  LONGEST_TEXT,
  number,
  orElse,
  readableOf,
  text,
  webAddress,
  writtenDescription,
  writtenText,
} from './fields.ts';
import { episodeChapters, podcastMedia } from './items.ts';

const said = ifValid(z.nullable(writtenText));
const saidAtLength = ifValid(z.nullable(writtenDescription));
const publishedAt = ifValid(z.nullable(z.number().check(z.gte(-8.64e15), z.lte(8.64e15))));

const seconds = ifValid(z.nullable(amount()));
/** Some feeds have chapters without a title or an end. */
const feedChapter = fields({ id: ifValid(z.nullable(number())), start: seconds, end: seconds, title: said });

/**
 * An episode as a feed offers it and a client sends it back to have it loaded. `description` is HTML,
 * `durationSeconds` in seconds, `publishedAt` in ms.
 */
export const feedEpisode = fields({
  title: said,
  subtitle: saidAtLength,
  description: saidAtLength,
  pubDate: said,
  episodeType: said,
  season: said,
  episode: said,
  author: said,
  duration: said,
  durationSeconds: seconds,
  explicit: said,
  publishedAt,
  /** Where the file is; `length` in bytes as text. */
  enclosure: fields({ url: webAddress(), length: said, type: said }),
  guid: said,
  chaptersUrl: said,
  chaptersType: said,
  chapters: ifValid(readableOf(feedChapter)),
});

/** `POST /api/podcasts/:id/download-episodes`: those with the address of a file, one at least. */
export const episodesToDownload = readableOf(feedEpisode).check(z.minLength(1));

const NO_MEDIA = 'Invalid request body. "media" and "media.metadata" are required';
const newPodcastMembers = {
  /** Its new folder, below the library's folder; by default named like the title. */
  path: ifValid(filledText()),
  folderId: orElse(text(), ''),
  libraryId: orElse(text(), ''),
  media: podcastMedia(NO_MEDIA),
};
/** `POST /api/podcasts` without the episodes. */
export const newPodcastAlone = body(newPodcastMembers);
/** `POST /api/podcasts`. */
export const newPodcast = body({ ...newPodcastMembers, episodesToDownload: ifValid(readableOf(feedEpisode)) });

/** `POST /api/podcasts/feed`. */
export const feedAddress = body({ rssFeed: webAddress('Invalid request body. "rssFeed" must be a valid URL') });

/** `POST /api/podcasts/opml/parse`. */
export const opmlText = body({ opmlText: filledText(undefined, LONGEST_TEXT) });

const NO_FEEDS = 'Invalid request body. "feeds" must be an array of RSS feed URLs';
/** `POST /api/podcasts/opml/create`. */
export const opmlFeeds = body({
  feeds: everyOf(webAddress(), NO_FEEDS).check(z.minLength(1, NO_FEEDS)),
  libraryId: orElse(text(), ''),
  folderId: orElse(text(), ''),
  autoDownloadEpisodes: orElse(flag, false),
});

/** `PATCH /api/podcasts/:id/episode/:episodeId`. What is not sent stays, as does a wrong type. */
export const episodeChange = body({
  title: said,
  subtitle: saidAtLength,
  /** HTML. */
  description: saidAtLength,
  pubDate: said,
  /** Milliseconds since 1970. */
  publishedAt,
  season: said,
  episode: said,
  episodeType: said,
  chapters: ifValid(episodeChapters),
});
