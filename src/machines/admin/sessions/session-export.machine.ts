import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { ListeningSession, ListeningSessionsPage } from '../../../schemas/api/listening-session.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { textFileUrl } from '../../../services/text-file.ts';
import { getPorts } from '../../kit/ports.ts';
import { toCsv } from '../../kit/csv.logic.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { exportName, exportRows, type ExportTexts } from './session-export.logic.ts';
import {
  LARGE_PAGE,
  matcherOf,
  MOST_READ,
  NO_FIND,
  readPage,
  type Listener,
  type SessionFind,
  type SessionScope,
} from './sessions.logic.ts';

/** `userId`: limits the scope `all` to one user; null for all. */
export interface ExportRequest {
  readonly scope: SessionScope;
  readonly userId: string | null;
  readonly find: SessionFind;
  readonly listeners: readonly Listener[];
  readonly texts: ExportTexts;
}

export type SessionExportEvent =
  | { type: 'sessionExport.start'; request: ExportRequest }
  /** Saves nothing and discards loaded pages. */
  | { type: 'sessionExport.cancel' }
  /** Continues at the failed page. */
  | { type: 'sessionExport.retry' };

interface SessionExportContext {
  readonly request: ExportRequest | null;
  /** Newest first, each once. */
  readonly sessions: readonly ListeningSession[];
  /** Next page, from 0. */
  readonly page: number;
  readonly isWhole: boolean;
  /** Sessions of the file. */
  readonly count: number;
  /** Sessions looked through. */
  readonly read: number;
  /** Sessions on the server; null until known. */
  readonly total: number | null;
  /** Sessions that failed to parse. */
  readonly unreadable: number;
  readonly error: AppError | null;
}

const nothing = {
  sessions: [],
  page: 0,
  isWhole: false,
  count: 0,
  read: 0,
  total: null,
  unreadable: 0,
  error: null,
} as const;

/**
 * Exports listening sessions as CSV. Pages load newest first: new sessions only move others to later pages.
 *
 * Invariants:
 * 1. A file has each session once, and at most 20,000.
 * 2. A file is saved once, after all its pages have loaded.
 * 3. A failed page loses no loaded session.
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
        const range = { page, itemsPerPage: LARGE_PAGE, sort: 'createdAt', isDescending: true, userId } as const;
        return readPage(getPorts(system).api, scope, range, signal);
      },
    ),
  },
  guards: { wantsMore: ({ context: { isWhole, read } }) => !isWhole && read < MOST_READ },
  actions: {
    begin: assign((_, { request }: { request: ExportRequest }) => ({ ...nothing, request })),
    forget: assign({ ...nothing, request: null }),
    keepPage: assign(({ context }, { read }: { read: ListeningSessionsPage }) => {
      const { items, dropped } = read.sessions;
      const known = new Set(context.sessions.map(({ id }) => id));
      const matches = matcherOf(context.request?.find ?? NO_FIND);
      const fresh = items.filter((session) => !known.has(session.id) && matches(session));
      const all = [...context.sessions, ...fresh];
      const sessions = all.slice(0, MOST_READ);
      const isLast = context.page + 1 >= read.numPages || items.length + dropped.length === 0;
      return {
        sessions,
        count: sessions.length,
        read: context.read + items.length + dropped.length,
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
      on: { 'sessionExport.start': { target: 'reading', actions: by('begin') } },
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
      on: { 'sessionExport.start': { target: 'reading', actions: by('begin') } },
    },
  },
});

export type SessionExportRef = ActorRefFrom<typeof sessionExportMachine>;
