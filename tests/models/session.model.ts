import { fromTransition } from 'xstate';
import type { AnyRoute } from '../../src/machines/router/routes.ts';
import { sessionMachine } from '../../src/machines/session/session.machine.ts';
import { authorized } from '../../src/schemas/api/auth.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { defineModel, puppet } from '../support/rig.ts';

const root = z.parse(authorized, recording('auth/login-root').response.body);
const { permissions } = root.user;
/** May see one library and nothing of the administration. */
const limited = { ...root, user: { ...root.user, type: 'user' as const, librariesAccessible: ['own'], permissions: { ...permissions, accessAllLibraries: false } } };

const preferences = fromTransition((state) => state, defaultPreferences);
const to = (route: AnyRoute) => ({ type: 'route.changed', route, path: '/', key: route.name, kind: 'push', error: null }) as const;
const own = { name: 'library', libraryId: 'own' } as const;

export const sessionModel = defineModel({
  name: 'session',
  machine: sessionMachine.provide({
    guards: { isBuilt: ({ context }) => context.route.name === 'library' },
    actions: { logMalformed: () => undefined },
  }),
  starts: [
    { input: { account: null, route: { name: 'index' }, path: '/' } },
    { input: { account: limited, route: { name: 'account' }, path: '/account' } },
  ],
  named: { auth: null, router: null, toasts: null, preferences },
  events: [
    ...[
      { name: 'index' } as const, own, { ...own, libraryId: 'foreign' }, { name: 'config' } as const,
      { ...own, name: 'libraryStats' } as const, { name: 'unknown', path: '/lost' } as const, { name: 'account' } as const,
    ].map(to),
    { ...to({ ...own, name: 'library' }), kind: 'replace' },
    { type: 'page.belongs', libraryId: 'own' },
    { type: 'page.kept', entryKey: 'library', memory: 1 },
    { type: 'session.retry' },
    { type: 'session.warm', route: own },
    { type: 'session.warmNow', route: own },
    { type: 'auth.refreshed' },
    { type: 'libraries.loaded', ids: [] },
    { type: 'libraries.loaded', ids: ['own'] },
    { type: 'libraries.currentRemoved', nextId: null },
    { type: 'libraries.currentRemoved', nextId: 'own' },
    { type: 'socket.connected', again: false },
    { type: 'socket.connected', again: true },
    { type: 'server.user.updated', user: limited.user },
    { type: 'server.item.removed', item: { id: 'i1', libraryId: 'own' } },
    { type: 'server.malformed', name: 'init', issues: [] },
  ],
  outputs: { authorize: [limited], loadPageMachine: [puppet, null] },
  project: ({ context }) => ({
    account: context.account?.user.type,
    route: context.route,
    libraries: context.libraryIds,
    page: context.page !== null,
  }),
  invariants: {
    'a page runs exactly while it is open': (state) =>
      (state.context.page !== null) === state.matches({ ready: { page: 'open' } }),
    'nobody works without an account': (state) => !state.matches('ready') || state.context.account !== null,
  },
});
