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
export const jump = z.object({
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
export type PositionHistory = z.output<typeof positionHistory>;
