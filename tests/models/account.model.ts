import { fromTransition } from 'xstate';
import { accountMachine } from '../../src/machines/admin/account/account.machine.ts';
import { noPassword } from '../../src/machines/admin/account/account.logic.ts';
import { serverStatus } from '../../src/schemas/api/server-settings.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';
import { changedUser, userNamed } from '../support/users-fixtures.ts';

const plain = userNamed('user');
const user = changedUser(plain, { permissions: { ...plain.permissions, createEreader: true } });
const status = z.parse(serverStatus, recording('auth/status').response.body);

export const accountModel = defineModel({
  name: 'account',
  machine: accountMachine,
  starts: [{ input: { route: { name: 'account' }, entryKey: 'k', memory: null } }],
  named: { session: fromTransition((state) => state, { account: { user } }), toasts: null },
  events: [
    { type: 'page.refresh', again: true },
    { type: 'status.loaded', data: status },
    { type: 'status.loaded', data: { ...status, authMethods: ['openid'] } },
    { type: 'password.saved', values: noPassword(false), answer: 'OK' },
    { type: 'server.ereaderDevices.updated', list: { ereaderDevices: [] } },
  ],
  project: ({ context }) => [context.hasPasswords, context.devices !== null, context.password !== null],
  invariants: {
    'a change of the password is reported': (_state, { happened, receivedBy }) =>
      receivedBy('toasts').length === happened.filter(({ type }) => type === 'password.saved').length,
    'who may have devices has a list of them': ({ context }) => context.devices !== null,
  },
});
