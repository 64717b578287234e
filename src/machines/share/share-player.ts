import { playbackSessionMachine } from '../player/playback-session.machine.ts';
import { playerMachine } from '../player/player.machine.ts';
import { readPlayhead } from '../player/playhead.actor.ts';
import { sheetMachine } from '../player/sheet.machine.ts';
import { syncMachine } from '../progress/sync.machine.ts';
import { openShare } from './open-share.actor.ts';
import { shareRecorder } from './share-recorder.actor.ts';

/** Heard seconds between two saves. */
const SAVE_S = 30;
/** What is left until the next save is looked at again after so long, in ms: other rates, pauses. */
const LONGEST_WAIT_MS = 5000;
const SHORTEST_WAIT_MS = 250;

/** Saves the position of a share after each 30 s heard; on pause, seek and when the page goes as with an account. */
const shareSync = syncMachine.provide({
  actors: { recorder: shareRecorder },
  guards: { isDue: ({ context }) => untilSave(readPlayhead(context.playhead)) <= 0 },
  delays: {
    untilDue: ({ context }) => {
      const left = untilSave(readPlayhead(context.playhead)) * 1000;
      return Math.min(Math.max(left, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
    },
  },
  // There is no account whose progress would be shown.
  actions: { recordProgress: () => undefined },
});

/** Heard seconds until the position is saved. */
function untilSave({ listened, recorded }: { listened: number; recorded: number }): number {
  return SAVE_S - (listened - recorded);
}

/**
 * The player, of a share: the same machine, whose playback session is the one that the share's cookie holds. It cannot
 * be closed, and nothing of it is kept for the next page.
 */
export const sharePlayer = playerMachine.provide({
  actors: {
    playbackSession: playbackSessionMachine.provide({ actors: { openSession: openShare, sync: shareSync } }),
    sheet: sheetMachine.provide({ actions: { pressClose: () => undefined } }),
  },
  actions: { keepOpen: () => undefined, forgetOpen: () => undefined },
});
