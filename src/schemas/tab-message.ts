import { z } from './zod.ts';
import { lastOpen } from './player-device.ts';

/** What a tab may ask of the player of another one: commands of the player by their names. */
export const tabCommand = z.enum([
  'player.toggle',
  'player.jumpBackward',
  'player.jumpForward',
  'player.close',
  'player.closePressed',
]);

/** The player of a tab: times in seconds of the whole item, `at` (when it was there) in ms since 1970. */
export const tabPlayer = z.object({
  ...lastOpen.shape,
  /** Names the tab as long as its page lives. */
  tab: z.string(),
  time: z.number(),
  at: z.number(),
  rate: z.number(),
  /** A press on its button would pause it. */
  wantsSound: z.boolean(),
  /** The time moves. */
  sounds: z.boolean(),
});

/** What the tabs of one browser tell each other about their players. */
export const tabMessage = z.discriminatedUnion('type', [
  /** Who has something open, tell me. */
  z.object({ type: z.literal('tab.asked') }),
  z.object({ type: z.literal('tab.played'), player: tabPlayer }),
  /** Nothing is open in this tab any more. */
  z.object({ type: z.literal('tab.closed'), tab: z.string() }),
  /** A press in another tab; `tab` is the one whose player it is for. */
  z.object({ type: z.literal('tab.pressed'), tab: z.string(), command: tabCommand }),
]);

export type TabCommand = z.infer<typeof tabCommand>;
export type TabPlayer = z.infer<typeof tabPlayer>;
export type TabMessage = z.infer<typeof tabMessage>;
