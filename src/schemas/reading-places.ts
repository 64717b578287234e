import { z } from './zod.ts';

/** `key` names account, item and file; `location`: a CFI, or a page from 1; `share` 0..1; `at` in ms. */
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

/** Reading places of an older version. `owed`: not on the server yet; `over` is its previous place there. */
export const oldReadingPlaces = z.array(
  z.extend(z.omit(readingPlace, { key: true, userId: true }), {
    owed: z.optional(z.object({ over: z.nullable(z.string()) })),
  }),
);
