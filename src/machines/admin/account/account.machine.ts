import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { ServerStatus } from '../../../schemas/api/server-settings.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getStatus } from '../../../services/endpoints/auth.ts';
import { getUser, named } from '../../kit/system.ts';
import { ereaderDevicesMachine } from '../ereader-devices/ereader-devices.machine.ts';
import type { FormReport } from '../../kit/form.machine.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { hasOwnDevices, hasPassword, noPassword, passwordForm, type PasswordValues } from './account.logic.ts';
import { toast } from '../../kit/toast.ts';

export type AccountEvent =
  | FormReport<'password', PasswordValues, string>
  | ResourceReport<'status', typeof getStatus>
  | PageRefresh
  | ServerEventOf<'server.ereaderDevices.updated'>;

interface AccountContext {
  readonly hasPasswords: boolean;
  /** Null if the account may have no devices, or sees all of them in the settings. */
  readonly devices: ActorRefFrom<typeof ereaderDevicesMachine> | null;
  readonly password: ActorRefFrom<typeof passwordForm> | null;
}

/** Page of the own account: password and ereader devices. */
export const accountMachine = setup({
  types: {
    input: {} as PageInput<'account'>,
    context: {} as AccountContext,
    events: {} as AccountEvent,
    children: {} as { status: 'status'; devices: 'devices'; password: 'password' },
  },
  actors: { status: resource('status', getStatus), devices: ereaderDevicesMachine, password: passwordForm },
  actions: {
    start: assign(({ spawn, self }) => {
      const user = getUser(self.system);
      return {
        devices:
          user && hasOwnDevices(user) ? spawn('devices', { id: 'devices', input: { scope: 'own', user } }) : null,
        password:
          user && hasPassword(user)
            ? spawn('password', { id: 'password', input: { values: noPassword(user.type === 'root') } })
            : null,
      };
    }),
    keepStatus: assign((_, { data }: { data: ServerStatus }) => ({
      hasPasswords: data.authMethods?.includes('local') ?? true,
    })),
    clearPasswords: enqueueActions(({ enqueue }) => {
      for (const field of ['password', 'newPassword', 'repeatedPassword'] as const)
        enqueue.sendTo('password', { type: 'form.change', field, value: '' });
    }),
    notifyChanged: sendTo(named('toasts'), toast('success', 'password', 'people.passwordChanged')),
    notifyDevices: enqueueActions(({ context, enqueue }, event: PassedOn) => {
      if (context.devices) enqueue.sendTo(context.devices, event);
    }),
  },
}).createMachine({
  id: 'account',
  context: { hasPasswords: true, devices: null, password: null },
  entry: 'start',
  invoke: { src: 'status', id: 'status', input: { request: undefined, settleMs: 0 } },
  initial: 'shown',
  on: {
    'page.refresh': { actions: by('notifyDevices') },
    'server.ereaderDevices.updated': { actions: by('notifyDevices') },
    'status.loaded': { actions: by('keepStatus') },
    'password.saved': { actions: ['clearPasswords', 'notifyChanged'] },
  },
  states: { shown: {} },
});

type PassedOn = PageRefresh | ServerEventOf<'server.ereaderDevices.updated'>;

export type AccountRef = ActorRefFrom<typeof accountMachine>;
