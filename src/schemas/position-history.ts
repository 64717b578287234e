import { z } from './zod.ts';

/** Why the position became another one without being heard to get there. */
export const jumpReason = z.enum([
  /** By the time line, a jump button or a key. */
  'seek',
  'chapter',
  'bookmark',
  /** Another device, or another tab of this browser, moved it. */
  'device',
  'tab',
  /** Back a little after a pause. */
  'autoRewind',
  /** Over the end of an episode. */
  'skip',
  'undo',
  /** Back to a place of the history. */
  'history',
]);
export type JumpReason = z.output<typeof jumpReason>;

/** One jump in a book or an episode: `from` and `to` in seconds, `at` in ms since 1970. */
export const jump = z.object({
  libraryItemId: z.string(),
  episodeId: z.nullable(z.string()),
  from: z.number(),
  to: z.number(),
  at: z.number(),
  reason: jumpReason,
  /** Of another device: its name and playback session. Empty: unknown, or none. */
  device: z.string(),
  sessionId: z.string(),
});
export type Jump = z.output<typeof jump>;

/** The jumps of an account in this tab, oldest first. */
export const positionHistory = z.object({ userId: z.string(), jumps: z.array(jump) });
export type PositionHistory = z.output<typeof positionHistory>;
