import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';

const text = z.nullish(z.string());
/** Providers send ids, years and ratings as text or number. */
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

/** 2.26.0 joins tags with commas. */
const tagList = z.nullish(
  z.pipe(
    z.union([z.array(z.string()), z.string()]),
    z.transform((tags) => (typeof tags === 'string' ? splitTags(tags) : tags)),
  ),
);

/** `duration` in minutes; `description` is HTML. */
const bookMatch = z.object({
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

const podcastMatch = z.object({
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

export const coverMatches = z.object({ results: z.array(z.string()) });

/** null when the provider has none. */
export const authorMatch = z.nullable(z.object({ asin: text, name: z.string(), description: text, image: text }));

const chaptersFound = z.object({
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

/** With status 200. `stringKey` names the text, `error` is English. */
const chaptersNotFound = z.object({ error: z.string(), stringKey: z.optional(z.string()) });
export const chapterLookup = z.union([chaptersFound, chaptersNotFound]);
export type ChapterLookup = z.output<typeof chapterLookup>;

const providerChoice = z.object({ value: z.string(), text: z.string() });

export const searchProviders = z.object({
  providers: z.object({
    books: z.array(providerChoice),
    booksCovers: z.optional(z.array(providerChoice)),
    podcasts: z.array(providerChoice),
  }),
});
