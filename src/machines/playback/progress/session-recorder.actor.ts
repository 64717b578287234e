import { fromCallback } from 'xstate';
import type { PlaybackSession } from '../../../schemas/api/playback-session.ts';
import { getPorts, hasPorts } from '../../kit/ports.ts';
import { getLedger, getProgress } from '../../kit/system.ts';
import { isInLedger } from './ledger.readers.ts';
import { deviceIdOf } from '../player/device.ts';
import { readPlayhead, unrecorded, type PlayheadRef } from '../player/playhead.actor.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import type { LedgerReport } from './ledger.protocol.ts';

export interface RecorderInput {
  readonly media: MediaRef;
  readonly playhead: PlayheadRef;
}

/** Ledger commands for the session that was opened last. */
export type RecorderCommand =
  | { type: 'ledger.open'; session: PlaybackSession }
  | { type: 'ledger.note' }
  | { type: 'ledger.suspend' }
  | { type: 'ledger.end' }
  | { type: 'ledger.abandon' }
  | { type: 'ledger.save'; isLast: boolean }
  | { type: 'ledger.adopt'; time: number };

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
        case 'ledger.open': {
          note();
          const { session } = event;
          const now = readPlayhead(playhead);
          const time = unrecorded(now)?.time ?? now.savedTime;
          const hasRow = (getProgress(system, media)?.id ?? '') !== '';
          const device = deviceIdOf(getPorts(system));
          sessionId = session.id;
          return ledger.send({ ...event, media, device, time, hasRow, replyTo: self });
        }
        case 'ledger.note':
          return note();
        case 'ledger.saved':
          playhead.send({ type: 'playhead.saved', time: event.time });
          return sendBack(event);
        case 'ledger.left':
          playhead.send({ type: 'playhead.saved', time: event.savedTime });
          return sendBack(event);
        case 'ledger.failed':
        case 'ledger.lost':
          return sendBack(event);
        default:
          note();
          return ledger.send({ ...event, sessionId });
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
