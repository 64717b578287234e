import { fromTransition } from 'xstate';
import { pageHostMachine } from '../../src/machines/app/page-host/page-host.machine.ts';
import type { AnyRoute } from '../../src/machines/kit/router/routes.ts';
import { authorized } from '../../src/schemas/api/auth.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { z } from '../../src/schemas/zod.ts';
import { reducedBook } from '../support/item-fixtures.ts';
import { recording } from '../support/recordings.ts';
import { defineModel, puppet } from '../support/rig.ts';

const root = z.parse(authorized, recording('auth/login-root').response.body);
const { permissions } = root.user;
/** May see one library and nothing of the administration. */
const limited = {
  ...root,
  user: {
    ...root.user,
    type: 'user' as const,
    librariesAccessible: ['own'],
    permissions: { ...permissions, accessAllLibraries: false },
  },
};

/** The same after its only library was removed. */
const nowhere = { ...limited, user: { ...limited.user, librariesAccessible: [] } };

const preferences = fromTransition((state) => state, defaultPreferences);
const to = (route: AnyRoute) =>
  ({ type: 'route.changed', route, path: '/', key: route.name, kind: 'push', error: null }) as const;
/** A puppet has no state `loading`: this event comes during one. */
const WHILE_LOADING = 'i2';
const own = { name: 'library', libraryId: 'own' } as const;

export const pageHostModel = defineModel({
  name: 'pageHost',
  machine: pageHostMachine.provide({
    guards: {
      isBuilt: ({ context }) => context.route.name === 'library',
      isPageLoading: ({ event }) =>
        (event.type === 'progress.settled' && event.id === WHILE_LOADING) ||
        (event.type === 'server.item.removed' && event.item.id === WHILE_LOADING),
    },
    actions: { logCrash: () => undefined, prefetch: () => undefined },
  }),
  starts: [{ input: { account: limited, route: { name: 'account' }, entryKey: 'first' } }],
  named: { router: null, toasts: null, preferences },
  events: [
    ...[
      { name: 'index' } as const,
      own,
      { ...own, libraryId: 'foreign' },
      { name: 'config' } as const,
      { ...own, name: 'libraryStats' } as const,
      { ...own, name: 'libraryLatest' } as const,
      { name: 'unknown', path: '/lost' } as const,
    ].map(to),
    { ...to(own), kind: 'replace' },
    { type: 'account.changed', account: limited },
    (state) => (state.matches('open') ? ({ type: 'account.changed', account: nowhere } as const) : null),
    { type: 'page.libraryResolved', libraryId: 'own' },
    { type: 'page.settingsSaved', serverSettings: limited.serverSettings },
    { type: 'page.stateSaved', entryKey: 'library', memory: 1 },
    { type: 'page.placeMoved', entryKey: 'library', scroll: { top: 1, rows: {}, focus: null } },
    { type: 'page.viewFailed', cause: new Error('a view') },
    { type: 'page.refresh', again: true },
    { type: 'progress.settled', id: 'i1' },
    { type: 'progress.settled', id: WHILE_LOADING },
    { type: 'page.retry' },
    { type: 'prefetch.intended', route: own },
    { type: 'prefetch.intended', route: own, known: reducedBook },
    { type: 'prefetch.due', route: own },
    { type: 'libraries.loaded', libraries: [] },
    { type: 'libraries.loaded', libraries: [{ id: 'own', mediaType: 'book' }] },
    { type: 'libraries.currentRemoved', nextId: null },
    { type: 'libraries.currentRemoved', nextId: 'own' },
    { type: 'server.item.removed', item: { id: 'i1', libraryId: 'own' } },
    { type: 'server.item.removed', item: { id: WHILE_LOADING, libraryId: 'own' } },
  ],
  outputs: { loadPageMachine: [puppet, null], pageLoaded: [undefined] },
  failures: {
    page: [new Error('a machine')],
    pageLoaded: [new Error('the page stopped')],
    loadPageMachine: [new Error('no code'), new TypeError('Failed to fetch')],
  },
  project: ({ context }) => ({
    route: context.route,
    accessible: context.account.user.librariesAccessible,
    libraries: context.libraries,
    page: context.page !== null,
    held: context.held.length > 0,
    code: context.code.size,
    known: context.known !== null,
    failure: context.failure?.kind,
  }),
  stopWhen: ({ context }) => context.account === nowhere,
  unreachable: [
    {
      transition: '(root): failed page -> (stays)',
      reason: 'a puppet fails only when it is told to, never together with a change of place',
    },
  ],
  invariants: {
    'a page runs exactly while it is open': (state) => (state.context.page !== null) === state.matches('open'),
    'a failed page knows why': (state) => !state.matches('failed') || state.context.failure !== null,
    'an open page has not failed': (state) => !state.matches('open') || state.context.failure === null,
    'events are held exactly while a page loads that missed some': (state) =>
      state.context.held.length > 0 === state.matches({ open: 'holding' }),
    'a page stands only where the account may be': ({ context }) =>
      context.page === null ||
      (context.route.name === 'library' && context.account.user.librariesAccessible.includes(context.route.libraryId)),
  },
});
