import { isDeepStrictEqual } from 'node:util';
import { fromTransition } from 'xstate';
import { sessionDetailsMachine } from '../../src/machines/admin/sessions/session-details.machine.ts';
import { sessionExportMachine } from '../../src/machines/admin/sessions/session-export.machine.ts';
import { sessionsMachine } from '../../src/machines/admin/sessions/sessions.machine.ts';
import {
  isFinding,
  MOST_READ,
  NO_FIND,
  queryInstead,
  queryOf,
} from '../../src/machines/admin/sessions/sessions.logic.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { defineModel } from '../support/rig.ts';
import { exportTexts, listedPage, openSession, storedSession } from '../support/session-fixtures.ts';
import { onlineAs, userNamed } from '../support/users-fixtures.ts';

const user = userNamed('user');
const closed = { type: 'modal.closed', tag: 'x' } as const;
const refused = new AppException({ kind: 'forbidden', message: '' });
const listOf = (numPages: number) => ({
  listed: listedPage({ numPages, sessions: [storedSession] }),
  open: [],
  shared: [],
  listeners: [user],
});
const entry = { entryKey: 'k', memory: null };

export const sessionsModel = defineModel({
  name: 'sessions',
  machine: sessionsMachine,
  starts: [
    { input: { route: { name: 'configSessions' }, ...entry } },
    { input: { route: { name: 'configSessions', user: 'gone', page: '3' }, ...entry } },
    { input: { route: { name: 'accountSessions' }, ...entry } },
  ],
  named: { modals: null, router: null, toasts: null },
  events: [
    { type: 'sessions.export', texts: exportTexts },
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'freshness.due' },
    { type: 'sessions.turn', page: 1 },
    { type: 'sessions.sort', sort: 'displayTitle' },
    { type: 'sessions.filter', userId: user.id },
    { type: 'sessions.find', find: { words: 'x' } },
    { type: 'page.refresh', again: false },
    { type: 'sessions.setSize', size: '25' },
    { type: 'sessions.select', id: storedSession.id, isSelected: true },
    { type: 'sessions.selectAll', isSelected: false },
    { type: 'sessions.remove' },
    { type: 'sessions.show', session: storedSession, place: 'stored' },
    { ...closed, modal: 'confirm', output: { accepted: true, checked: false } },
    { ...closed, modal: 'sessionDetails', output: { isRemoved: true } },
    { ...closed, modal: 'sessionDetails', output: null },
    { type: 'server.user.streamUpdated', user: onlineAs(user) },
    { type: 'server.user.offline', user: onlineAs(user) },
    { type: 'server.session.closed', sessionId: openSession.id },
  ],
  ignored: [{ type: 'sessions.select', id: 'unknown', isSelected: true }],
  outputs: { read: [listOf(1), listOf(2)], deleteSessions: ['OK'] },
  failures: { read: [refused], deleteSessions: [refused] },
  project: ({ context }) => [
    context.scope.kind,
    context.query.page,
    isFinding(context.query),
    context.list?.listed.numPages,
    context.selected.length,
  ],
  invariants: {
    'only shown sessions are selected': ({ context }) =>
      context.selected.every((id) => context.list?.listed.sessions.items.some((session) => session.id === id)),
    'nothing is removed without a yes': (state, { happened }) =>
      !state.matches({ shown: 'removing' }) || happened.some(({ type }) => type === 'modal.closed'),
    'only in a list of everybody is something selected': ({ context }) =>
      context.scope.kind === 'all' || context.selected.length === 0,
    'the page and the user that are shown are known': (state) =>
      !state.matches({ shown: 'resting' }) ||
      queryInstead(state.context.query, state.context.list ?? listOf(1)) === null,
    'the address says what is shown': (state) =>
      !state.matches({ shown: 'resting' }) || isDeepStrictEqual(queryOf(state.context.route), state.context.query),
    'it says why it shows nothing': (state) => !state.matches('failed') || state.context.error !== null,
    'it shows a list when it has one': (state) => !state.matches('shown') || state.context.list !== null,
  },
});

const request = { scope: { kind: 'all' }, userId: null, find: NO_FIND, listeners: [user], texts: exportTexts } as const;
const exported = (page: number, sessions: readonly object[], numPages = 2) =>
  listedPage({ total: 2, page, numPages, sessions });

export const sessionExportModel = defineModel({
  name: 'session export',
  machine: sessionExportMachine,
  starts: [{}],
  events: [{ type: 'sessionExport.start', request }, { type: 'sessionExport.cancel' }, { type: 'sessionExport.retry' }],
  outputs: {
    readPage: [
      exported(0, [storedSession]),
      exported(1, [storedSession, { ...storedSession, id: 'other' }]),
      exported(0, []),
    ],
  },
  failures: { readPage: [refused] },
  project: ({ context }) => [context.count, Math.min(context.page, 2), context.isWhole, context.error?.kind],
  invariants: {
    'a file has each session once, and 20,000 at most': ({ context: { sessions } }) =>
      sessions.length <= MOST_READ && new Set(sessions.map(({ id }) => id)).size === sessions.length,
    'a file is saved only when all of it is loaded': (state) =>
      !state.matches('saved') || state.context.isWhole || state.context.read >= MOST_READ,
    'it says why it failed': (state) => state.matches('failed') === (state.context.error !== null),
  },
});

const progress = fromTransition((state) => state, { userId: openSession.userId, entries: {} });

export const sessionDetailsModel = defineModel({
  name: 'session details',
  machine: sessionDetailsMachine,
  starts: [
    { input: { session: storedSession, place: 'stored', listener: null, mayRemove: true } },
    { input: { session: openSession, place: 'open', listener: null, mayRemove: true } },
  ],
  named: { modals: null, player: null, progress },
  events: [
    { type: 'sessionDetails.play' },
    { type: 'sessionDetails.remove' },
    { type: 'sessionDetails.stop' },
    { type: 'sessionDetails.close' },
    { ...closed, modal: 'confirm', output: { accepted: true, checked: false } },
    { ...closed, modal: 'confirm', output: null },
  ],
  outputs: { deleteSession: ['OK'], closeSession: ['OK'] },
  failures: { deleteSession: [refused], closeSession: [refused] },
  project: ({ context }) => [context.place, context.isRemoved, context.error?.kind],
  invariants: {
    'it is missing only when the server reports it': ({ context }, { happened }) =>
      !context.isRemoved || happened.some(({ type }) => type.startsWith('xstate.done.actor.')),
    'it is not removed without a question': (state, { receivedBy }) =>
      !state.matches('removing') || receivedBy('modals').length > 0,
    'only past sessions are removed, only running ones are closed': (state) =>
      (!state.matches('removing') || state.context.place === 'stored') &&
      (!state.matches('ending') || state.context.place === 'open'),
  },
});
