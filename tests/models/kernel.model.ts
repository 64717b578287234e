import { createActor, fromTransition } from 'xstate';
import { firstUserMachine } from '../../src/machines/auth/first-user.machine.ts';
import { loginMachine } from '../../src/machines/auth/login.machine.ts';
import { connectivityMachine } from '../../src/machines/connectivity/connectivity.machine.ts';
import { librariesMachine } from '../../src/machines/libraries/libraries.machine.ts';
import { menusMachine } from '../../src/machines/menus/menus.machine.ts';
import { confirmMachine } from '../../src/machines/modals/confirm.machine.ts';
import { modalsMachine } from '../../src/machines/modals/modals.machine.ts';
import { preferencesMachine } from '../../src/machines/preferences/preferences.machine.ts';
import { routerMachine } from '../../src/machines/router/router.machine.ts';
import { socketMachine } from '../../src/machines/socket/socket.machine.ts';
import { parseServerEvent } from '../../src/schemas/socket/server-events.ts';
import { toastMachine } from '../../src/machines/toasts/toast.machine.ts';
import { toastsMachine } from '../../src/machines/toasts/toasts.machine.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const nobody = createActor(fromTransition((state: null) => state, null)).start();
const library = recording('libraries/one').response.body as { id: string };

const route = (path: string, error: string | null, kind: 'push' | 'start') =>
  ({ type: 'route.changed', route: { name: 'index' }, path, key: path, kind, error }) as const;

export const loginModel = defineModel({
  name: 'login',
  machine: loginMachine,
  starts: [{ input: { mayAutoLaunch: true } }, { input: { mayAutoLaunch: false } }],
  named: { auth: null, router: null },
  events: [
    { type: 'login.changed', field: 'username', value: 'root' },
    { type: 'login.submitted' },
    { type: 'login.revealToggled' },
    { type: 'login.openIdChosen' },
    { type: 'login.retry' },
  ],
  outputs: {
    fetchStatus: [
      { serverVersion: '2.26.0', isInit: false },
      { serverVersion: '2.26.0', isInit: true, authMethods: ['local', 'openid'], authFormData: { authOpenIDAutoLaunch: true } },
      { serverVersion: '2.26.0', isInit: true, authMethods: ['local'] },
    ],
    firstUser: [{ username: 'root' }],
  },
  project: ({ context }) => [context.username, context.rootCreated, context.isRevealed, context.lacksUsername],
});

export const firstUserModel = defineModel({
  name: 'firstUser',
  machine: firstUserMachine,
  events: [
    { type: 'firstUser.changed', field: 'username', value: '' },
    { type: 'firstUser.changed', field: 'username', value: 'root' },
    { type: 'firstUser.changed', field: 'password', value: 'a' },
    { type: 'firstUser.changed', field: 'confirmation', value: 'a' },
    { type: 'firstUser.submitted' },
    { type: 'firstUser.revealToggled' },
    { type: 'firstUser.confirmed' },
    { type: 'firstUser.cancelled' },
  ],
  project: ({ context }) => [context.username, context.password, context.confirmation, context.isRevealed, context.problem],
});

export const connectivityModel = defineModel({ name: 'connectivity', machine: connectivityMachine, events: [{ type: 'page.online' }, { type: 'page.offline' }, { type: 'page.shown' }, { type: 'page.hidden' }] });

export const preferencesModel = defineModel({
  name: 'preferences',
  machine: preferencesMachine,
  systemId: 'preferences',
  events: [
    { type: 'preferences.set', change: { theme: 'dark' } },
    { type: 'preferences.changedElsewhere', preferences: defaultPreferences },
  ],
  project: ({ context }) => context.theme,
});

export const toastModel = defineModel({
  name: 'toast',
  machine: toastMachine,
  starts: [null, 5000].map((durationMs) => ({
    input: { id: 't', kind: 'info' as const, message: { text: 'x' }, durationMs, action: null },
  })),
  events: [{ type: 'toast.hold' }, { type: 'toast.release' }, { type: 'toast.act' }, { type: 'toast.close' }],
});

export const toastsModel = defineModel({
  name: 'toasts',
  machine: toastsMachine,
  events: [
    { type: 'toasts.show', kind: 'info', message: { text: 'x' }, id: 'a' },
    { type: 'toasts.show', kind: 'error', message: { text: 'y' } },
    { type: 'toasts.dismiss', id: 'a' },
  ],
  project: ({ context }) => [context.toasts.length, context.toasts.findIndex(({ id }) => id === 'a')],
  stopWhen: ({ context }) => context.count > 2,
});

export const confirmModel = defineModel({
  name: 'confirm',
  machine: confirmMachine,
  starts: [
    { input: { message: { text: 'x' }, type: 'yesNo' } },
    { input: { message: { text: 'x' }, type: 'ok', persistent: true, checkbox: { label: { text: 'y' }, checked: true } } },
  ],
  events: [
    { type: 'confirm.accept' },
    { type: 'confirm.cancel', reason: 'outside' },
    { type: 'confirm.cancel', reason: 'button' },
    { type: 'confirm.check', checked: false },
  ],
  project: ({ context }) => [context.checked, context.accepted],
});

export const menusModel = defineModel({
  name: 'menus',
  machine: menusMachine,
  events: [
    { type: 'menus.open', id: 'a' },
    { type: 'menus.open', id: 'b' },
    { type: 'menus.close', id: 'a' },
    { type: 'menus.closeAll' },
  ],
  project: ({ context }) => context.openId,
});

export const modalsModel = defineModel({
  name: 'modals',
  machine: modalsMachine,
  events: [
    { type: 'modals.open', modal: 'confirm', input: { message: { text: 'x' }, type: 'yesNo' }, tag: 'a', replyTo: nobody },
    { type: 'modals.closeAll' },
  ],
  outputs: { confirm: [{ accepted: true, checked: false }] },
  project: ({ context }) => context.stack.length,
  stopWhen: ({ context }) => context.count > 1,
});

export const routerModel = defineModel({
  name: 'router',
  machine: routerMachine,
  named: { toasts: null },
  events: [
    route('/a', null, 'push'), route('/b', 'broken', 'push'), route('/c', 'broken', 'start'),
    { type: 'router.go', to: '/a' }, { type: 'router.go', to: { name: 'account' }, replace: true },
    { type: 'router.leave', url: 'https://provider.test' }, { type: 'router.reload' },
  ],
  outputs: { askServer: [null] },
  project: ({ context }) => context.path,
});

export const librariesModel = defineModel({
  name: 'libraries',
  machine: librariesMachine,
  starts: [{ input: { currentId: null } }, { input: { currentId: library.id } }],
  named: { preferences: fromTransition((state) => state, defaultPreferences) },
  events: [
    { type: 'libraries.select', id: library.id },
    { type: 'libraries.refresh' },
    { type: 'libraries.retryFacts' },
    { type: 'server.library.added', library: library as never },
    { type: 'server.library.updated', library: library as never },
    { type: 'server.library.removed', library: library as never },
  ],
  outputs: {
    fetchLibraries: [{ libraries: { items: [library], dropped: [] } }],
    fetchFacts: [{ library, filterdata: {}, issues: 0, numUserPlaylists: 0 }],
  },
  project: ({ context }) => [context.libraries.length, context.currentId, context.facts?.libraryId],
});

export const socketModel = defineModel({
  name: 'socket',
  machine: socketMachine,
  named: { auth: null, toasts: null },
  events: [
    { type: 'connection.opened' }, { type: 'connection.lost', reason: 'transport close' }, { type: 'connection.failed', message: 'x' },
    { type: 'connection.event', parsed: parseServerEvent('init', [{ userId: 'a', username: 'root' }]) },
    { type: 'connection.event', parsed: parseServerEvent('auth_failed', [{ message: 'Invalid token' }]) },
    { type: 'connection.event', parsed: parseServerEvent('library_added', [{}]) },
    { type: 'connection.event', parsed: parseServerEvent('nonsense', []) },
    { type: 'token.granted', accessToken: 'a' }, { type: 'token.denied', error: { kind: 'network' } },
    { type: 'socket.send', name: 'ping', args: [] }, { type: 'socket.retry' },
  ],
  project: ({ context }) => [context.token, Math.min(context.connections, 2), context.noticed, context.refused],
  stopWhen: ({ context }) => context.connections > 2 || context.malformed > 1 || Object.values(context.unknown).some((n) => n > 1),
});
