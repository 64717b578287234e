import { appSetup } from './app.setup.ts';
import { wantedBy } from './login-route.logic.ts';

export const signedOut = appSetup.createStateConfig({
  initial: 'deciding',
  on: {
    'route.changed': {
      target: '.deciding',
      actions: { type: 'rememberRoute', params: ({ event }) => event },
    },
  },
  states: {
    deciding: {
      always: [
        { guard: 'returnsWithToken', target: 'leaving', actions: 'adoptToken' },
        { guard: 'isPublicRoute', target: '#app.shared' },
        { guard: 'isLoginRoute', target: 'login' },
        { target: 'login', actions: 'goToLogin' },
      ],
    },
    login: {
      invoke: {
        src: 'login',
        id: 'login',
        input: ({ context }) => ({
          mayAutoLaunch: context.mayAutoLaunch && !(context.route.name === 'login' && context.route.autoLaunch === '0'),
          redirect: wantedBy(context),
        }),
      },
      on: {
        'route.changed': {
          guard: { type: 'staysAtLogin', params: ({ event }) => event },
          actions: { type: 'rememberRoute', params: ({ event }) => event },
        },
      },
    },
    leaving: {},
  },
});
