import { fromCallback } from 'xstate';
import type { PlaybackSession } from '../../schemas/api/playback-session.ts';
import { getPorts, hasPorts } from '../app/ports.ts';
import { getLedger, getProgress } from '../app/system.ts';
import { isInLedger } from './ledger.readers.ts';
import { deviceIdOf } from '../player/device.ts';
import { readPlayhead, unrecorded, type PlayheadRef } from '../player/playhead.actor.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import type { LedgerReport } from './ledger.protocol.ts';

export interface RecorderInput {
  readonly media: MediaRef;
  readonly playhead: PlayheadRef;
}

export type RecorderCommand =
  | { type: 'recorder.open'; session: PlaybackSession }
  | { type: 'recorder.note' }
  | { type: 'recorder.save'; isLast: boolean }
  | { type: 'recorder.adopt'; time: number }
  | { type: 'recorder.suspend' }
  | { type: 'recorder.end' }
  | { type: 'recorder.abandon' };

/**
 * Records played seconds from the playhead into the ledger while media is open, also between sessions. However it
 * stops, its cleanup records the rest and ends the session.
 */
export const sessionRecorder = fromCallback<RecorderCommand | LedgerReport, RecorderInput>(
  ({ input: { media, playhead }, receive, sendBack, self, system }) => {
    const ledger = getLedger(system);
    let sessionId = '';

    /** Seconds without an entry stay in the playhead for the next session. */
    function note() {
      const heard = unrecorded(readPlayhead(playhead));
      if (!heard || !isInLedger(ledger, sessionId)) return;
      ledger.send({ type: 'ledger.note', sessionId, seconds: heard.seconds, time: heard.time });
      if (!readPlayhead(playhead).hasEnded) playhead.send({ type: 'playhead.recorded', listened: heard.listened });
    }

    receive((event) => {
      switch (event.type) {
        case 'recorder.open': {
          note();
          const { session } = event;
          const now = readPlayhead(playhead);
          const { savedTime } = now;
          const time = unrecorded(now)?.time ?? savedTime;
          const hasRow = (getProgress(system, media)?.id ?? '') !== '';
          const device = deviceIdOf(getPorts(system));
          sessionId = session.id;
          return ledger.send({ type: 'ledger.open', session, media, device, time, hasRow, replyTo: self });
        }
        case 'recorder.note':
          return note();
        case 'recorder.save':
          note();
          return ledger.send({ type: 'ledger.save', sessionId, isLast: event.isLast });
        case 'recorder.adopt':
          return ledger.send({ type: 'ledger.adopt', sessionId, time: event.time });
        case 'recorder.suspend':
          note();
          return ledger.send({ type: 'ledger.suspend', sessionId });
        case 'recorder.end':
          note();
          return ledger.send({ type: 'ledger.end', sessionId });
        case 'recorder.abandon':
          note();
          return ledger.send({ type: 'ledger.abandon', sessionId });
        case 'ledger.saved':
          playhead.send({ type: 'playhead.saved', time: event.time });
          return sendBack(event);
        case 'ledger.left':
          playhead.send({ type: 'playhead.saved', time: event.savedTime });
          return sendBack(event);
        default:
          return sendBack(event);
      }
    });

    return () => {
      // The ledger ends with the account, and the ports with the page: the journal then has the records.
      if (ledger.getSnapshot().status !== 'active' || !hasPorts(system)) return;
      note();
      ledger.send({ type: 'ledger.end', sessionId });
    };
  },
);
