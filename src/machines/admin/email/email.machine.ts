import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { output } from 'zod/v4/core';
import { by } from '../../kit/by.ts';
import type { EmailSettings } from '../../../schemas/api/email-settings.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { getEmailSettings, sendTestEmail } from '../../../services/endpoints/emails.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { recheckMachine } from '../../kit/recheck.machine.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { SettingsFormSaved } from '../../kit/settings-form.machine.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { ereaderDevicesMachine } from '../ereader-devices/ereader-devices.machine.ts';
import { emailForm, emailValuesOf, testObstacle } from './email.logic.ts';

type Answer = output<typeof getEmailSettings.output>;

export type EmailEvent =
  | { type: 'email.sendTest' }
  | ResourceReport<'data', typeof getEmailSettings>
  | SettingsFormSaved<Answer>
  | PageRetry
  | PageRefresh
  | ServerEventOf<'server.ereaderDevices.updated'>;

export type MailTest = { readonly kind: 'sent' } | { readonly kind: 'failed'; readonly error: AppError };

interface EmailContext {
  readonly settings: EmailSettings | null;
  readonly test: MailTest | null;
  readonly error: AppError | null;
}

type DevicesUpdated = ServerEventOf<'server.ereaderDevices.updated'>;

/** All administrators see the same server devices. */
const ANY_ADMIN = { id: '', type: 'admin' } as const;

const { loading, failed, removed } = dataPage<Answer>();

/** Page of the mail settings, a test mail and the server's ereader devices. */
export const emailMachine = setup({
  types: {
    input: {} as PageInput<'configEmail'>,
    context: {} as EmailContext,
    events: {} as EmailEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; devices: 'devices'; form: 'form'; test: 'test'; recheck: 'recheck' },
  },
  actors: {
    recheck: recheckMachine,
    data: resource('data', getEmailSettings),
    devices: ereaderDevicesMachine,
    form: emailForm,
    test: callEndpoint(sendTestEmail),
  },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    canTest: ({ context }) => context.settings !== null && testObstacle(context.settings) === null,
  },
  actions: {
    keepData: assign((_, { data }: { data: Answer }) => ({ settings: data.settings, error: null })),
    follow: sendTo('form', (_, { data }: { data: Answer }) => ({
      type: 'form.follow' as const,
      values: emailValuesOf(data.settings),
    })),
    forgetTest: assign({ test: null }),
    noteSent: assign({ test: { kind: 'sent' as const } }),
    noteFailed: assign((_, { cause }: Failure) => ({ test: { kind: 'failed' as const, error: toAppError(cause) } })),
    rememberFailure: assign(keepError),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    passOn: sendTo('devices', (_, { event }: { event: PageRefresh | DevicesUpdated }) => event),
  },
}).createMachine({
  id: 'email',
  context: { settings: null, test: null, error: null },
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
    { src: 'recheck', id: 'recheck' },
    { src: 'devices', id: 'devices', input: { scope: 'server', user: ANY_ADMIN } },
  ],
  initial: 'loading',
  on: {
    'page.refresh': { actions: ['refresh', { type: 'passOn', params: ({ event }) => ({ event }) }] },
    'server.ereaderDevices.updated': { actions: { type: 'passOn', params: ({ event }) => ({ event }) } },
  },
  states: {
    loading,
    failed,
    shown: {
      invoke: {
        src: 'form',
        id: 'form',
        input: ({ context: { settings } }) => {
          if (settings === null) throw new Error('The form needs the settings');
          return { values: emailValuesOf(settings) };
        },
      },
      on: {
        'data.loaded': {
          actions: [by('keepData'), by('follow')],
        },
        'form.saved': { actions: [by('keepData'), 'forgetTest'] },
        ...removed,
      },
      initial: 'resting',
      states: {
        resting: { on: { 'email.sendTest': { guard: 'canTest', target: 'testing' } } },
        testing: {
          tags: 'busy',
          entry: 'forgetTest',
          invoke: {
            src: 'test',
            id: 'test',
            onDone: { target: 'resting', actions: 'noteSent' },
            onError: { target: 'resting', actions: { type: 'noteFailed', params: failureOf } },
          },
        },
      },
    },
  },
});

export type EmailRef = ActorRefFrom<typeof emailMachine>;
