import { z } from './zod.ts';

export const markColour = z.enum(['yellow', 'green', 'blue', 'pink', 'purple']);

/** `share` 0..1 of the book; times in ms since 1970. */
const markBase = {
  id: z.string().check(z.minLength(1)),
  kind: z.enum(['highlight', 'bookmark']),
  /** A CFI of a place or of a range, or a page from 1 as text. */
  target: z.string().check(z.minLength(1)),
  share: z.number().check(z.gte(0), z.lte(1)),
  /** From 1; null where pages depend on the look. */
  page: z.nullable(z.number()),
  chapter: z.nullable(z.string()),
  text: z.string(),
  colour: markColour,
  note: z.string(),
  createdAt: z.number(),
};

export const mark = z.object({
  ...markBase,
  userId: z.string(),
  itemId: z.string(),
  ino: z.string(),
  fileName: z.string(),
});

/** `put` creates or replaces a mark, `change` sets fields of it. `mark` is complete, in case it is missing. */
export const markChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('put'), mark }),
  z.object({
    kind: z.literal('change'),
    mark,
    fields: z.object({ colour: z.exactOptional(markColour), note: z.exactOptional(z.string()) }),
  }),
  z.object({ kind: z.literal('remove'), mark }),
]);

export const MARKS_FILE = 'earmark-marks';

export const marksFile = z.object({
  type: z.literal(MARKS_FILE),
  version: z.literal(1),
  book: z.object({
    itemId: z.string(),
    title: z.string(),
    author: z.string(),
    fileName: z.string(),
    format: z.string(),
  }),
  marks: z.array(z.object(markBase)),
});

export type MarkColour = z.output<typeof markColour>;
export type Mark = z.output<typeof mark>;
export type MarkChange = z.output<typeof markChange>;
export type MarksFile = z.output<typeof marksFile>;
