import { createActor, fromTransition, type AnyActorLogic, type EventObject } from 'xstate';
import { loginMachine } from '../../src/machines/account/auth/login.machine.ts';
import { connectivityMachine } from '../../src/machines/account/connectivity/connectivity.machine.ts';
import { librariesMachine } from '../../src/machines/account/libraries/libraries.machine.ts';
import { menusMachine } from '../../src/machines/app/modals/menus.machine.ts';
import { confirmMachine } from '../../src/machines/app/modals/confirm.machine.ts';
import { modalMachine } from '../../src/machines/app/modals/modal.machine.ts';
import { modalsMachine } from '../../src/machines/app/modals/modals.machine.ts';
import { localeMachine } from '../../src/machines/account/locale/locale.machine.ts';
import { preferencesMachine } from '../../src/machines/account/preferences/preferences.machine.ts';
import { routerMachine } from '../../src/machines/kit/router/router.machine.ts';
import { socketMachine } from '../../src/machines/account/socket/socket.machine.ts';
import type { SignedIn } from '../../src/schemas/api/auth.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { parseServerEvent } from '../../src/schemas/socket/server-events.ts';
import { toastsMachine, toastMachine } from '../../src/machines/app/toasts.machine.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { recording } from '../support/recordings.ts';
import { defineModel, puppet } from '../support/rig.ts';

/** The type of the last of these events. */
const lastOf = (happened: readonly EventObject[], ...types: readonly string[]) =>
  happened.findLast(({ type }) => types.includes(type))?.type;
const countOf = (happened: readonly EventObject[], ...types: readonly string[]) =>
  happened.filter(({ type }) => types.some((start) => type.startsWith(start))).length;

const nobody = createActor(fromTransition((state: null) => state, null)).start();
const library = recording('libraries/one').response.body as { id: string };

const account = { user: { id: 'u', accessToken: 't' } } as SignedIn;

const route = (path: string, error: string | null, kind: 'push' | 'start') =>
  ({ type: 'route.changed', route: { name: 'index' }, path, key: path, kind, error }) as const;

export const loginModel = defineModel({
  name: 'login',
  machine: loginMachine,
  starts: [true, false].map((mayAutoLaunch) => ({ input: { mayAutoLaunch, redirect: null, username: null } })),
  named: { auth: null, router: null },
  events: [
    { type: 'login.chooseOpenId' },
    { type: 'login.retry' },
    ...[
      { serverVersion: '2.26.0', isInit: false },
      {
        serverVersion: '2.26.0',
        isInit: true,
        authMethods: ['local', 'openid'],
        authFormData: { authOpenIDAutoLaunch: true },
      },
      { serverVersion: '2.26.0', isInit: true, authMethods: ['local'] },
    ].map((data) => ({ type: 'status.loaded', data }) as const),
    { type: 'status.failed', cause: new AppException({ kind: 'network' }) },
    ...[account, null].map(
      (answer) =>
        ({ type: 'firstUser.saved', values: { username: 'root', password: '', confirmation: '' }, answer }) as const,
    ),
    { type: 'credentials.saved', values: { username: 'root', password: '' }, answer: account },
  ],
  project: ({ context }) => context.isRootCreated,
  invariants: {
    'auth gets what the server answered to the form, and nothing else': (_state, { happened, receivedBy }) =>
      receivedBy('auth').length <= countOf(happened, 'credentials.saved') + countOf(happened, 'firstUser.saved') &&
      receivedBy('auth').every(
        (event) => event.type === 'auth.accept' && 'account' in event && event.account === account,
      ),
    'the way leads to the provider only while leaving, and back to its address here': (state, { receivedBy, ports }) =>
      receivedBy('router').every(
        (event) =>
          event.type === 'router.leave' &&
          'url' in event &&
          String(event.url).startsWith(`${ports.baseUrl}auth/openid?`),
      ) &&
      (!state.matches('leaving') || receivedBy('router').length > 0),
    'a silent server is reported with its reason': (state) =>
      state.matches('unreachable') === (state.context.error !== null && !state.hasTag('busy')),
    "the offered methods are the server's": (state) => !state.matches('form') || state.context.status?.isInit === true,
  },
});

export const connectivityModel = defineModel({
  name: 'connectivity',
  machine: connectivityMachine,
  events: [
    { type: 'network.restored' },
    { type: 'network.lost' },
    { type: 'document.shown' },
    { type: 'document.hidden' },
    { type: 'call.failed' },
    { type: 'call.answered' },
  ],
  outputs: { ping: [{ success: true }] },
  invariants: {
    'the server counts as lost after a failed call alone': (state, { happened }) =>
      !state.matches({ server: 'lost' }) || happened.some(({ type }) => type === 'call.failed'),
    'a server is restored at most as often as a call failed': (_, { happened, parentEvents }) =>
      parentEvents.length <= happened.filter(({ type }) => type === 'call.failed').length,
    "the network state is the browser's last report": (state, { happened }) =>
      state.matches({
        network: lastOf(happened, 'network.restored', 'network.lost') === 'network.lost' ? 'offline' : 'online',
      }),
    "the visibility is the document's last report": (state, { happened }) =>
      state.matches({
        visibility: lastOf(happened, 'document.shown', 'document.hidden') === 'document.hidden' ? 'hidden' : 'shown',
      }),
  },
});

export const preferencesModel = defineModel({
  name: 'preferences',
  machine: preferencesMachine,
  systemId: 'preferences',
  events: [
    { type: 'preferences.set', change: { theme: 'dark' } },
    { type: 'preferences.changedElsewhere', preferences: defaultPreferences },
  ],
  project: ({ context }) => context.theme,
  invariants: {
    'the page wears the theme that is set': ({ context }, { ports }) => ports.page.shown.theme === context.theme,
    'what was set here is stored whole': ({ context }, { ports }) => {
      const stored = ports.storage.texts.get('userSettings');
      return stored === undefined || context.theme === 'system' || stored === JSON.stringify(context);
    },
  },
});

export const localeModel = defineModel({
  name: 'locale',
  machine: localeMachine,
  systemId: 'locale',
  named: { preferences: fromTransition((state) => state, { ...defaultPreferences, language: 'de' }) },
  events: [
    { type: 'locale.serverFound', language: 'de' },
    { type: 'locale.preferencesChanged', language: 'de' },
    { type: 'locale.preferencesChanged', language: null },
  ],
  outputs: { loadTexts: [undefined] },
  failures: { loadTexts: [new TypeError('Failed to fetch')] },
  project: ({ context }) => [context.language, context.wanted, context.server],
  invariants: {
    'a language is in use only after its texts have loaded': ({ context }, { happened }) =>
      context.language === 'en-us' || happened.some(({ type }) => type === 'xstate.done.actor.loadTexts'),
    'the page has the language in use': ({ context }, { ports }) =>
      [context.language, ''].includes(ports.page.shown.language),
  },
});

export const toastModel = defineModel({
  name: 'toast',
  machine: toastMachine,
  starts: [null, 5000].map((durationMs) => ({
    input: {
      id: 't',
      kind: 'info' as const,
      message: { text: 'x' },
      error: null,
      durationMs,
      action: { label: { text: 'y' }, to: 'router', event: { type: 'router.reload' } } as const,
    },
  })),
  named: { router: null },
  events: [{ type: 'toast.hold' }, { type: 'toast.release' }, { type: 'toast.act' }, { type: 'toast.close' }],
  invariants: {
    'its action runs once at most, and then it closes': ({ status }, { receivedBy }) =>
      receivedBy('router').length === 0 || (receivedBy('router').length === 1 && status === 'done'),
    'the action that runs was offered': ({ context }, { receivedBy }) =>
      receivedBy('router').every((event) => event.type === context.action?.event.type),
  },
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
  invariants: {
    'each shown notice runs, and no closed one': ({ context, children }) =>
      context.toasts.every(({ id, ref }) => children[id] === ref) &&
      Object.keys(children).length === context.toasts.length,
    'a subject has one notice': ({ context }) =>
      new Set(context.toasts.map(({ id }) => id)).size === context.toasts.length,
  },
});

export const confirmModel = defineModel({
  name: 'confirm',
  machine: confirmMachine,
  starts: [
    { input: { message: { text: 'x' }, type: 'yesNo' } },
    {
      input: {
        message: { text: 'x' },
        type: 'ok',
        persistent: true,
        checkbox: { label: { text: 'y' }, checked: true },
      },
    },
  ],
  events: [
    { type: 'confirm.accept' },
    { type: 'confirm.cancel', reason: 'outside' },
    { type: 'confirm.cancel', reason: 'button' },
    { type: 'confirm.check', checked: false },
  ],
  project: ({ context }) => [context.checked, context.accepted],
  invariants: {
    'the answer is the pressed button and the tick': ({ context, output, status }) =>
      status !== 'done' || (output?.accepted === context.accepted && output.checked === context.checked),
    'nothing is accepted before it ends': ({ context, status }) => status === 'done' || !context.accepted,
  },
});

export const menusModel = defineModel({
  name: 'menus',
  machine: menusMachine,
  events: [
    { type: 'menus.open', id: 'a' },
    { type: 'menus.open', id: 'b' },
    { type: 'menus.close', id: 'a' },
    { type: 'menus.entered', id: 'a' },
    { type: 'menus.left', id: 'a' },
    { type: 'menus.closeAll' },
    { type: 'back.pressed' },
  ],
  project: ({ context }) => context.openId,
  invariants: {
    'the open menu was opened last, by a press or by hovering': ({ context }, { happened }) => {
      const last = happened.findLast(
        (event) =>
          event.type === 'menus.open' ||
          (event.type === 'menus.entered' && 'id' in event && event.id === context.openId),
      );
      return context.openId === null || (last !== undefined && 'id' in last && last.id === context.openId);
    },
    'what was opened just now is open': ({ context }, { happened }) => {
      const last = happened.at(-1);
      return last?.type !== 'menus.open' || ('id' in last && context.openId === last.id);
    },
    'nothing is open on another page, nor after back': ({ context }, { happened }) =>
      !['menus.closeAll', 'back.pressed'].includes(happened.at(-1)?.type ?? '') || context.openId === null,
    'back is held exactly while one is open': ({ context, children }) =>
      (children.holdBack !== undefined) === (context.openId !== null),
  },
});

export const modalModel = defineModel({
  name: 'modal',
  machine: modalMachine.provide({ actions: { logFailure: () => undefined } }),
  starts: [{ input: { modal: 'confirm', input: { message: { text: 'x' }, type: 'yesNo' } } }],
  named: { toasts: null, router: null },
  events: [
    { type: 'modal.retry' },
    { type: 'call.answered' },
    { type: 'modal.close' },
    { type: 'back.pressed' },
    { type: 'modal.viewFailed', cause: new Error('a view') },
    { type: 'server.item.removed', item: { id: 'a' } },
    { type: 'xstate.done.actor.modal', output: { accepted: true, checked: false } },
    { type: 'xstate.error.actor.modal', error: new Error('a machine') },
  ],
  outputs: { loadModal: [puppet as AnyActorLogic], loadModalAgain: [puppet as AnyActorLogic] },
  failures: {
    loadModal: [new Error('no code'), new TypeError('Failed to fetch')],
    loadModalAgain: [new Error('no code'), new TypeError('Failed to fetch')],
  },
  project: ({ context }) => [context.ref !== null, context.output, context.error?.kind],
  invariants: {
    'its machine is there exactly while it is open': (state) => !state.matches('open') || state.context.ref !== null,
    'back ends waiting for its code, and is for its machine afterwards': ({ status, context }, { happened }) =>
      happened.at(-1)?.type !== 'back.pressed' || (status === 'done') === (context.ref === null),
    'it answers only what its machine answered': ({ status, output }, { happened }) =>
      status !== 'done' || (output?.answer !== null) === (happened.at(-1)?.type === 'xstate.done.actor.modal'),
    'only one that throws is reported': (_state, { happened, receivedBy }) =>
      receivedBy('toasts').length ===
      (['modal.viewFailed', 'xstate.error.actor.modal'].includes(happened.at(-1)?.type ?? '') &&
      _state.status === 'done'
        ? 1
        : 0),
  },
});

export const modalsModel = defineModel({
  name: 'modals',
  machine: modalsMachine,
  events: [
    {
      type: 'modals.open',
      modal: 'confirm',
      input: { message: { text: 'x' }, type: 'yesNo' },
      tag: 'a',
      replyTo: nobody,
    },
    { type: 'modals.prefetch', modal: 'reader', itemId: 'a', format: 'epub', isNear: true },
    { type: 'modals.closeAll' },
    { type: 'server.item.removed', item: { id: 'a' } },
  ],
  outputs: { modal: [{ answer: { accepted: true, checked: false } }, { answer: null }] },
  project: ({ context }) => context.stack.length,
  stopWhen: ({ context }) => context.count > 1,
  invariants: {
    'each modal that is open runs, and none that is closed': ({ context, children }) =>
      context.stack.every(({ id, ref }) => children[id] === ref) &&
      Object.keys(children).length === context.stack.length,
    'what was opened is open until it ends or the page changes': ({ context }, { happened }) =>
      countOf(happened, 'modals.closeAll', 'xstate.') > 0 || context.stack.length === countOf(happened, 'modals.open'),
    'nothing of the old page is open on another one': ({ context }, { happened }) =>
      happened.at(-1)?.type !== 'modals.closeAll' || context.stack.length === 0,
  },
});

export const routerModel = defineModel({
  name: 'router',
  machine: routerMachine,
  named: { toasts: null },
  events: [
    route('/a', null, 'push'),
    route('/b', 'broken', 'push'),
    route('/c', 'broken', 'start'),
    { type: 'router.go', to: '/a' },
    { type: 'router.go', to: { name: 'account' }, replace: true },
    { type: 'router.goBack', to: { name: 'account' } },
    { type: 'router.leave', url: 'https://provider.test' },
    { type: 'router.reload' },
  ],
  outputs: { askServer: [null] },
  project: ({ context }) => context.path,
  invariants: {
    'the parent is notified of each place, except one whose error is about to leave its address': (
      _state,
      { happened, parentEvents },
    ) => parentEvents.length === happened.filter((event) => 'path' in event && event['path'] !== '/b').length,
    'an error of the address is shown each time, and taken out of the address': (
      _state,
      { happened, receivedBy, ports },
    ) => {
      const broken = happened.filter((event) => 'error' in event && event['error'] === 'broken').length;
      const shown = receivedBy('toasts').filter(
        (event) => 'message' in event && JSON.stringify(event.message) === '{"text":"broken"}',
      ).length;
      return (
        shown === broken &&
        ports.navigation.commands.filter(({ path, replace }) => replace && (path === '/b' || path === '/c')).length ===
          broken
      );
    },
    'a new page gets the focus, another one does not': (_state, { happened, ports }) =>
      ports.page.shown.focused === happened.filter((event) => 'kind' in event && event['kind'] === 'push').length,
    'the client is loaded again only when the server answered': (_state, { happened, ports }) =>
      ports.navigation.reloads === countOf(happened, 'xstate.done.actor.askServer'),
  },
});

const another = { ...library, id: 'another', displayOrder: 99 };
const playlist = recording('playlists/create-root').response.body as { id: string };

export const librariesModel = defineModel({
  name: 'libraries',
  machine: librariesMachine,
  starts: [{ input: { currentId: null } }, { input: { currentId: library.id } }],
  named: { preferences: fromTransition((state) => state, defaultPreferences) },
  events: [
    { type: 'libraries.select', id: library.id },
    { type: 'libraries.select', id: 'another' },
    { type: 'libraries.refresh' },
    { type: 'libraries.retryFilterData' },
    { type: 'list.loaded', data: { libraries: { items: [library, another], dropped: [] } } as never },
    { type: 'list.loaded', data: { libraries: { items: [], dropped: [] } } },
    { type: 'list.failed', cause: new AppException({ kind: 'network' }) },
    { type: 'list.failed', cause: new AppException({ kind: 'forbidden', message: '' }) },
    ({ context }) =>
      context.currentId === null
        ? null
        : {
            type: 'filterData.loaded' as const,
            data: {
              library: { ...library, id: context.currentId } as never,
              filterdata: {} as never,
              issues: 0,
              numUserPlaylists: 0,
            },
          },
    { type: 'filterData.failed', cause: new AppException({ kind: 'network' }) },
    { type: 'server.library.added', library: library as never },
    { type: 'server.library.updated', library: library as never },
    { type: 'server.library.removed', library: library as never },
    { type: 'server.library.removed', library: another as never },
    { type: 'server.playlist.added', playlist: { ...playlist, libraryId: library.id } as never },
    { type: 'server.playlist.removed', playlist: { id: playlist.id, libraryId: library.id } },
    ...(['item', 'author', 'series'] as const).flatMap((kind) =>
      (['added', 'updated', 'removed'] as const).map(
        (verb) => ({ type: `server.${kind}.${verb}`, [kind]: { id: 'x', libraryId: library.id } }) as never,
      ),
    ),
    { type: 'server.items.added', items: { items: [{ libraryId: library.id } as never], dropped: [] } },
    { type: 'server.items.updated', items: { items: [{ libraryId: library.id } as never], dropped: [] } },
  ],
  project: ({ context }) => [context.libraries.map(({ id }) => id), context.currentId, context.filterData !== null],
  warnings: ['User has no more accessible libraries'],
  stopWhen: ({ context }) => (context.filterData?.numUserPlaylists ?? 0) > 1,
  invariants: {
    'a list that failed has nothing on it': (state) =>
      !state.matches({ list: 'failed' }) || state.context.libraries.length === 0,
    'without a current library no data of one is requested or held': (state) =>
      (state.context.currentId === null) === state.matches({ filterData: 'none' }) &&
      (state.context.currentId !== null || state.context.filterData === null),
    'the filter values of a current library are there, on their way, or known to have failed': (state) =>
      state.context.currentId === null ||
      state.context.filterData !== null ||
      !state.matches({ filterData: { shown: 'ready' } }),
    'filter values are of the current library': ({ context }) =>
      context.filterData === null || context.filterData.libraryId === context.currentId,
  },
});

export const socketModel = defineModel({
  name: 'socket',
  machine: socketMachine,
  named: { auth: null, toasts: null },
  events: [
    { type: 'connection.opened' },
    { type: 'connection.lost', reason: 'transport close' },
    { type: 'connection.failed', message: 'x' },
    { type: 'connection.received', parsed: parseServerEvent('init', [{ userId: 'a', username: 'root' }]) },
    { type: 'connection.received', parsed: parseServerEvent('auth_failed', [{ message: 'Invalid token' }]) },
    { type: 'connection.received', parsed: parseServerEvent('library_added', [{}]) },
    { type: 'connection.received', parsed: parseServerEvent('nonsense', []) },
    { type: 'token.granted', accessToken: 'a' },
    { type: 'token.denied', error: { kind: 'network' } },
    { type: 'token.denied', error: { kind: 'unauthorized', message: '' } },
    { type: 'socket.send', name: 'ping', args: [] },
    { type: 'socket.retry' },
    { type: 'socket.refresh', lostAt: 0 },
  ],
  project: ({ context }) => [
    context.token,
    Math.min(context.connections, 2),
    context.noticed,
    context.refused,
    Math.min(context.denials, 1),
  ],
  stopWhen: ({ context }) =>
    context.connections > 2 || context.malformed > 1 || Object.values(context.unknown).some((n) => n > 1),
  invariants: {
    'a lost connection is reported, the first start is not': (state) =>
      !(state.matches('backingOff') || state.matches('waiting')) || state.context.noticed,
    'a connection ends the waits': (state) => !state.matches('connected') || state.context.denials === 0,
    'each connection asks for a token': (_state, { happened, receivedBy }) =>
      receivedBy('auth').length >= happened.filter(({ type }) => type === 'connection.opened').length,
    'the parent gets each sign-in once, and no refresh before the first': ({ context }, { parentEvents, happened }) => {
      const reports = parentEvents.filter(({ type }) => type === 'socket.connected').length;
      const refreshes = happened.filter(({ type }) => type === 'socket.refresh').length;
      return reports >= context.connections && reports <= context.connections + (context.connections && refreshes);
    },
  },
});
