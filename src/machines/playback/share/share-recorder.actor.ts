import { fromCallback } from 'xstate';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { savePublicShareProgress } from '../../../services/endpoints/shares.ts';
import { getPorts } from '../../kit/ports.ts';
import { readPlayhead, type Playhead } from '../player/playhead.actor.ts';
import type { LedgerReport } from '../progress/ledger.protocol.ts';
import type { RecorderCommand, RecorderInput } from '../progress/session-recorder.actor.ts';

/** Replaces the ledger for shares: saves only a position, so a save may repeat. */
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

    /** A failed save repeats at the next chance: page end or play. */
    async function finish(): Promise<void> {
      if (hasMoved(readPlayhead(playhead))) await save();
      report({ type: 'ledger.left', savedTime: readPlayhead(playhead).savedTime });
    }

    receive((command) => {
      if (command.type === 'ledger.open') stage = 'open';
      if (stage !== 'open') return;
      const isSave = command.type === 'ledger.save' || command.type === 'ledger.suspend';
      if (isSave && hasMoved(readPlayhead(playhead))) void save();
      if (command.type === 'ledger.end') void finish();
      if (command.type === 'ledger.abandon') stage = 'lost';
    });

    return () => {
      const wasOpen = stage === 'open';
      stage = 'left';
      if (wasOpen && hasMoved(readPlayhead(playhead))) send(readPlayhead(playhead).time).catch(() => undefined);
    };
  },
);

/** Seconds; a smaller difference is no change. */
const SAME_POSITION_S = 0.05;

function hasMoved({ listened, savedTime, silentUntil, time }: Playhead): boolean {
  return listened >= silentUntil && Math.abs(time - savedTime) >= SAME_POSITION_S;
}

/** Opening it again shows what ended. A server may not answer calls for an expired share. */
function isOver({ kind }: AppError): boolean {
  return kind === 'notFound' || kind === 'timeout';
}
