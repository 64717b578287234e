import { spawnChild, type ActorRefFrom } from 'xstate';
import { by } from '../kit/by.ts';
import { appSetup } from './app.setup.ts';
import { signedIn } from './signed-in.state.ts';
import { shared } from './shared.state.ts';
import { signedOut } from './signed-out.state.ts';

/** The root: starts all actors that live as long as the page; switches between login, session and public link. */
export const appMachine = appSetup.createMachine({
  id: 'app',
  context: ({ input }) => ({
    ports: input.ports,
    route: { name: 'index' },
    path: '/',
    entryKey: 'default',
    account: null,
    mayAutoLaunch: true,
    providerRefusal: null,
    signedOutReason: 'start',
    signedOutName: null,
    isSignedIn: false,
    sessionMachine: input.sessionMachine ?? null,
    session: null,
    shareMachine: null,
    share: null,
  }),
  entry: [
    spawnChild('ports', { id: 'ports', systemId: 'ports', input: ({ context }) => context.ports }),
    spawnChild('toasts', { id: 'toasts', systemId: 'toasts' }),
    spawnChild('modals', { id: 'modals', systemId: 'modals' }),
    spawnChild('menus', { id: 'menus', systemId: 'menus' }),
    spawnChild('preferences', { id: 'preferences', systemId: 'preferences' }),
    spawnChild('locale', { id: 'locale', systemId: 'locale' }),
    spawnChild('connectivity', { id: 'connectivity', systemId: 'connectivity' }),
    spawnChild('router', { id: 'router', systemId: 'router' }),
    spawnChild('auth', { id: 'auth', systemId: 'auth' }),
  ],
  invoke: { src: 'unreadableEntries', id: 'unreadableEntries' },
  initial: 'booting',
  on: {
    'unreadable.reported': { actions: by('notifyUnreadable') },
    'auth.signedIn': [
      { guard: 'isPublicRoute', target: '.shared', actions: by('rememberAccount') },
      { target: '.signedIn', actions: by('rememberAccount') },
    ],
    'auth.signedOut': {
      target: '.signedOut',
      actions: [
        by('forgetAccount'),
        { type: 'forgetAnswers', params: ({ event }) => ({ reason: event.reason }) },
        { type: 'leaveToProvider', params: ({ event }) => ({ url: event.leaveTo }) },
      ],
    },
    'route.changed': { actions: by('rememberRoute') },
  },
  states: {
    booting: {},
    signedOut,
    signedIn,
    signingOut: {},
    shared,
  },
});

export type AppRef = ActorRefFrom<typeof appMachine>;
