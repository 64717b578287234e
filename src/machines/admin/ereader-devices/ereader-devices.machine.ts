import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { EreaderDevice } from '../../../schemas/api/auth.ts';
import type { UserType } from '../../../schemas/api/user.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { named } from '../../kit/system.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { removal, type RemovalReport } from '../../kit/removal.machine.ts';
import { resourceBy } from '../../kit/resource.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import { devicesOf } from '../send-ebook/devices.logic.ts';
import type { PageRefresh } from '../../app/page-host/page.protocol.ts';
import {
  readDevices,
  removeDevice,
  type DeviceList,
  type DeviceOwner,
  type DeviceScope,
} from './ereader-devices.logic.ts';

export interface EreaderDevicesInput {
  readonly scope: DeviceScope;
  readonly user: { readonly id: string; readonly type: UserType };
}

export type EreaderDevicesEvent =
  | { type: 'devices.add' }
  | { type: 'devices.edit'; name: string }
  | { type: 'devices.remove'; name: string }
  | { type: 'data.loaded'; data: DeviceList }
  | ({ type: 'data.failed' } & Failure)
  | RemovalReport<OwnedDevice, readonly EreaderDevice[]>
  | ModalClosed
  | PageRetry
  | PageRefresh
  | ServerEventOf<'server.ereaderDevices.updated'>;

interface EreaderDevicesContext extends EreaderDevicesInput, DeviceList {
  readonly error: AppError | null;
}

type OwnedDevice = DeviceOwner & { readonly name: string };

const { loading, failed, kept, removed } = dataPage<DeviceList>();

const deviceRemoval = removal<OwnedDevice, readonly EreaderDevice[]>({
  remove: removeDevice,
  texts: ({ name }) => ({
    toast: 'ereaderDevices',
    values: { title: name },
    question: 'ereaderDevices.confirmRemove',
    confirm: 'ereaderDevices.remove',
    removed: 'ereaderDevices.removed',
    notRemoved: 'ereaderDevices.notRemoved',
  }),
});

const ownerOf = ({ scope, user }: EreaderDevicesInput): DeviceOwner => ({ scope, userId: user.id });

/** Ereader devices. The parent page forwards `page.refresh` and `server.ereaderDevices.updated`. */
export const ereaderDevicesMachine = setup({
  types: {
    input: {} as EreaderDevicesInput,
    context: {} as EreaderDevicesContext,
    events: {} as EreaderDevicesEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; removal: 'removal' },
  },
  actors: {
    data: resourceBy<DeviceScope>('data', readDevices),
    removal: deviceRemoval,
  },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isKnown: ({ context }, { name }: { name: string }) => context.devices.some((device) => device.name === name),
    isSaved: (_, closed: ModalClosed) => closed.modal === 'editDevice' && closed.output !== null,
  },
  actions: {
    keepData: assign((_, { data }: { data: DeviceList }) => ({ ...data, error: null })),
    keepDevices: assign((_, { devices }: { devices: readonly EreaderDevice[] | null }) =>
      devices === null ? {} : { devices },
    ),
    keepSaved: assign((_, closed: ModalClosed) =>
      closed.modal === 'editDevice' && closed.output !== null ? { devices: closed.output } : {},
    ),
    keepReport: assign(
      ({ context: { scope, user } }, { list }: { list: { ereaderDevices: readonly EreaderDevice[] } }) => ({
        devices: scope === 'own' ? devicesOf(list.ereaderDevices, user) : list.ereaderDevices,
      }),
    ),
    rememberFailure: assign(keepError),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    edit: sendTo(named('modals'), ({ context, self }, { name }: { name: string | null }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'editDevice',
      input: {
        ...ownerOf(context),
        devices: context.devices,
        people: context.people,
        before: context.devices.find((device) => device.name === name) ?? null,
      },
      tag: 'edit',
      replyTo: self,
    })),
    askToRemove: sendTo('removal', ({ context }, { name }: { name: string }) => ({
      type: 'removal.ask',
      subject: { ...ownerOf(context), name },
    })),
  },
}).createMachine({
  id: 'ereaderDevices',
  context: ({ input }) => ({ ...input, devices: [], people: [], error: null }),
  invoke: [
    { src: 'data', id: 'data', input: ({ context }) => ({ request: context.scope, settleMs: 300 }) },
    { src: 'removal', id: 'removal' },
  ],
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      on: {
        ...kept,
        ...removed,
        'server.ereaderDevices.updated': { actions: by('keepReport') },
        'devices.add': { actions: { type: 'edit', params: { name: null } } },
        'devices.edit': {
          guard: by('isKnown'),
          actions: by('edit'),
        },
        'devices.remove': {
          guard: by('isKnown'),
          actions: by('askToRemove'),
        },
        'removal.finished': { actions: { type: 'keepDevices', params: ({ event }) => ({ devices: event.answer }) } },
        'modal.closed': {
          guard: by('isSaved'),
          actions: by('keepSaved'),
        },
      },
    },
  },
});

export type EreaderDevicesRef = ActorRefFrom<typeof ereaderDevicesMachine>;
