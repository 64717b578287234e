import { z } from './zod.ts';

const text = z.string();
const texts = z.array(z.string());

const matchResult = z.object({
  title: text,
  subtitle: text,
  author: text,
  narrator: text,
  publisher: text,
  publishedYear: text,
  description: text,
  covers: texts,
  series: z.array(z.object({ name: text, sequence: text })),
  genres: texts,
  tags: texts,
  language: text,
  isbn: text,
  asin: text,
  explicit: z.nullable(z.boolean()),
  abridged: z.nullable(z.boolean()),
  minutes: z.nullable(z.number()),
  itunesId: text,
  feedUrl: text,
  itunesPageUrl: text,
  releaseDate: text,
});

/** An unsaved match: kept over a reload. Values and ticks by field. */
export const keptMatch = z.object({
  itemId: text,
  chosen: matchResult,
  values: z.record(z.string(), z.union([text, z.boolean()])),
  ticks: z.record(z.string(), z.boolean()),
});
export type KeptMatch = z.output<typeof keptMatch>;
