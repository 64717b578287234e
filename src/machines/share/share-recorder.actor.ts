import { fromCallback } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { savePublicShareProgress } from '../../services/endpoints/shares.ts';
import { getPorts } from '../app/ports.ts';
import { readPlayhead, type Playhead } from '../player/playhead.actor.ts';
import type { LedgerReport } from '../progress/ledger.protocol.ts';
import type { RecorderCommand, RecorderInput } from '../progress/session-recorder.actor.ts';

/**
 * Saves where a visitor is in a share, in the place of the ledger of an account: there is a position and no heard time,
 * so a save may be sent again without harm.
 */
export const shareRecorder = fromCallback<RecorderCommand | LedgerReport, RecorderInput>(
  ({ input: { media, playhead }, receive, sendBack, system }) => {
    const { api } = getPorts(system);
    let stage: 'open' | 'lost' | 'left' = 'open';
    const report = (event: LedgerReport) => {
      if (stage !== 'left') sendBack(event);
    };
    const send = (currentTime: number) => api.call(savePublicShareProgress, { slug: media.libraryItemId, currentTime });

    async function save(): Promise<void> {
      const { time, listened } = readPlayhead(playhead);
      playhead.send({ type: 'playhead.recorded', listened });
      try {
        await send(time);
        if (!readPlayhead(playhead).hasEnded) playhead.send({ type: 'playhead.saved', time });
        report({ type: 'ledger.saved', time });
      } catch (cause) {
        const error = toAppError(cause);
        if (isOver(error)) stage = stage === 'left' ? 'left' : 'lost';
        report({ type: isOver(error) ? 'ledger.lost' : 'ledger.failed', error });
      }
    }

    /** A place that this could not save is saved at the next chance: the page ends, or play goes on. */
    async function finish(): Promise<void> {
      if (hasMoved(readPlayhead(playhead))) await save();
      report({ type: 'ledger.left', savedTime: readPlayhead(playhead).savedTime });
    }

    receive((command) => {
      if (command.type === 'recorder.open') stage = 'open';
      if (stage !== 'open') return;
      const isSave = command.type === 'recorder.save' || command.type === 'recorder.suspend';
      if (isSave && hasMoved(readPlayhead(playhead))) void save();
      if (command.type === 'recorder.end') void finish();
      if (command.type === 'recorder.abandon') stage = 'lost';
    });

    return () => {
      const wasOpen = stage === 'open';
      stage = 'left';
      if (wasOpen && hasMoved(readPlayhead(playhead))) send(readPlayhead(playhead).time).catch(() => undefined);
    };
  },
);

/** Positions that differ by less, in seconds, are the same. */
const SAME_POSITION_S = 0.05;

function hasMoved({ listened, savedTime, silentUntil, time }: Playhead): boolean {
  return listened >= silentUntil && Math.abs(time - savedTime) >= SAME_POSITION_S;
}

/**
 * The share is over or the server lost the session: opening it tells which. A server may leave a call about a share
 * that is over without an answer.
 */
function isOver({ kind }: AppError): boolean {
  return kind === 'notFound' || kind === 'timeout';
}
