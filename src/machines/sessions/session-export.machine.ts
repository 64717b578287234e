import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate';
import type { ListeningSession, ListeningSessionsPage } from '../../schemas/api/listening-session.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { textFileUrl } from '../../services/text-file.ts';
import { getPorts } from '../app/ports.ts';
import { toCsv } from '../kit/csv.logic.ts';
import { failureOf, keepError } from '../kit/failure.logic.ts';
import { exportName, exportRows, type ExportTexts } from './session-export.logic.ts';
import { readPage, type Listener, type SessionScope } from './sessions.logic.ts';

/** Which sessions go into the file. `userId`: of one user, in the scope `all`; null of all. */
export interface ExportRequest {
  readonly scope: SessionScope;
  readonly userId: string | null;
  readonly listeners: readonly Listener[];
  readonly texts: ExportTexts;
}

export type SessionExportEvent =
  | { type: 'sessionExport.start'; request: ExportRequest }
  /** Saves nothing; after a failure, what was loaded is forgotten. */
  | { type: 'sessionExport.cancel' }
  /** Goes on where it failed. */
  | { type: 'sessionExport.retry' };

interface SessionExportContext {
  readonly request: ExportRequest | null;
  /** The latest first, each once. */
  readonly sessions: readonly ListeningSession[];
  /** The next page to load, from 0. */
  readonly page: number;
  readonly isWhole: boolean;
  /** How many are loaded or saved. */
  readonly count: number;
  /** How many there are; null until the server said so. */
  readonly total: number | null;
  /** How many could not be read. */
  readonly unreadable: number;
  readonly error: AppError | null;
}

/** Sessions of a page: few large pages are less work for a server. */
export const EXPORT_PAGE = 500;
/** Most sessions of a file. */
export const MOST_EXPORTED = 20_000;

const nothing = { sessions: [], page: 0, isWhole: false, count: 0, total: null, unreadable: 0, error: null } as const;

/**
 * Saves listening sessions as comma-separated text. They are loaded page by page, the ones begun last first: what is
 * heard meanwhile moves others to a later page and never past the one that is loaded next.
 *
 * Invariants:
 * 1. A file has each session once, and 20,000 at most.
 * 2. A file is saved only when all of it is loaded, and once.
 * 3. A page that failed takes no session away.
 */
export const sessionExportMachine = setup({
  types: {
    context: {} as SessionExportContext,
    events: {} as SessionExportEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { readPage: 'readPage' },
  },
  actors: {
    readPage: fromPromise<ListeningSessionsPage, { readonly request: ExportRequest | null; readonly page: number }>(
      ({ input: { request, page }, system, signal }) => {
        if (request === null) throw new Error('There is nothing to export');
        const { scope, userId } = request;
        const range = { page, itemsPerPage: EXPORT_PAGE, sort: 'createdAt', isDescending: true, userId } as const;
        return readPage(getPorts(system).api, scope, range, signal);
      },
    ),
  },
  guards: { wantsMore: ({ context: { isWhole, count } }) => !isWhole && count < MOST_EXPORTED },
  actions: {
    begin: assign((_, { request }: { request: ExportRequest }) => ({ ...nothing, request })),
    forget: assign({ ...nothing, request: null }),
    keepPage: assign(({ context }, { read }: { read: ListeningSessionsPage }) => {
      const { items, dropped } = read.sessions;
      const known = new Set(context.sessions.map(({ id }) => id));
      const all = [...context.sessions, ...items.filter(({ id }) => !known.has(id))];
      const sessions = all.slice(0, MOST_EXPORTED);
      const isLast = context.page + 1 >= read.numPages || items.length + dropped.length === 0;
      return {
        sessions,
        count: sessions.length,
        total: read.total,
        unreadable: context.unreadable + dropped.length,
        page: context.page + 1,
        isWhole: isLast && all.length === sessions.length,
      };
    }),
    save: ({ context: { request, sessions }, system }) => {
      if (request === null) return;
      const { clock, page } = getPorts(system);
      const text = toCsv(exportRows(sessions, request.texts, request.listeners));
      page.download(textFileUrl(text, 'text/csv;charset=utf-8'), exportName(request.texts.name, clock.now()));
    },
    forgetSessions: assign({ sessions: [] }),
    rememberFailure: assign(keepError),
    forgetFailure: assign({ error: null }),
  },
}).createMachine({
  id: 'sessionExport',
  context: { ...nothing, request: null },
  initial: 'resting',
  states: {
    resting: {
      on: { 'sessionExport.start': { target: 'reading', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    reading: {
      tags: 'busy',
      invoke: {
        src: 'readPage',
        id: 'readPage',
        input: ({ context: { request, page } }) => ({ request, page }),
        onDone: { target: 'deciding', actions: { type: 'keepPage', params: ({ event }) => ({ read: event.output }) } },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
      on: { 'sessionExport.cancel': { target: 'resting', actions: 'forget' } },
    },
    deciding: {
      always: [
        { guard: 'wantsMore', target: 'reading' },
        { target: 'saved', actions: ['save', 'forgetSessions'] },
      ],
    },
    failed: {
      tags: 'failed',
      exit: 'forgetFailure',
      on: {
        'sessionExport.retry': 'reading',
        'sessionExport.cancel': { target: 'resting', actions: 'forget' },
      },
    },
    saved: {
      on: { 'sessionExport.start': { target: 'reading', actions: { type: 'begin', params: ({ event }) => event } } },
    },
  },
});

export type SessionExportRef = ActorRefFrom<typeof sessionExportMachine>;
