import { z } from './zod.ts';

const skipped = z._default(z.number().check(z.gte(0), z.lte(600)), 0);

/**
 * What one account of one server (`owner`) has set for a book or a podcast alone. Speed 0.5..10, going back after a
 * pause in seconds 0..30; null: as everywhere. Seconds 0..600 that are left out at the start and at the end of each
 * episode of a podcast.
 */
export const itemSettings = z.object({
  owner: z.string(),
  libraryItemId: z.string(),
  playbackRate: z.nullable(z.number().check(z.gte(0.5), z.lte(10))),
  autoRewind: z.nullable(z.number().check(z.gte(0), z.lte(30))),
  skipStart: skipped,
  skipEnd: skipped,
});
export type ItemSettings = z.output<typeof itemSettings>;

/** All of them, the one that was set last at the end. A broken entry is left out. */
export const storedItemSettings = z.pipe(
  z.array(z.unknown()),
  z.transform((list): readonly ItemSettings[] =>
    list.flatMap((entry) => {
      const parsed = z.safeParse(itemSettings, entry);
      return parsed.success ? [parsed.data] : [];
    }),
  ),
);
