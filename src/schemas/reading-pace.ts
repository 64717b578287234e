import { z } from './zod.ts';

/** The last read file at the end: `share` (0..1) of it in `ms`. */
export const readingPaces = z.array(
  z.object({
    itemId: z.string(),
    ino: z.string(),
    share: z.number().check(z.gte(0)),
    ms: z.number().check(z.gte(0)),
  }),
);
export type ReadingPace = z.output<typeof readingPaces>[number];
