import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';

const text = z.nullish(z.string());
/** Providers send ids as they come, years and ratings as texts or numbers. */
const textOrNumber = z.nullish(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value)),
  ),
);

const splitTags = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Tags as a list; 2.26.0 joins them with commas. */
const tagList = z.nullish(
  z.pipe(
    z.union([z.array(z.string()), z.string()]),
    z.transform((tags) => (typeof tags === 'string' ? splitTags(tags) : tags)),
  ),
);

/** A book that a provider knows. `duration` in minutes; `description` is HTML. */
export const bookMatch = z.object({
  id: textOrNumber,
  title: z.string(),
  subtitle: text,
  author: text,
  narrator: text,
  publisher: text,
  publishedYear: textOrNumber,
  description: text,
  descriptionPlain: text,
  cover: text,
  covers: z.nullish(z.array(z.string())),
  isbn: text,
  asin: text,
  genres: z.nullish(z.array(z.string())),
  tags: tagList,
  series: z.nullish(z.array(z.object({ series: z.string(), sequence: textOrNumber }))),
  language: text,
  duration: z.nullish(z.number()),
  region: text,
  rating: textOrNumber,
  abridged: z.nullish(z.boolean()),
  explicit: z.nullish(z.boolean()),
});
export type BookMatch = z.output<typeof bookMatch>;
export const bookMatches = tolerantList(bookMatch);

/** A podcast that iTunes knows; `releaseDate` as ISO text. */
export const podcastMatch = z.object({
  id: textOrNumber,
  artistId: textOrNumber,
  title: z.string(),
  artistName: text,
  description: text,
  descriptionPlain: text,
  releaseDate: text,
  genres: z.nullish(z.array(z.string())),
  cover: text,
  trackCount: z.nullish(z.number()),
  feedUrl: text,
  pageUrl: text,
  explicit: z.nullish(z.boolean()),
});
export type PodcastMatch = z.output<typeof podcastMatch>;
export const podcastMatches = tolerantList(podcastMatch);

/** Addresses of cover images. */
export const coverMatches = z.object({ results: z.array(z.string()) });

/** An author that a provider knows; null when it knows none. */
export const authorMatch = z.nullable(z.object({ asin: text, name: z.string(), description: text, image: text }));
export type AuthorMatch = z.output<typeof authorMatch>;

/** Chapters of an audiobook by its ASIN. */
export const chaptersFound = z.object({
  asin: z.string(),
  brandIntroDurationMs: z.number(),
  brandOutroDurationMs: z.number(),
  chapters: z.array(
    z.object({ lengthMs: z.number(), startOffsetMs: z.number(), startOffsetSec: z.number(), title: z.string() }),
  ),
  isAccurate: z.optional(z.boolean()),
  region: z.optional(z.string()),
  runtimeLengthMs: z.number(),
  runtimeLengthSec: z.number(),
});
export type ChaptersFound = z.output<typeof chaptersFound>;

/** Why there are none: status 200 all the same. `stringKey` names the words, `error` are the English ones. */
export const chaptersNotFound = z.object({ error: z.string(), stringKey: z.optional(z.string()) });
export const chapterLookup = z.union([chaptersFound, chaptersNotFound]);
export type ChapterLookup = z.output<typeof chapterLookup>;

const providerChoice = z.object({ value: z.string(), text: z.string() });

/** `GET /api/search/providers` of newer servers. */
export const searchProviders = z.object({
  providers: z.object({
    books: z.array(providerChoice),
    booksCovers: z.optional(z.array(providerChoice)),
    podcasts: z.array(providerChoice),
  }),
});
export type SearchProviders = z.output<typeof searchProviders>;
