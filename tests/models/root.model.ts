import { appMachine } from '../../src/machines/app/app.machine.ts';
import type { AnyRoute } from '../../src/machines/router/routes.ts';
import { createFakePorts } from '../support/fakes/ports.ts';
import { defineModel } from '../support/rig.ts';

const to = (route: AnyRoute) => ({ type: 'route.changed', route, path: '/', key: 'k', kind: 'push', error: null }) as const;
export const appModel = defineModel({
  name: 'app',
  machine: appMachine,
  startsPorts: true,
  startsNamed: ['auth', 'menus', 'modals', 'router'],
  starts: [{ input: { ports: createFakePorts() } }],
  events: [
    to({ name: 'index' }), to({ name: 'login' }), to({ name: 'share', slug: 's' }), to({ name: 'login', accessToken: 't' }),
    { type: 'auth.signedIn', account: null },
    { type: 'auth.signingOut' },
    { type: 'auth.refreshed' },
    { type: 'auth.signedOut', reason: 'start', leaveTo: null },
    { type: 'auth.signedOut', reason: 'user', leaveTo: 'https://provider.test' },
  ],
  project: ({ context }) => [context.route.name, context.mayAutoLaunch, 'accessToken' in context.route],
});
