import { fromCallback } from 'xstate';
import type { PlaybackSession } from '../../schemas/api/playback-session.ts';
import { getLedger } from '../app/system.ts';
import { readPlayhead, unrecorded, type PlayheadRef } from '../player/playhead.actor.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import type { LedgerReport } from './ledger.protocol.ts';

export interface RecorderInput {
  readonly session: PlaybackSession;
  readonly media: MediaRef;
  readonly playhead: PlayheadRef;
}

export type RecorderCommand =
  /** Note what was heard, and save nothing yet. */
  | { type: 'recorder.note' }
  | { type: 'recorder.save'; isLast: boolean }
  /** Another device set the position. */
  | { type: 'recorder.adopt'; time: number }
  /** Save what is left, then close the session. */
  | { type: 'recorder.finish' }
  /** Somebody else ended the session. */
  | { type: 'recorder.lose' };

/**
 * Moves what is heard in one open session from the playhead into the ledger, which saves it. However it ends (another
 * item, a crash above it), its cleanup leaves the ledger every second and the end of the session.
 */
export const sessionRecorder = fromCallback<RecorderCommand | LedgerReport, RecorderInput>(
  ({ input, receive, sendBack, self, system }) => {
    const { session, media, playhead } = input;
    const sessionId = session.id;
    const ledger = getLedger(system);
    let stage: 'open' | 'finishing' | 'lost' = 'open';

    function record() {
      const heard = unrecorded(readPlayhead(playhead));
      if (!heard) return;
      ledger.send({ type: 'ledger.record', sessionId, seconds: heard.seconds, time: heard.time });
      if (!readPlayhead(playhead).hasEnded) playhead.send({ type: 'playhead.recorded', listened: heard.listened });
    }

    const { time, savedTime } = readPlayhead(playhead);
    ledger.send({ type: 'ledger.open', session, media, time, savedTime, replyTo: self });

    receive((event) => {
      switch (event.type) {
        case 'recorder.note':
          if (stage === 'open') record();
          return undefined;
        case 'recorder.save':
          if (stage !== 'open') return;
          record();
          return ledger.send({ type: 'ledger.save', sessionId, isLast: event.isLast });
        case 'recorder.adopt':
          return ledger.send({ type: 'ledger.adopt', sessionId, time: event.time });
        case 'recorder.finish':
          if (stage !== 'open') return;
          stage = 'finishing';
          record();
          return ledger.send({ type: 'ledger.end', sessionId, isSilent: false });
        case 'recorder.lose':
          stage = 'lost';
          record();
          return ledger.send({ type: 'ledger.lose', sessionId });
        case 'ledger.refused':
          stage = 'lost';
          return sendBack(event);
        case 'ledger.saved':
          if (stage === 'open') playhead.send({ type: 'playhead.saved', time: event.time });
          return sendBack(event);
        case 'ledger.left':
          playhead.send({ type: 'playhead.saved', time: event.savedTime });
          return sendBack(event);
        default:
          return sendBack(event);
      }
    });

    return () => {
      // Both end at once when the account is gone; then there is nothing to be saved with.
      if (stage === 'lost' || ledger.getSnapshot().status !== 'active') return;
      if (stage === 'open') record();
      ledger.send({ type: 'ledger.end', sessionId, isSilent: true });
    };
  },
);
