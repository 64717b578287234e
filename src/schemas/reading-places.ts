import { z } from './zod.ts';

/**
 * Where an account is in an ebook file. `key` names account, item and file; `location`: a CFI, or a page from 1;
 * `share` 0..1; `at` in ms.
 */
export const readingPlace = z.object({
  key: z.string(),
  userId: z.string(),
  itemId: z.string(),
  ino: z.string(),
  location: z.string(),
  share: z.number().check(z.gte(0), z.lte(1)),
  at: z.number(),
});
export type ReadingPlace = z.output<typeof readingPlace>;

/** How an older version kept them. `owed`: the account has not got it yet; `over` is the place that it had before. */
export const oldReadingPlaces = z.array(
  z.extend(z.omit(readingPlace, { key: true, userId: true }), {
    owed: z.optional(z.object({ over: z.nullable(z.string()) })),
  }),
);
