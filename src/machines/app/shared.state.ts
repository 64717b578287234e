import { by } from '../kit/by.ts';
import { appSetup } from './app.setup.ts';

/** A public link, with or without an account: a sign-in or sign-out in another tab does not stop it. */
export const shared = appSetup.createStateConfig({
  initial: 'deciding',
  exit: 'closeOverlays',
  on: {
    'auth.signedIn': { actions: by('rememberAccount') },
    'auth.signedOut': { actions: { type: 'forgetAccount', params: ({ event }) => event } },
    'route.changed': [
      {
        guard: by('isSameShare'),
        actions: by('rememberRoute'),
      },
      {
        guard: by('becomesPublic'),
        target: 'shared',
        reenter: true,
        actions: by('rememberRoute'),
      },
      {
        guard: 'isSignedIn',
        target: 'signedIn',
        actions: by('rememberRoute'),
      },
      { target: 'signedOut', actions: by('rememberRoute') },
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
