import { z } from './zod.ts';

const text = z.optional(z.string());
const names = z.optional(z.array(z.string()));
const flag = z.optional(z.boolean());

/** Some details of an item, as they are edited. */
const someDetails = z.object({
  title: text,
  subtitle: text,
  authors: names,
  narrators: names,
  series: z.optional(z.array(z.object({ name: z.string(), sequence: z.string() }))),
  genres: names,
  tags: names,
  publishedYear: text,
  publisher: text,
  language: text,
  isbn: text,
  asin: text,
  description: text,
  explicit: flag,
  abridged: flag,
  author: text,
  feedUrl: text,
  releaseDate: text,
  itunesId: text,
  type: text,
});

/** What is edited of an item and not saved; `base`: what the server had of these details. */
const itemDraft = z.object({
  id: z.string(),
  changed: someDetails,
  typed: z.object({ authors: text, narrators: text, genres: text, tags: text, series: text }),
  base: someDetails,
});

/** The items that are edited together, and what is not saved of it: kept over a reload. */
export const batchDraft = z.object({ ids: z.array(z.string()), drafts: z.array(itemDraft) });
export type BatchDraft = z.output<typeof batchDraft>;
