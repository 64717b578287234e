import { setup, type SnapshotFrom } from 'xstate';
import { appMachine } from '../../src/machines/app/app.machine.ts';
import type { AnyRoute } from '../../src/machines/kit/router/routes.ts';
import type { SessionMachine } from '../../src/machines/app/session/session-code.ts';
import type { ShareMachine } from '../../src/machines/playback/share/share-code.ts';
import { signedIn } from '../../src/schemas/api/auth.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { createFakePorts } from '../support/fakes/ports.ts';
import { defineModel } from '../support/rig.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

const to = (route: AnyRoute) =>
  ({ type: 'route.changed', route, path: '/', key: 'k', kind: 'push', error: null }) as const;
const account = z.parse(signedIn, recording('auth/login-root').response.body);
/** Represents the machine of an account at work. */
const session = setup({}).createMachine({}) as unknown as SessionMachine;
const share = setup({}).createMachine({}) as unknown as ShareMachine;

export const appModel = defineModel({
  name: 'app',
  machine: appMachine,
  startsPorts: true,
  startsNamed: ['auth', 'menus', 'modals', 'router', 'toasts'],
  starts: [{ input: { ports: createFakePorts() } }, { input: { ports: createFakePorts(), sessionMachine: session } }],
  events: [
    to({ name: 'index' }),
    { ...to({ name: 'index' }), kind: 'replace' },
    to({ name: 'login' }),
    to({ name: 'share', slug: 's' }),
    (state: AppSnapshot) => (state.matches('shared') ? to({ name: 'share', slug: 'other', t: '12' }) : null),
    to({ name: 'login', accessToken: 't' }),
    { type: 'auth.signedIn', account: null },
    { type: 'auth.signedIn', account },
    { type: 'auth.signOutRequested' },
    { type: 'unreadable.reported', total: 2 },
    { type: 'auth.signOutStarted' },
    { type: 'auth.refreshed' },
    { type: 'connectivity.restored', lostAt: 0 },
    { type: 'auth.signedOut', reason: 'start', leaveTo: null, username: null },
    { type: 'auth.signedOut', reason: 'user', leaveTo: 'https://provider.test', username: null },
  ],
  outputs: { loadSessionMachine: [session], loadShareMachine: [share] },
  failures: { loadSessionMachine: [new Error('no code')], loadShareMachine: [new Error('no code')] },
  invariants: {
    'nothing of the last account is known after it left': (state, { happened }) =>
      happened.at(-1)?.type !== 'auth.signedOut' || state.context.account === null,
    'a session runs while signed in with its code loaded, and only then': (state) =>
      (state.context.session !== null) === (state.matches('signedIn') && state.context.sessionMachine !== null),
    'a public link plays without a session, and only while its address is open': ({ context }) =>
      context.share === null || (context.session === null && context.route.name === 'share'),
    'a public link never leads to the sign-in': ({ context, children }) =>
      context.route.name !== 'share' || children.login === undefined,
  },
  project: ({ context, value }) => [
    context.account !== null,
    context.route.name,
    'slug' in context.route && context.route.slug,
    context.mayAutoLaunch,
    'accessToken' in context.route,
    context.sessionMachine !== null,
    context.shareMachine !== null,
    isShared(value) && context.isSignedIn,
  ],
  /** A visitor of a public link leaves it once: what was loaded for it makes no other difference. */
  stopWhen: ({ context, value }) =>
    isShared(value)
      ? context.sessionMachine !== null || context.account !== null || !context.mayAutoLaunch
      : context.shareMachine !== null || (value !== 'booting' && 'slug' in context.route),
});

function isShared(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'shared' in value;
}
