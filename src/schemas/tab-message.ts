import { z } from './zod.ts';
import { lastOpen } from './player-device.ts';

export const tabCommand = z.enum([
  'player.toggle',
  'player.jumpBackward',
  'player.jumpForward',
  'player.close',
  'player.closePressed',
]);

/** Seconds of the whole item; `at` in ms since 1970. */
export const tabPlayer = z.object({
  ...lastOpen.shape,
  tab: z.string(),
  time: z.number(),
  at: z.number(),
  rate: z.number(),
  wantsSound: z.boolean(),
  sounds: z.boolean(),
});

export const tabMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tab.requested') }),
  z.object({ type: z.literal('tab.played'), player: tabPlayer }),
  z.object({ type: z.literal('tab.closed'), tab: z.string() }),
  z.object({ type: z.literal('tab.pressed'), tab: z.string(), command: tabCommand }),
]);

export type TabCommand = z.infer<typeof tabCommand>;
export type TabPlayer = z.infer<typeof tabPlayer>;
export type TabMessage = z.infer<typeof tabMessage>;
