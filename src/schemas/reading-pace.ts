import { z } from './zod.ts';

/** How fast one account reads its ebook files, the file that was read last at the end: so much of it (0..1) in `ms`. */
export const readingPaces = z.array(
  z.object({
    itemId: z.string(),
    ino: z.string(),
    share: z.number().check(z.gte(0)),
    ms: z.number().check(z.gte(0)),
  }),
);
export type ReadingPace = z.output<typeof readingPaces>[number];
