import { z } from './zod.ts';

const names = z.array(z.string());

export const itemDetails = z.object({
  title: z.string(),
  subtitle: z.string(),
  authors: names,
  narrators: names,
  series: z.array(z.object({ name: z.string(), sequence: z.string() })),
  genres: names,
  tags: names,
  publishedYear: z.string(),
  publisher: z.string(),
  language: z.string(),
  isbn: z.string(),
  asin: z.string(),
  description: z.string(),
  explicit: z.boolean(),
  abridged: z.boolean(),
  author: z.string(),
  feedUrl: z.string(),
  releaseDate: z.string(),
  itunesId: z.string(),
  type: z.string(),
});

export const clashingDetails = z._default(z.array(z.keyof(itemDetails)), []);

/** Unsaved edits: kept over a reload. `base`: the original details. */
export const itemDraft = z.object({
  itemId: z.string(),
  base: itemDetails,
  details: itemDetails,
  clashes: clashingDetails,
  typed: z.record(z.string(), z.string()),
});
export type ItemDraft = z.output<typeof itemDraft>;
