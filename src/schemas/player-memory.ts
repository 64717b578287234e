import { z } from './zod.ts';

/** Why the position moved without listening. */
export const jumpReason = z.enum([
  'seek',
  'chapter',
  'bookmark',
  'device',
  'tab',
  'autoRewind',
  'skip',
  'undo',
  'history',
]);
export type JumpReason = z.output<typeof jumpReason>;

/** `from` and `to` in seconds, `at` in ms since 1970. */
const jump = z.object({
  libraryItemId: z.string(),
  episodeId: z.nullable(z.string()),
  from: z.number(),
  to: z.number(),
  at: z.number(),
  reason: jumpReason,
  /** Name and playback session of another device. Empty: unknown, or none. */
  device: z.string(),
  sessionId: z.string(),
});
export type Jump = z.output<typeof jump>;

export const positionHistory = z.object({ userId: z.string(), jumps: z.array(jump) });

const skipped = z._default(z.number().check(z.gte(0), z.lte(600)), 0);

/**
 * Settings of an account (`owner`) for one book or podcast. `rate` 0.5..10; auto-rewind 0..30 s; null: as everywhere.
 * Skipped start and end of episodes 0..600 s.
 */
const itemSettings = z.object({
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
