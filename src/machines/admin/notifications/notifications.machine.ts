import { assign, fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { NotificationOverview, NotificationSettings } from '../../../schemas/api/notification.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getNotifications } from '../../../services/endpoints/notifications.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { editorToast, dangerQuestion, isAccepted } from '../../kit/messages.ts';
import { failedBy, failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { recheckMachine } from '../../kit/recheck.machine.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { SettingsFormSaved } from '../../kit/settings-form.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { act, sendingForm, sendingValuesOf, type NotificationAction } from './notifications.logic.ts';

export type NotificationsEvent =
  | { type: 'notifications.add' }
  | { type: 'notifications.edit'; id: string }
  | { type: 'notifications.apply'; action: NotificationAction }
  | ResourceReport<'data', typeof getNotifications>
  | SettingsFormSaved<NotificationOverview>
  | ModalClosed
  | PageRetry
  | PageRefresh
  | ServerEventOf<'server.notifications.updated'>;

interface NotificationsContext {
  readonly overview: NotificationOverview | null;
  /** Time of the last load, in ms. */
  readonly readAt: number;
  readonly action: NotificationAction | null;
  readonly error: AppError | null;
}

const { loading, failed, removed } = dataPage<NotificationOverview>();

const TOAST = 'notification';

/** Page of the notifications, kept up to date with attempts. One action at a time. */
export const notificationsMachine = setup({
  types: {
    input: {} as PageInput<'configNotifications'>,
    context: {} as NotificationsContext,
    events: {} as NotificationsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; form: 'form'; act: 'act'; recheck: 'recheck' },
  },
  actors: {
    recheck: recheckMachine,
    data: resource('data', getNotifications),
    form: sendingForm,
    act: fromPromise<NotificationSettings | null, NotificationAction>(({ input, system, signal }) =>
      act(getPorts(system).api, input, signal),
    ),
  },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isKnown: ({ context }, { id }: { id: string }) =>
      context.overview?.settings.notifications.items.some((one) => one.id === id) ?? false,
    isRemoval: (_, { action }: { action: NotificationAction }) => action.kind === 'remove',
    isAccepted: ({ context }, closed: ModalClosed) => context.action !== null && isAccepted(closed),
    isSaved: (_, closed: ModalClosed) => closed.modal === 'editNotification' && closed.output !== null,
  },
  actions: {
    keepData: assign(({ system }, { data }: { data: NotificationOverview }) => ({
      overview: data,
      readAt: getPorts(system).clock.now(),
      error: null,
    })),
    keepSettings: assign(({ context, system }, { settings }: { settings: NotificationSettings | null }) => ({
      overview: context.overview && settings ? { ...context.overview, settings } : context.overview,
      readAt: getPorts(system).clock.now(),
    })),
    keepSaved: assign(({ context }, closed: ModalClosed) =>
      closed.modal === 'editNotification' && closed.output !== null && context.overview
        ? { overview: { ...context.overview, settings: closed.output } }
        : {},
    ),
    follow: sendTo('form', (_, { settings }: { settings: NotificationSettings }) => ({
      type: 'form.follow' as const,
      values: sendingValuesOf(settings),
    })),
    rememberFailure: assign(keepError),
    rememberAction: assign((_, { action }: { action: NotificationAction }) => ({ action })),
    forgetAction: assign({ action: null }),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    edit: sendTo(named('modals'), ({ context: { overview }, self }, { id }: { id: string | null }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'editNotification',
      input: {
        before: overview?.settings.notifications.items.find((one) => one.id === id) ?? null,
        events: overview?.data.events ?? [],
      },
      tag: 'edit',
      replyTo: self,
    })),
    ask: sendTo(named('modals'), ({ self }) =>
      dangerQuestion('remove', { key: 'notificationToasts.confirmRemove' }, { key: 'notificationToasts.remove' }, self),
    ),
    notifyDone: sendTo(named('toasts'), ({ context }) =>
      editorToast(TOAST, '', { kind: 'success', key: `notificationToasts.done.${context.action?.kind ?? 'fire'}` }),
    ),
    notifyFailed: sendTo(named('toasts'), ({ context }, { cause }: Failure) =>
      editorToast(TOAST, '', {
        kind: 'error',
        key: `notificationToasts.failed.${context.action?.kind ?? 'fire'}`,
        error: toAppError(cause),
      }),
    ),
  },
}).createMachine({
  id: 'notifications',
  context: { overview: null, readAt: 0, action: null, error: null },
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
    { src: 'recheck', id: 'recheck' },
  ],
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      exit: 'forgetAction',
      invoke: {
        src: 'form',
        id: 'form',
        input: ({ context: { overview } }) => {
          if (overview === null) throw new Error('The form needs the settings');
          return { values: sendingValuesOf(overview.settings) };
        },
      },
      on: {
        'data.loaded': {
          actions: [by('keepData'), { type: 'follow', params: ({ event }) => event.data }],
        },
        'server.notifications.updated': {
          actions: [by('keepSettings'), by('follow')],
        },
        'form.saved': { actions: by('keepData') },
        ...removed,
      },
      initial: 'resting',
      states: {
        resting: {
          entry: 'forgetAction',
          on: {
            'notifications.add': { target: 'asking', actions: { type: 'edit', params: { id: null } } },
            'notifications.edit': {
              guard: by('isKnown'),
              target: 'asking',
              actions: by('edit'),
            },
            'notifications.apply': [
              {
                guard: by('isRemoval'),
                target: 'asking',
                actions: [by('rememberAction'), 'ask'],
              },
              { target: 'acting', actions: by('rememberAction') },
            ],
          },
        },
        asking: {
          on: {
            'modal.closed': [
              { guard: by('isAccepted'), target: 'acting' },
              {
                guard: by('isSaved'),
                target: 'resting',
                actions: by('keepSaved'),
              },
              { target: 'resting' },
            ],
          },
        },
        acting: {
          tags: 'busy',
          invoke: {
            src: 'act',
            id: 'act',
            input: ({ context: { action } }) => {
              if (action === null) throw new Error('Nothing is to be done');
              return action;
            },
            onDone: {
              target: 'resting',
              actions: [{ type: 'keepSettings', params: ({ event }) => ({ settings: event.output }) }, 'notifyDone'],
            },
            onError: { target: 'resting', actions: { type: 'notifyFailed', params: failureOf } },
          },
        },
      },
    },
  },
});

export type NotificationsRef = ActorRefFrom<typeof notificationsMachine>;
