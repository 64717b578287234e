import { appSetup } from './app.setup.ts';

/** A public link, with or without an account: a sign-in or sign-out in another tab does not stop it. */
export const shared = appSetup.createStateConfig({
  initial: 'deciding',
  exit: 'closeOverlays',
  on: {
    'auth.signedIn': { actions: { type: 'rememberAccount', params: ({ event }) => event } },
    'auth.signedOut': { actions: { type: 'forgetAccount', params: ({ event }) => ({ reason: event.reason }) } },
    'route.changed': [
      {
        guard: { type: 'isSameShare', params: ({ event }) => event },
        actions: { type: 'rememberRoute', params: ({ event }) => event },
      },
      {
        guard: { type: 'becomesPublic', params: ({ event }) => event },
        target: 'shared',
        reenter: true,
        actions: { type: 'rememberRoute', params: ({ event }) => event },
      },
      {
        guard: 'isSignedIn',
        target: 'signedIn',
        actions: { type: 'rememberRoute', params: ({ event }) => event },
      },
      { target: 'signedOut', actions: { type: 'rememberRoute', params: ({ event }) => event } },
    ],
  },
  states: {
    deciding: { always: [{ guard: 'hasShareCode', target: 'running' }, { target: 'loadingCode' }] },
    loadingCode: {
      invoke: {
        src: 'loadShareMachine',
        id: 'loadShareMachine',
        onDone: {
          target: 'running',
          actions: { type: 'keepShareCode', params: ({ event }) => ({ machine: event.output }) },
        },
        onError: 'incomplete',
      },
    },
    incomplete: {},
    running: { entry: 'openShare', exit: 'closeShare' },
  },
});
