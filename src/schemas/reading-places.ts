import { z } from './zod.ts';

/**
 * Where one account is in ebook files, the file that was read last at the end. `location`: a CFI, or a page from 1;
 * `at` in ms. `owed`: the account has not got it yet; `over` is the place that the account had before it.
 */
export const readingPlaces = z.array(
  z.object({
    itemId: z.string(),
    ino: z.string(),
    location: z.string(),
    share: z.number().check(z.gte(0), z.lte(1)),
    at: z.number(),
    owed: z.optional(z.object({ over: z.nullable(z.string()) })),
  }),
);
export type ReadingPlace = z.output<typeof readingPlaces>[number];
