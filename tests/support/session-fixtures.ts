import { listeningSessionsPage, openSessions, type ListeningSession } from '../../src/schemas/api/listening-session.ts';
import {
  EXPORT_COLUMNS,
  type ExportColumn,
  type ExportTexts,
} from '../../src/machines/admin/sessions/session-export.logic.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from './recordings.ts';

/** `GET /api/sessions` of the recorded server: the first ten of 26, of all users. */
export const sessionsBody = recording('sessions/list').response.body as { sessions: object[] };
/** `GET /api/sessions/open`: root listens to a book. */
export const openBody = recording('sessions/open-list').response.body as { sessions: object[] };
/** The same of a server on which a visitor of a public link listens. */
export const sharedBody = recording('sessions/open-list-with-share').response.body as { shareSessions: object[] };
/** `GET /api/users/:id/listening-sessions`. */
export const userSessionsBody = recording('users/listening-sessions').response.body as object;
/** `GET /api/me/listening-sessions`. */
export const mySessionsBody = recording('me/listening-sessions').response.body as object;

function first(sessions: readonly ListeningSession[]): ListeningSession {
  const [session] = sessions;
  if (!session) throw new Error('The recording has no session');
  return session;
}

export const recordedSessions = z.parse(listeningSessionsPage, sessionsBody).sessions.items;
/** One of the history. */
export const storedSession = first(recordedSessions);
/** A running one. */
export const openSession = first(z.parse(openSessions, openBody).sessions.items);

/** A part of the list with other numbers. */
export const listedPage = (changes: object) => z.parse(listeningSessionsPage, { ...sessionsBody, ...changes });

/** Words of an exported file: each column under its own name. */
export const exportTexts: ExportTexts = {
  name: 'Sessions',
  columns: Object.fromEntries(EXPORT_COLUMNS.map((column) => [column, column])) as Record<ExportColumn, string>,
  methods: { directPlay: 'Direct play', directStream: 'Direct stream', transcode: 'Transcode', local: 'Offline' },
};
