import { z } from './zod.ts';

/**
 * Where one account is in ebook files, the file that was read last at the end. `location`: a CFI, or a page from 1;
 * `at` in ms.
 */
export const readingPlaces = z.array(
  z.object({
    itemId: z.string(),
    ino: z.string(),
    location: z.string(),
    share: z.number().check(z.gte(0), z.lte(1)),
    at: z.number(),
  }),
);
export type ReadingPlace = z.output<typeof readingPlaces>[number];
