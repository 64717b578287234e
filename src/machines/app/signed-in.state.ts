import { by } from '../kit/by.ts';
import { appSetup } from './app.setup.ts';

export const signedIn = appSetup.createStateConfig({
  entry: 'goOn',
  exit: 'closeOverlays',
  initial: 'deciding',
  on: {
    'auth.signedIn': {
      target: 'signedIn',
      reenter: true,
      actions: [
        { type: 'rememberAccount', params: ({ event }) => ({ account: event.account }) },
        { type: 'forgetAnswers', params: { reason: 'replaced' } },
      ],
    },
    'auth.signOutRequested': { actions: ['closeOverlays', 'notifySaving', 'leave'] },
    'auth.signOutStarted': { target: 'signingOut', actions: ['rememberLeaving', 'notifySaved'] },
    'auth.refreshed': { actions: { type: 'notifySession', params: ({ event }) => ({ event }) } },
    'connectivity.restored': { actions: { type: 'notifySession', params: ({ event }) => ({ event }) } },
    'route.changed': [
      {
        guard: by('becomesPublic'),
        target: 'shared',
        actions: by('rememberRoute'),
      },
      {
        guard: by('isLedOn'),
        actions: [by('rememberRoute'), { type: 'notifySession', params: ({ event }) => ({ event }) }],
      },
      {
        actions: [by('rememberRoute'), 'closeOverlays', { type: 'notifySession', params: ({ event }) => ({ event }) }],
      },
    ],
  },
  states: {
    deciding: { always: [{ guard: 'hasSessionCode', target: 'running' }, { target: 'loadingCode' }] },
    loadingCode: {
      invoke: {
        src: 'loadSessionMachine',
        id: 'loadSessionMachine',
        onDone: {
          target: 'running',
          actions: { type: 'keepSessionCode', params: ({ event }) => ({ machine: event.output }) },
        },
        onError: 'incomplete',
      },
    },
    incomplete: {},
    running: { entry: 'openSession', exit: 'closeSession' },
  },
});
