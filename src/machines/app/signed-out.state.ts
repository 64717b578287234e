import { by } from '../kit/by.ts';
import { appSetup } from './app.setup.ts';
import { wantedBy } from './login-route.logic.ts';

export const signedOut = appSetup.createStateConfig({
  initial: 'deciding',
  on: {
    'route.changed': {
      target: '.deciding',
      actions: by('rememberRoute'),
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
          username: context.signedOutName,
        }),
      },
      on: {
        'route.changed': {
          guard: by('staysAtLogin'),
          actions: by('rememberRoute'),
        },
      },
    },
    leaving: {},
  },
});
