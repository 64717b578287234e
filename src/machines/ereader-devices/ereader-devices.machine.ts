import { assign, fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { EreaderDevice } from '../../schemas/api/ereader-device.ts';
import type { UserType } from '../../schemas/api/user.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import { getPorts } from '../app/ports.ts';
import { named } from '../app/system.ts';
import { dataPage, type PageRetry } from '../kit/data-page.ts';
import { editorToast } from '../kit/editor.ts';
import { failedBy, failureOf, keepError, type Failure } from '../kit/failure.logic.ts';
import { dangerQuestion, isAccepted } from '../kit/question.ts';
import { resourceBy } from '../kit/resource.ts';
import type { ModalClosed, ModalsEvent } from '../modals/modals.protocol.ts';
import { devicesOf } from '../send-ebook/devices.logic.ts';
import type { PageRefresh } from '../page-host/page.protocol.ts';
import {
  readDevices,
  removeDevice,
  type DeviceList,
  type DeviceOwner,
  type DeviceScope,
} from './ereader-devices.logic.ts';

export interface EreaderDevicesInput {
  readonly scope: DeviceScope;
  /** Who is signed in. */
  readonly user: { readonly id: string; readonly type: UserType };
}

export type EreaderDevicesEvent =
  | { type: 'devices.add' }
  | { type: 'devices.edit'; name: string }
  /** Asks first. */
  | { type: 'devices.remove'; name: string }
  | { type: 'data.loaded'; data: DeviceList }
  | ({ type: 'data.failed' } & Failure)
  | ModalClosed
  | PageRetry
  | PageRefresh
  | ServerEventOf<'server.ereaderDevices.updated'>;

interface EreaderDevicesContext extends EreaderDevicesInput, DeviceList {
  /** The device that is to be removed; empty while none is. */
  readonly name: string;
  readonly error: AppError | null;
}

const { loading, failed, kept, gone } = dataPage<DeviceList>();

const ownerOf = ({ scope, user }: EreaderDevicesInput): DeviceOwner => ({ scope, userId: user.id });

/**
 * The devices that take ebooks by email (CFG-042, CFG-043, ACC-007, areas 12.2, 12.3), for the page that invokes it:
 * those of the server, or those of the account. The page passes on `page.refresh` and `server.ereaderDevices.updated`.
 *
 * Invariants:
 * 1. Nothing is removed that was not confirmed.
 * 2. What is shown is what the server last said.
 */
export const ereaderDevicesMachine = setup({
  types: {
    input: {} as EreaderDevicesInput,
    context: {} as EreaderDevicesContext,
    events: {} as EreaderDevicesEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; removeDevice: 'removeDevice' },
  },
  actors: {
    data: resourceBy<DeviceScope>('data', readDevices),
    removeDevice: fromPromise<readonly EreaderDevice[], DeviceOwner & { name: string }>(({ input, system, signal }) =>
      removeDevice(getPorts(system).api, input, signal),
    ),
  },
  guards: {
    isGone: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isKnown: ({ context }, { name }: { name: string }) => context.devices.some((device) => device.name === name),
    isAccepted: ({ context }, closed: ModalClosed) => context.name !== '' && isAccepted(closed),
    isSaved: (_, closed: ModalClosed) => closed.modal === 'editDevice' && closed.output !== null,
  },
  actions: {
    keepData: assign((_, { data }: { data: DeviceList }) => ({ ...data, error: null })),
    keepDevices: assign((_, { devices }: { devices: readonly EreaderDevice[] }) => ({ devices })),
    keepSaved: assign((_, closed: ModalClosed) =>
      closed.modal === 'editDevice' && closed.output !== null ? { devices: closed.output } : {},
    ),
    keepTold: assign(
      ({ context: { scope, user } }, { list }: { list: { ereaderDevices: readonly EreaderDevice[] } }) => ({
        devices: scope === 'own' ? devicesOf(list.ereaderDevices, user) : list.ereaderDevices,
      }),
    ),
    rememberFailure: assign(keepError),
    rememberName: assign((_, { name }: { name: string }) => ({ name })),
    forgetName: assign({ name: '' }),
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
    ask: sendTo(named('modals'), ({ context: { name }, self }) =>
      dangerQuestion(
        'remove',
        { key: 'ereaderDevices.confirmRemove', values: { title: name } },
        { key: 'ereaderDevices.remove' },
        self,
      ),
    ),
    tellRemoved: sendTo(named('toasts'), ({ context: { name } }) =>
      editorToast('ereaderDevices', name, { kind: 'success', key: 'ereaderDevices.removed' }),
    ),
    tellNotRemoved: sendTo(named('toasts'), ({ context: { name } }, { cause }: Failure) =>
      editorToast('ereaderDevices', name, {
        kind: 'error',
        key: 'ereaderDevices.notRemoved',
        error: toAppError(cause),
      }),
    ),
  },
}).createMachine({
  id: 'ereaderDevices',
  context: ({ input }) => ({ ...input, devices: [], people: [], name: '', error: null }),
  invoke: { src: 'data', id: 'data', input: ({ context }) => ({ request: context.scope, settleMs: 300 }) },
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      initial: 'resting',
      on: {
        ...kept,
        ...gone,
        'server.ereaderDevices.updated': { actions: { type: 'keepTold', params: ({ event }) => event } },
      },
      states: {
        resting: {
          on: {
            'devices.add': { target: 'asking', actions: ['forgetName', { type: 'edit', params: { name: null } }] },
            'devices.edit': {
              guard: { type: 'isKnown', params: ({ event }) => event },
              target: 'asking',
              actions: ['forgetName', { type: 'edit', params: ({ event }) => event }],
            },
            'devices.remove': {
              guard: { type: 'isKnown', params: ({ event }) => event },
              target: 'asking',
              actions: [{ type: 'rememberName', params: ({ event }) => event }, 'ask'],
            },
          },
        },
        /** A dialog is open. */
        asking: {
          on: {
            'modal.closed': [
              { guard: { type: 'isAccepted', params: ({ event }) => event }, target: 'removing' },
              {
                guard: { type: 'isSaved', params: ({ event }) => event },
                target: 'resting',
                actions: { type: 'keepSaved', params: ({ event }) => event },
              },
              { target: 'resting' },
            ],
          },
        },
        removing: {
          tags: 'busy',
          invoke: {
            src: 'removeDevice',
            id: 'removeDevice',
            input: ({ context }) => ({ ...ownerOf(context), name: context.name }),
            onDone: {
              target: 'resting',
              actions: [{ type: 'keepDevices', params: ({ event }) => ({ devices: event.output }) }, 'tellRemoved'],
            },
            onError: { target: 'resting', actions: { type: 'tellNotRemoved', params: failureOf } },
          },
        },
      },
    },
  },
});

export type EreaderDevicesRef = ActorRefFrom<typeof ereaderDevicesMachine>;
