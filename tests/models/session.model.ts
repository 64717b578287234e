import { fromTransition } from 'xstate';
import type { AnyRoute } from '../../src/machines/kit/router/routes.ts';
import { backgroundMachine } from '../../src/machines/app/session/background.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { sessionMachine } from '../../src/machines/app/session/session.machine.ts';
import { authorized } from '../../src/schemas/api/auth.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { downloadOf } from '../support/podcast-fixtures.ts';
import { taskOf } from '../support/task-fixtures.ts';
import { defineModel, puppet, receivedBy } from '../support/rig.ts';

const root = z.parse(authorized, recording('auth/login-root').response.body);

const preferences = fromTransition((state) => state, defaultPreferences);
const to = (route: AnyRoute) =>
  ({ type: 'route.changed', route, path: '/', key: route.name, kind: 'push', error: null }) as const;
const own = { name: 'library', libraryId: 'own' } as const;

const embed = { type: 'server.embedQueue.updated', entry: { libraryItemId: 'i', queued: true } } as const;

const begun = { type: 'server.task.started', task: taskOf({ id: 'task' }) } as const;
const downloaded = { type: 'server.episodeDownload.finished', download: downloadOf(1, { failed: true }) } as const;

export const backgroundModel = defineModel({
  name: 'background',
  machine: backgroundMachine.provide({ actions: { logFailure: () => undefined } }),
  starts: [{ input: { version: '2.26.0', source: 'docker' } }],
  named: { modals: null, toasts: null },
  events: [
    { type: 'tasks.refresh' },
    { type: 'tasks.cancelRequested', libraryId: 'own' },
    { type: 'changelog.open' },
    { type: 'inspector.toggle' },
    { type: 'uploads.open', logic: puppet, data: { libraries: { items: [], dropped: [] } } },
    embed,
    begun,
    downloaded,
  ],
  outputs: {
    loadIdleMachines: [
      {
        ebookSender: puppet,
        failedDownloads: puppet,
        inspectorDoor: puppet,
        itemRestorer: puppet,
        tasks: puppet,
        updates: puppet,
      } as never,
    ],
  },
  failures: { loadIdleMachines: [new Error('no code')] },
  project: ({ context }) => context.isInspectorWanted,
  invariants: {
    'the machines are there together, once their code is': (state) =>
      [state.context.ebookSender, state.context.inspectorDoor, state.context.tasks, state.context.updates].every(
        (ref) => (ref !== null) === state.matches('started'),
      ),
    'what was pressed for the inspector before reaches it unless taken back, once its code is there': (
      { context },
      { happened },
    ) => {
      const types = happened.map(({ type }) => type);
      const start = types.findIndex((type) => type.startsWith('xstate.done.actor'));
      if (context.inspectorDoor === null) return true;
      const failure = types.slice(0, start).findLastIndex((type) => type.startsWith('xstate.error.actor'));
      const presses = (from: number, to: number) =>
        types.slice(from, to).filter((type) => type === 'inspector.toggle').length;
      const report = (presses(failure + 1, start) % 2) + presses(start + 1, types.length);
      return receivedBy(context.inspectorDoor).length === report;
    },
    'a press that fails to open the inspector is reported': (_state, { happened, receivedBy: heardBy }) => {
      const types = happened.map(({ type }) => type);
      const unmet = types.flatMap((type, at) => {
        if (!type.startsWith('xstate.error.actor')) return [];
        const before = types.slice(0, at);
        const last = before.findLastIndex((other) => other.startsWith('xstate.error.actor'));
        return before.slice(last + 1).filter((other) => other === 'inspector.toggle').length % 2 === 1 ? [at] : [];
      });
      return heardBy('toasts').length === unmet.length;
    },
    'uploads start at the first visit of their page, and receive each': ({ context: { uploads } }, { happened }) => {
      const visits = happened.filter(({ type }) => type === 'uploads.open').length;
      return (uploads ? receivedBy(uploads as never).length : 0) === visits;
    },
    'what the tasks want of the session is handed on, and nothing else': (_state, { parentEvents }) =>
      parentEvents.every(({ type }) => type === 'tasks.cancelRequested'),
    'the tasks learn at their start whether the connection was open': ({ context }, { happened }) => {
      const start = happened.findIndex(({ type }) => type.startsWith('xstate.done.actor'));
      const before = start < 0 ? happened : happened.slice(0, start);
      return context.isLive === before.some(({ type }) => type === 'tasks.refresh');
    },
    'the tasks receive all events since their start': ({ context }, { happened }) => {
      const start = happened.findIndex(({ type }) => type.startsWith('xstate.done.actor'));
      const report = happened
        .slice(start + 1)
        .filter(({ type }) => type === 'tasks.refresh' || type === embed.type || type === begun.type);
      return context.tasks === null || receivedBy(context.tasks).length === report.length;
    },
    'who keeps the downloads that failed hears of them, and of nothing else': ({ context }, { happened }) => {
      const start = happened.findIndex(({ type }) => type.startsWith('xstate.done.actor'));
      const report = happened.slice(start + 1).filter(({ type }) => type === downloaded.type);
      return context.failedDownloads === null || receivedBy(context.failedDownloads).length === report.length;
    },
  },
});

const kindle = { name: 'Kindle', email: 'k@example.org', availabilityOption: 'adminOrUp', users: [] };
const unreachable = new AppException({ kind: 'network' });

export const sessionModel = defineModel({
  name: 'session',
  machine: sessionMachine.provide({ actions: { logMalformed: () => undefined } }),
  starts: [
    { input: { account: null, route: { name: 'index' }, entryKey: 'first' } },
    { input: { account: root, route: { name: 'account' }, entryKey: 'first' } },
  ],
  named: { auth: null, modals: null, router: null, toasts: null, menus: null, preferences },
  events: [
    to({ name: 'index' }),
    to(own),
    { type: 'page.libraryResolved', libraryId: 'own' },
    { type: 'progress.settled', id: 'i1' },
    { type: 'session.retry' },
    { type: 'session.leave' },
    { type: 'session.signOut' },
    { type: 'page.settingsSaved', serverSettings: { ...root.serverSettings, dateFormat: 'dd.MM.yyyy' } },
    { type: 'ledger.settled' },
    { type: 'auth.refreshed' },
    { type: 'connectivity.restored', lostAt: 0 },
    { type: 'freshness.due' },
    { type: 'help.requested' },
    { type: 'settings.findRequested' },
    { type: 'tasks.cancelRequested', libraryId: 'own' },
    { type: 'server.embedQueue.updated', entry: { libraryItemId: 'i1', queued: true } },
    { type: 'server.playlist.removed', playlist: { id: 'p', userId: root.user.id } },
    { type: 'libraries.loaded', libraries: [{ id: 'own', mediaType: 'book' }] },
    { type: 'libraries.currentRemoved', nextId: null },
    { type: 'socket.connected', again: false },
    { type: 'socket.connected', again: true },
    { type: 'socket.lost' },
    { type: 'player.checkRequested' },
    { type: 'server.user.updated', user: root.user },
    { type: 'server.user.updated', user: { ...root.user, id: 'other' } },
    { type: 'server.item.removed', item: { id: 'i1', libraryId: 'own' } },
    { type: 'server.adminMessage.received', message: 'Down at noon' },
    { type: 'server.log.written', line: {} as never },
    { type: 'server.ereaderDevices.updated', list: { ereaderDevices: [kindle] } },
    { type: 'server.backup.applied' },
    { type: 'socket.eventRejected', name: 'init', issues: [] },
  ],
  failures: { authorize: [unreachable, new AppException({ kind: 'forbidden', message: '' })] },
  outputs: { authorize: [root], fetchUser: [root.user, { ...root.user, username: 'renamed' }] },
  ignored: [{ type: 'server.playlist.removed', playlist: { id: 'p', userId: 'another' } }],
  project: ({ context }) => ({
    account: context.account?.user.username,
    route: context.route,
    devices: context.account?.ereaderDevices.items.length,
    hasMissed: context.hasMissed,
    hasNews: context.hasNews,
    error: context.error?.kind,
  }),
  invariants: {
    'a refusal is not retried without the visitor': (state, { happened }) => {
      const failure = happened.findLast(({ type }) => type === 'xstate.error.actor.authorize');
      return !state.matches('retrying') || (failure as { error?: unknown } | undefined)?.error === unreachable;
    },
    'nothing works without an account': (state) => !state.matches('ready') || state.context.account !== null,
    'the account stays that of who signed in': (state) =>
      state.context.account === null || state.context.account.user.id === root.user.id,
    'the account leaves when the ledger says that nothing is owed, or before anybody worked': (
      { context },
      { happened, receivedBy },
    ) => {
      const began = happened.findIndex(({ type }) => type === 'xstate.done.actor.authorize');
      const idle = began >= 0 ? happened.slice(0, began) : context.account === null ? happened : [];
      const mayLeave =
        idle.filter(({ type }) => type === 'session.leave').length +
        happened.filter(({ type }) => type === 'ledger.settled').length;
      return receivedBy('auth').filter(({ type }) => type === 'auth.settled').length === mayLeave;
    },
  },
  unreachable: [
    {
      transition: 'ready: server.playlist.* [isForeignPlaylist] -> (stays)',
      reason: 'it does nothing, which counts as not taken; the test of playlists of another account takes it',
    },
  ],
});
