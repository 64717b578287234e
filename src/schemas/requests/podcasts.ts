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
const feedChapter = fields({ id: ifValid(z.nullable(number())), start: seconds, end: seconds, title: said });

/** An episode of a feed, sent back for its download. `description` is HTML, `publishedAt` in ms. */
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
  enclosure: fields({ url: webAddress(), length: said, type: said }),
  guid: said,
  chaptersUrl: said,
  chaptersType: said,
  chapters: ifValid(readableOf(feedChapter)),
});

export const episodesToDownload = readableOf(feedEpisode).check(z.minLength(1));

const NO_MEDIA = 'Invalid request body. "media" and "media.metadata" are required';
const newPodcastMembers = {
  path: ifValid(filledText()),
  folderId: orElse(text(), ''),
  libraryId: orElse(text(), ''),
  media: podcastMedia(NO_MEDIA),
};
export const newPodcastAlone = body(newPodcastMembers);
export const newPodcast = body({ ...newPodcastMembers, episodesToDownload: ifValid(readableOf(feedEpisode)) });

export const feedAddress = body({ rssFeed: webAddress('Invalid request body. "rssFeed" must be a valid URL') });

export const opmlText = body({ opmlText: filledText(undefined, LONGEST_TEXT) });

const NO_FEEDS = 'Invalid request body. "feeds" must be an array of RSS feed URLs';
export const opmlFeeds = body({
  feeds: everyOf(webAddress(), NO_FEEDS).check(z.minLength(1, NO_FEEDS)),
  libraryId: orElse(text(), ''),
  folderId: orElse(text(), ''),
  autoDownloadEpisodes: orElse(flag, false),
});

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
