import { z } from './zod.ts';

const names = z.array(z.string());

/** The details of an item as they stand in the fields of the item editor. */
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

/** Names of details that clash: changed here and elsewhere, and not decided about. */
export const clashingDetails = z._default(z.array(z.keyof(itemDetails)), []);

/** Details that are edited and not saved: kept over a reload. `base`: what they were made of. */
export const itemDraft = z.object({
  itemId: z.string(),
  base: itemDetails,
  details: itemDetails,
  clashes: clashingDetails,
  /** Text in a field of names that is no name yet, by field. */
  typed: z.record(z.string(), z.string()),
});
export type ItemDraft = z.output<typeof itemDraft>;
