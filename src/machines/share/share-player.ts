import { playbackSessionMachine } from '../player/playback-session.machine.ts';
import { playerMachine } from '../player/player.machine.ts';
import { readPlayhead } from '../player/playhead.actor.ts';
import { sheetMachine } from '../player/sheet.machine.ts';
import { openShare } from './open-share.actor.ts';
import { shareRecorder } from './share-recorder.actor.ts';

/** Heard seconds between saves. */
const SAVE_S = 30;
/** Saves the position every 30 s heard, and on pause, seek and page end. */
const shareSession = playbackSessionMachine.provide({
  actors: { openSession: openShare, recorder: shareRecorder },
  guards: {
    isDue: ({ context }) => {
      const { listened, recorded } = readPlayhead(context.playhead);
      return listened - recorded >= SAVE_S;
    },
    // Opening it again shows whether the link still works.
    isReplaced: () => true,
  },
  actions: { recordProgress: () => undefined },
});

/** The player of a share: its session comes from the share's cookie. Can't be closed; stores nothing. */
export const sharePlayer = playerMachine.provide({
  actors: {
    playbackSession: shareSession,
    sheet: sheetMachine.provide({ actions: { pressClose: () => undefined } }),
  },
  actions: { keepOpen: () => undefined, forgetOpen: () => undefined },
});
