import { assign, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Authorized } from '../../schemas/api/auth.ts';
import type { ServerSettings } from '../../schemas/api/server-settings.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { authorize } from '../../services/endpoints/auth.ts';
import { updateServerSettings } from '../../services/endpoints/server-admin.ts';
import { callEndpoint } from '../app/ports.ts';
import { dataPage, type PageRetry } from '../kit/data-page.ts';
import { failedBy, failureOf, keepError, type Failure } from '../kit/failure.logic.ts';
import { resource, type ResourceTold } from '../kit/resource.ts';
import type { PageInput, PageRefresh, PageSettingsSaved } from '../page-host/page.protocol.ts';
import { isOffered, type SettingsChange } from './settings-table.logic.ts';

export type GeneralSettingsEvent =
  /** A control was moved: it shows at once and is saved. */
  | { type: 'settings.change'; change: SettingsChange }
  | ResourceTold<'data', typeof authorize>
  | PageRetry
  | PageRefresh;

/** What the server did not take. */
export interface RefusedChange {
  readonly keys: readonly string[];
  readonly error: AppError;
}

interface GeneralSettingsContext {
  /** As the server has them. */
  readonly stored: ServerSettings | null;
  /** What is being saved. */
  readonly sent: SettingsChange;
  /** What was changed meanwhile. */
  readonly waiting: SettingsChange;
  readonly refused: RefusedChange | null;
  readonly error: AppError | null;
}

const { loading, failed, kept, gone } = dataPage<Authorized>();

/**
 * The settings of the server (CFG-001 to CFG-009, areas 4). Every control saves at once: it shows what was chosen,
 * and what the server has as soon as that refuses.
 *
 * Invariants:
 * 1. One change is on its way at a time; what is changed meanwhile follows it.
 * 2. Nothing is sent that no control offers.
 * 3. At rest it shows what the server has.
 */
export const generalSettingsMachine = setup({
  types: {
    input: {} as PageInput<'config'>,
    context: {} as GeneralSettingsContext,
    events: {} as GeneralSettingsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; save: 'save' },
  },
  actors: { data: resource('data', authorize), save: callEndpoint(updateServerSettings) },
  guards: {
    isOffered: (_, { change }: { change: SettingsChange }) => isOffered(change),
    hasWaiting: ({ context }) => Object.keys(context.waiting).length > 0,
    isGone: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
  },
  actions: {
    keepData: assign((_, { data }: { data: Authorized }) => ({ stored: data.serverSettings, error: null })),
    keepSettings: assign((_, { serverSettings }: { serverSettings: ServerSettings }) => ({
      stored: serverSettings,
      sent: {},
    })),
    rememberFailure: assign(keepError),
    keepChange: assign(({ context }, { change }: { change: SettingsChange }) => ({
      waiting: { ...context.waiting, ...change },
      refused: null,
    })),
    dropChanges: assign({ sent: {}, waiting: {} }),
    takeWaiting: assign(({ context }) => ({ sent: context.waiting, waiting: {} })),
    rememberRefusal: assign(({ context }, { cause }: Failure) => ({
      refused: { keys: Object.keys(context.sent), error: toAppError(cause) },
      sent: {},
    })),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    tellSaved: sendParent(
      (_, { serverSettings }: { serverSettings: ServerSettings }) =>
        ({ type: 'page.settingsSaved', serverSettings }) satisfies PageSettingsSaved,
    ),
  },
}).createMachine({
  id: 'generalSettings',
  context: { stored: null, sent: {}, waiting: {}, refused: null, error: null },
  invoke: { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      initial: 'resting',
      exit: 'dropChanges',
      on: {
        'settings.change': {
          guard: { type: 'isOffered', params: ({ event }) => event },
          actions: { type: 'keepChange', params: ({ event }) => event },
        },
        ...gone,
      },
      states: {
        resting: {
          always: { guard: 'hasWaiting', target: 'saving' },
          on: kept,
        },
        /** What is read now may be older than what is saved: it is read again after. */
        saving: {
          entry: 'takeWaiting',
          on: { 'data.loaded': { actions: 'refresh' } },
          invoke: {
            src: 'save',
            id: 'save',
            input: ({ context }) => context.sent,
            onDone: {
              target: 'resting',
              actions: [
                { type: 'keepSettings', params: ({ event }) => event.output },
                { type: 'tellSaved', params: ({ event }) => event.output },
              ],
            },
            onError: { target: 'resting', actions: { type: 'rememberRefusal', params: failureOf } },
          },
        },
      },
    },
  },
});

export type GeneralSettingsRef = ActorRefFrom<typeof generalSettingsMachine>;
