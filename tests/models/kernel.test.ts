import { expect, test } from 'vitest';
import { authMachine } from '../../src/machines/auth/auth.machine.ts';
import { firstUserMachine } from '../../src/machines/auth/first-user.machine.ts';
import { loginMachine } from '../../src/machines/auth/login.machine.ts';
import { connectivityMachine } from '../../src/machines/connectivity/connectivity.machine.ts';
import { librariesMachine } from '../../src/machines/libraries/libraries.machine.ts';
import { confirmMachine } from '../../src/machines/modals/confirm.machine.ts';
import { modalsMachine } from '../../src/machines/modals/modals.machine.ts';
import { preferencesMachine } from '../../src/machines/preferences/preferences.machine.ts';
import { routerMachine } from '../../src/machines/router/router.machine.ts';
import { socketMachine } from '../../src/machines/socket/socket.machine.ts';
import { toastMachine } from '../../src/machines/toasts/toast.machine.ts';
import { toastsMachine } from '../../src/machines/toasts/toasts.machine.ts';
import { AppException, type AppError } from '../../src/schemas/app-error.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { createFakePorts } from '../support/fakes/ports.ts';
import { recording } from '../support/recordings.ts';
import { defineModel, runModel, type AnyModel } from '../support/rig.ts';

const failure = (error: AppError) => new AppException(error);
const nobody = { send: () => undefined };
const account = recording('auth/login-root').response.body;
const library = recording('libraries/one').response.body as { id: string };

const storedPorts = () => {
  const ports = createFakePorts();
  ports.storage.put('earmark.session', JSON.stringify({ accessToken: 'old', userId: 'a' }));
  return ports;
};

const authEvents = [
  { type: 'auth.signIn', username: 'root', password: '' },
  { type: 'auth.adopt', accessToken: 'adopted' },
  { type: 'auth.identified', userId: 'a' },
  { type: 'auth.replaced', accessToken: 'replaced' },
  { type: 'auth.signOut' },
  { type: 'token.request', rejected: null, replyTo: nobody },
  (snapshot: { context: { session: { accessToken: string } | null } }) =>
    ({ type: 'token.request', rejected: snapshot.context.session?.accessToken ?? 'none', replyTo: nobody }) as const,
  { type: 'auth.sessionElsewhere', session: null },
  { type: 'auth.sessionElsewhere', session: { accessToken: 'b', userId: 'b' } },
  { type: 'auth.sessionElsewhere', session: { accessToken: 'newer', userId: 'a' } },
] as const;

const auth = {
  machine: authMachine,
  systemId: 'auth',
  events: authEvents,
  outputs: {
    login: [account],
    refreshTokens: [{ accessToken: 'new', userId: 'a' }],
    logout: [{ redirect_url: null }],
  },
  failures: {
    login: [failure({ kind: 'unauthorized', message: '' })],
    refreshTokens: [
      failure({ kind: 'unauthorized', message: '' }),
      failure({ kind: 'rateLimited', message: '', retryAfterSeconds: 10 }),
      failure({ kind: 'network' }),
    ],
  },
  project: (snapshot: { context: { waiters: readonly unknown[]; session: { userId: string | null } | null } }) => [
    Math.min(snapshot.context.waiters.length, 2),
    snapshot.context.session?.userId,
  ],
  stopWhen: (snapshot: { context: { waiters: readonly unknown[] } }) => snapshot.context.waiters.length > 2,
  invariants: {
    'somebody waits only while a refresh runs': (snapshot: { context: { waiters: readonly unknown[] }; matches: (value: never) => boolean }) =>
      snapshot.context.waiters.length === 0 || snapshot.matches({ signedIn: 'refreshing' } as never),
    'there is a token where somebody is signed in': (snapshot: { context: { session: unknown }; matches: (value: never) => boolean }) =>
      !snapshot.matches('signedIn' as never) || snapshot.context.session !== null,
  },
};

const route = (path: string, error: string | null, kind: 'push' | 'start') =>
  ({ type: 'route.changed', route: { name: 'index' }, path, key: path, kind, error }) as const;

const models: readonly AnyModel[] = [
  defineModel({
    ...auth,
    name: 'auth, nobody signed in at the start',
    unreachable: [
      {
        transition: 'starting: always [hasSession] -> signedIn',
        reason: 'needs a stored token: the other start',
      },
    ],
  }),
  defineModel({
    ...auth,
    name: 'auth, with a stored token',
    ports: storedPorts,
    unreachable: [{ transition: 'starting: always -> signedOut', reason: 'needs an empty storage: the other start' }],
  }),
  defineModel({
    name: 'login',
    machine: loginMachine,
    inputs: [{ mayAutoLaunch: true }, { mayAutoLaunch: false }],
    named: { auth: null, router: null },
    events: [
      { type: 'login.changed', field: 'username', value: 'root' },
      { type: 'login.submitted' },
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
    project: ({ context }) => [context.username, context.rootCreated],
  }),
  defineModel({
    name: 'firstUser',
    machine: firstUserMachine,
    events: [
      { type: 'firstUser.changed', field: 'username', value: '' },
      { type: 'firstUser.changed', field: 'username', value: 'root' },
      { type: 'firstUser.changed', field: 'password', value: 'a' },
      { type: 'firstUser.changed', field: 'confirmation', value: 'a' },
      { type: 'firstUser.submitted' },
      { type: 'firstUser.confirmed' },
      { type: 'firstUser.cancelled' },
    ],
    project: ({ context }) => [context.username, context.password, context.confirmation, context.problem],
  }),
  defineModel({ name: 'connectivity', machine: connectivityMachine, events: [{ type: 'page.online' }, { type: 'page.offline' }, { type: 'page.shown' }, { type: 'page.hidden' }] }),
  defineModel({
    name: 'preferences',
    machine: preferencesMachine,
    systemId: 'preferences',
    events: [
      { type: 'preferences.set', change: { theme: 'dark' } },
      { type: 'preferences.changedElsewhere', preferences: defaultPreferences },
    ],
    project: ({ context }) => context.theme,
  }),
  defineModel({
    name: 'toast',
    machine: toastMachine,
    inputs: [null, 5000].map((durationMs) => ({ id: 't', kind: 'info' as const, message: { text: 'x' }, durationMs, action: null })),
    events: [{ type: 'toast.hold' }, { type: 'toast.release' }, { type: 'toast.act' }, { type: 'toast.close' }],
  }),
  defineModel({
    name: 'toasts',
    machine: toastsMachine,
    events: [
      { type: 'toasts.show', kind: 'info', message: { text: 'x' }, id: 'a' },
      { type: 'toasts.show', kind: 'error', message: { text: 'y' } },
      { type: 'toasts.dismiss', id: 'a' },
    ],
    project: ({ context }) => [context.toasts.length, context.toasts.findIndex(({ id }) => id === 'a')],
    stopWhen: ({ context }) => context.count > 2,
  }),
  defineModel({
    name: 'confirm',
    machine: confirmMachine,
    inputs: [
      { message: { text: 'x' }, type: 'yesNo' },
      { message: { text: 'x' }, type: 'ok', persistent: true, checkbox: { label: { text: 'y' }, checked: true } },
    ],
    events: [
      { type: 'confirm.accept' },
      { type: 'confirm.cancel', reason: 'outside' },
      { type: 'confirm.cancel', reason: 'button' },
      { type: 'confirm.check', checked: false },
    ],
    project: ({ context }) => [context.checked, context.accepted],
  }),
  defineModel({
    name: 'modals',
    machine: modalsMachine,
    events: [
      { type: 'modals.open', modal: 'confirm', input: { message: { text: 'x' }, type: 'yesNo' }, tag: 'a', replyTo: nobody },
      { type: 'modals.closeAll' },
    ],
    outputs: { confirm: [{ accepted: true, checked: false }] },
    project: ({ context }) => context.stack.length,
    stopWhen: ({ context }) => context.count > 1,
  }),
  defineModel({
    name: 'router',
    machine: routerMachine,
    named: { toasts: null },
    events: [
      route('/a', null, 'push'), route('/b', 'broken', 'push'), route('/c', 'broken', 'start'),
      { type: 'router.go', to: '/a' }, { type: 'router.go', to: { name: 'account' }, replace: true },
      { type: 'router.leave', url: 'https://provider.test' }, { type: 'router.reload' },
    ],
    project: ({ context }) => context.path,
  }),
  defineModel({
    name: 'libraries',
    machine: librariesMachine,
    inputs: [{ currentId: null }, { currentId: library.id }],
    named: { preferences: null },
    events: [
      { type: 'libraries.select', id: library.id },
      { type: 'libraries.refresh' },
      { type: 'server.library.added', library: library as never },
      { type: 'server.library.updated', library: library as never },
      { type: 'server.library.removed', library: library as never },
    ],
    outputs: {
      fetchLibraries: [{ libraries: { items: [library], dropped: [] } }],
      fetchFacts: [{ library, filterdata: {}, issues: 0, numUserPlaylists: 0 }],
    },
    project: ({ context }) => [context.libraries.length, context.currentId, context.facts?.libraryId],
  }),
  defineModel({
    name: 'socket',
    machine: socketMachine,
    named: { auth: null, toasts: null },
    events: [
      { type: 'connection.opened' }, { type: 'connection.lost', reason: 'transport close' }, { type: 'connection.failed', message: 'x' },
      { type: 'connection.event', name: 'init', args: [{ userId: 'a', username: 'root' }] },
      { type: 'connection.event', name: 'auth_failed', args: [{ message: 'Invalid token' }] },
      { type: 'connection.event', name: 'library_added', args: [{}] },
      { type: 'connection.event', name: 'nonsense', args: [] },
      { type: 'token.granted', accessToken: 'a' }, { type: 'token.denied', error: { kind: 'network' } },
      { type: 'socket.send', name: 'ping', args: [] }, { type: 'socket.retry' },
    ],
    project: ({ context }) => [context.token, Math.min(context.connections, 2), context.noticed, context.refused],
    stopWhen: ({ context }) => context.connections > 2 || context.malformed > 1 || Object.values(context.unknown).some((n) => n > 1),
  }),
];

test.each(models.map((model) => [model.name, model] as const))('every state and transition of %s is taken', (_name, model) => {
  const { problems, table } = runModel(model);
  if (process.env.MODEL_TABLES) console.log(table);
  expect(problems).toEqual([]);
});
