import { z } from './zod.ts';

const skipped = z._default(z.number().check(z.gte(0), z.lte(600)), 0);

/**
 * Settings of an account (`owner`) for one book or podcast. `rate` 0.5..10; auto-rewind 0..30 s; null: as everywhere.
 * Skipped start and end of episodes 0..600 s.
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

/** The last set one at the end. Broken entries are dropped. */
export const storedItemSettings = z.pipe(
  z.array(z.unknown()),
  z.transform((list): readonly ItemSettings[] =>
    list.flatMap((entry) => {
      const parsed = z.safeParse(itemSettings, entry);
      return parsed.success ? [parsed.data] : [];
    }),
  ),
);
