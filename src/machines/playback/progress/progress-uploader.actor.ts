import { fromCallback } from 'xstate';
import type { MediaProgress } from '../../../schemas/api/progress.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { getOpenSession, saveLocalSessions, type LocalSession } from '../../../services/endpoints/local-sessions.ts';
import { getProgress } from '../../../services/endpoints/me.ts';
import { closeSession, syncSession } from '../../../services/endpoints/playback.ts';
import { getPorts, type Ports } from '../../kit/ports.ts';
import { statusOf, unlessMissing } from '../../kit/failure.logic.ts';
import {
  carriedBy,
  isOwnPlace,
  OWN_PLACE_S,
  PRESENT_MS,
  type LedgerAnswer,
  type LedgerCall,
  type LedgerEntry,
} from './ledger.logic.ts';

export type UploaderCommand = { type: 'uploader.call'; entry: LedgerEntry; call: LedgerCall; isLast: boolean };
export type UploaderReport = {
  type: 'uploader.answered';
  sessionId: string;
  call: LedgerCall;
  answer: LedgerAnswer;
  error: AppError | null;
  elsewhere: MediaProgress | null;
};

type WholeSession = Pick<Extract<LedgerCall, { kind: 'store' }>, 'listened' | 'time' | 'updatedAt'>;
type Outcome = Pick<UploaderReport, 'answer' | 'elsewhere'>;

const DONE: Outcome = { answer: { kind: 'done' }, elsewhere: null };
const LATE: Outcome = { answer: { kind: 'late' }, elsewhere: null };

/**
 * Makes the ledger's calls one at a time across all tabs, after the journal has them. Calls that waited too long are
 * dropped. The last call of a page waits for neither.
 */
export const progressUploader = fromCallback<UploaderCommand, { readonly userId: string }>(
  ({ input, receive, sendBack, system }) => {
    const ports = getPorts(system);
    receive(({ entry, call, isLast }) => {
      const { sessionId } = entry;
      const report = (outcome: Outcome, error: AppError | null) =>
        sendBack({ type: 'uploader.answered', sessionId, call, error, ...outcome } satisfies UploaderReport);
      const planned = ports.clock.elapsed();
      const write = async () => {
        await ports.journal.written();
        if (carriedBy(call) && ports.clock.elapsed() - planned >= PRESENT_MS) return LATE;
        return make(ports, entry, call);
      };
      const made = isLast ? make(ports, entry, call) : ports.locks.withLock(`progress.${input.userId}`, write);
      made.then(
        (outcome) => report(outcome, null),
        (cause: unknown) => {
          const error = toAppError(cause);
          report({ answer: answerOf(error), elsewhere: null }, error);
        },
      );
    });
    return undefined;
  },
);

async function make({ api }: Ports, entry: LedgerEntry, call: LedgerCall): Promise<Outcome> {
  const { media, session, sessionId } = entry;
  const { duration } = session;
  switch (call.kind) {
    case 'sync':
      await api.call(syncSession, { sessionId, duration, timeListened: call.listened, currentTime: call.time });
      return DONE;
    case 'close': {
      const listened = call.last && { duration, timeListened: call.last.listened, currentTime: call.last.time };
      await api.call(closeSession, { sessionId, listened });
      return DONE;
    }
    case 'read': {
      const { timeListening } = await api.call(getOpenSession, { id: sessionId });
      return { answer: { kind: 'read', timeListening }, elsewhere: null };
    }
    case 'store':
      return store(api, entry, call);
    case 'place': {
      const found = await unlessMissing<MediaProgress>(api.call(getProgress, media));
      const isOurs = found && isOwnPlace(call.places, found.currentTime);
      if (!found || found.isFinished || Math.abs(found.currentTime - call.time) < OWN_PLACE_S) return DONE;
      if (!isOurs) return { ...DONE, elsewhere: found };
      // New enough to win over the current row, and over nothing that comes later.
      return store(api, entry, { ...call, updatedAt: Math.max(call.updatedAt, found.lastUpdate + 1) });
    }
  }
}

async function store(api: Ports['api'], entry: LedgerEntry, whole: WholeSession): Promise<Outcome> {
  const deviceInfo = { clientName: 'Earmark Web', deviceId: entry.device };
  const { results } = await api.call(saveLocalSessions, { sessions: [storedSession(entry, whole)], deviceInfo });
  const result = results.find(({ id }) => id === entry.sessionId);
  if (!result) return { answer: { kind: 'unclear' }, elsewhere: null };
  if (!result.success) return { answer: { kind: isMissing(result) ? 'impossible' : 'refused' }, elsewhere: null };
  return { answer: { kind: 'stored', isNewest: result.progressSynced ?? true }, elsewhere: null };
}

/** Text of the server's 404 for a missing item; a proxy's differs. */
function isMissing({ error }: { readonly error?: string | undefined }): boolean {
  return error === 'Media item not found';
}

/** The server stores sessions that it has no open copy of. */
function storedSession(
  { session, media, sessionId, userId }: LedgerEntry,
  { listened, time, updatedAt }: WholeSession,
): LocalSession {
  return {
    ...session,
    ...media,
    id: sessionId,
    userId,
    playMethod: 3,
    mediaPlayer: 'html5',
    timeListening: listened,
    currentTime: time,
    updatedAt,
  };
}

function answerOf(error: AppError): LedgerAnswer {
  if (error.kind === 'notFound') return { kind: 'unknown' };
  return { kind: (statusOf(error) ?? 500) < 500 ? 'refused' : 'unclear' };
}
