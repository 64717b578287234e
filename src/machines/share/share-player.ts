import { playbackSessionMachine } from '../player/playback-session.machine.ts';
import { playerMachine } from '../player/player.machine.ts';
import { readPlayhead } from '../player/playhead.actor.ts';
import { sheetMachine } from '../player/sheet.machine.ts';
import { openShare } from './open-share.actor.ts';
import { shareRecorder } from './share-recorder.actor.ts';

/** Heard seconds between two saves. */
const SAVE_S = 30;
/** Saves the position of a share after each 30 s heard; on pause, seek and when the page goes as with an account. */
const shareSession = playbackSessionMachine.provide({
  actors: { openSession: openShare, recorder: shareRecorder },
  guards: {
    isDue: ({ context }) => {
      const { listened, recorded } = readPlayhead(context.playhead);
      return listened - recorded >= SAVE_S;
    },
    // Opening it again tells whether the link still works.
    isReplaced: () => true,
  },
  // There is no account whose progress would be shown.
  actions: { recordProgress: () => undefined },
});

/**
 * The player, of a share: the same machine, whose playback session is the one that the share's cookie holds. It cannot
 * be closed, and nothing of it is kept for the next page.
 */
export const sharePlayer = playerMachine.provide({
  actors: {
    playbackSession: shareSession,
    sheet: sheetMachine.provide({ actions: { pressClose: () => undefined } }),
  },
  actions: { keepOpen: () => undefined, forgetOpen: () => undefined },
});
