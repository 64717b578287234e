import { fromCallback } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { getOpenSession, saveLocalSessions } from '../../services/endpoints/local-sessions.ts';
import { closeSession, syncSession } from '../../services/endpoints/playback.ts';
import { deviceIdOf } from '../player/device.ts';
import { getPorts, type Ports } from '../app/ports.ts';
import { storedSession, type LedgerAnswer, type LedgerCall } from './ledger-calls.logic.ts';
import type { LedgerEntry } from './ledger-entry.logic.ts';

export type UploaderCommand = {
  type: 'uploader.call';
  entry: LedgerEntry;
  call: LedgerCall;
  /** The page may be over before the journal has answered. */
  isLast: boolean;
};
export type UploaderReport = {
  type: 'uploader.answered';
  sessionId: string;
  call: LedgerCall;
  answer: LedgerAnswer;
  error: AppError | null;
};

/**
 * Makes the calls of the ledger, once the journal has what they carry, and tells how each ended. Saves and closes
 * outlive the page.
 */
export const progressUploader = fromCallback<UploaderCommand>(({ receive, sendBack, system }) => {
  const ports = getPorts(system);
  receive(({ entry, call, isLast }) => {
    const report = (answer: LedgerAnswer, error: AppError | null) =>
      sendBack({ type: 'uploader.answered', sessionId: entry.sessionId, call, answer, error } satisfies UploaderReport);
    const kept = isLast ? null : ports.journal.written();
    const made = kept ? kept.then(() => make(ports, entry, call)) : make(ports, entry, call);
    made.then(
      (answer) => report(answer, null),
      (cause: unknown) => {
        const error = toAppError(cause);
        report(answerOf(error), error);
      },
    );
  });
  return undefined;
});

async function make(ports: Ports, entry: LedgerEntry, call: LedgerCall): Promise<LedgerAnswer> {
  const { api } = ports;
  const { sessionId } = entry;
  switch (call.kind) {
    case 'sync':
      await api.call(syncSession, {
        sessionId,
        duration: entry.session.duration,
        timeListened: call.timeListened,
        currentTime: call.time,
      });
      return { kind: 'done' };
    case 'close':
      await api.call(closeSession, { sessionId, listened: null });
      return { kind: 'done' };
    case 'read': {
      const { timeListening, currentTime, updatedAt } = await api.call(getOpenSession, { id: sessionId });
      return { kind: 'told', timeListening, currentTime, updatedAt };
    }
    case 'store': {
      const deviceInfo = { clientName: 'Earmark Web', deviceId: deviceIdOf(ports) };
      const { results } = await api.call(saveLocalSessions, { sessions: [storedSession(entry, call)], deviceInfo });
      return results.every(({ success }) => success) ? { kind: 'done' } : { kind: 'refused', isLasting: true };
    }
  }
}

function answerOf(error: AppError): LedgerAnswer {
  switch (error.kind) {
    case 'notFound':
      return { kind: 'unknown' };
    case 'unauthorized':
    case 'rateLimited':
    case 'forbidden':
    case 'rejected':
      return { kind: 'refused', isLasting: false };
    default:
      return { kind: 'unclear' };
  }
}
