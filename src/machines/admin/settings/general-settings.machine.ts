import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Authorized } from '../../../schemas/api/auth.ts';
import type { ServerSettings } from '../../../schemas/api/server-settings.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { authorize } from '../../../services/endpoints/auth.ts';
import { updateServerSettings } from '../../../services/endpoints/server-admin.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { recheckMachine } from '../../kit/recheck.machine.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { PageInput, PageRefresh, PageSettingsSaved } from '../../app/page-host/page.protocol.ts';
import { findAllProviders, KNOWN_PROVIDERS, type AllProviders } from '../library-settings/all-providers.actor.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { type FormReport, formChanges } from '../../kit/form.machine.ts';
import {
  changedProviders,
  changeIn,
  type Provider,
  type ProviderNews,
} from '../../edit/quick-match/find-providers.actor.ts';
import {
  prefixForm,
  prefixValues,
  withTheirPrefixes,
  type PrefixesSaved,
  type PrefixForm,
  type PrefixValues,
} from './prefixes.logic.ts';
import { purgeMachine, type Cache } from './purge.machine.ts';
import { isOffered, type SettingsChange } from './settings-table.logic.ts';
import { toast } from '../../kit/toast.ts';

export type GeneralSettingsEvent =
  /** Applies at once and saves. */
  | { type: 'settings.change'; change: SettingsChange }
  /** Clears a cache of the server, after a confirmation. */
  | { type: 'settings.purge'; cache: Cache }
  | FormReport<'prefixes', PrefixValues, PrefixesSaved>
  | ResourceReport<'data', typeof authorize>
  | PageRetry
  | PageRefresh
  | ProviderNews;

export interface RefusedChange {
  readonly keys: readonly string[];
  readonly error: AppError;
}

interface GeneralSettingsContext {
  readonly stored: ServerSettings | null;
  readonly sent: SettingsChange;
  /** Changed during the save. */
  readonly waiting: SettingsChange;
  readonly refused: RefusedChange | null;
  readonly prefixes: PrefixForm | null;
  readonly providers: readonly Provider[];
  readonly error: AppError | null;
}

const { loading, failed, kept, removed } = dataPage<Authorized>();

/** Page of the server settings. Controls save at once, one save at a time, and revert on a refusal. */
export const generalSettingsMachine = setup({
  types: {
    input: {} as PageInput<'config'>,
    context: {} as GeneralSettingsContext,
    events: {} as GeneralSettingsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      data: 'data';
      save: 'save';
      prefixes: 'prefixes';
      purge: 'purge';
      findProviders: 'findProviders';
      recheck: 'recheck';
    },
  },
  actors: {
    recheck: recheckMachine,
    data: resource('data', authorize),
    save: callEndpoint(updateServerSettings),
    prefixes: prefixForm,
    purge: purgeMachine,
    findProviders: findAllProviders,
  },
  guards: {
    isOffered: (_, { change }: { change: SettingsChange }) => isOffered(change),
    hasWaiting: ({ context }) => Object.keys(context.waiting).length > 0,
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
  },
  actions: {
    keepData: assign(({ context, spawn }, { data: { serverSettings } }: { data: Authorized }) => ({
      stored: serverSettings,
      prefixes:
        context.prefixes ??
        spawn('prefixes', { id: 'prefixes', input: { values: prefixValues(serverSettings.sortingPrefixes) } }),
      error: null,
    })),
    takePrefixes: enqueueActions(({ context: { prefixes, stored }, enqueue }) => {
      if (!prefixes || !stored) return;
      const { values } = prefixes.getSnapshot().context;
      for (const change of formChanges(values, withTheirPrefixes, stored.sortingPrefixes))
        enqueue.sendTo('prefixes', change);
    }),
    keepProviders: assign((_, { providers }: { providers: AllProviders }) => ({ providers: providers.book })),
    changeProviders: assign(({ context }, news: ProviderNews) => ({
      providers: changedProviders(context.providers, 'book', changeIn(news)),
    })),
    keepKnownProviders: assign({ providers: KNOWN_PROVIDERS.book }),
    purge: sendTo('purge', (_, { cache }: { cache: Cache }) => ({ type: 'cache.purge', cache })),
    keepPrefixes: assign((_, { answer }: { answer: PrefixesSaved }) => ({ stored: answer.serverSettings })),
    notifyPrefixes: sendTo(named('toasts'), (_, { answer }: { answer: PrefixesSaved }): ToastsEvent =>
      toast('success', 'prefixes', 'serverCache.prefixesSaved', { values: { count: answer.rowsUpdated } }),
    ),
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
    notifySaved: sendParent(
      (_, { serverSettings }: { serverSettings: ServerSettings }) =>
        ({ type: 'page.settingsSaved', serverSettings }) satisfies PageSettingsSaved,
    ),
  },
}).createMachine({
  id: 'generalSettings',
  context: {
    stored: null,
    sent: {},
    waiting: {},
    refused: null,
    prefixes: null,
    providers: KNOWN_PROVIDERS.book,
    error: null,
  },
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
    { src: 'recheck', id: 'recheck' },
    { src: 'purge', id: 'purge' },
    {
      src: 'findProviders',
      id: 'findProviders',
      onDone: { actions: { type: 'keepProviders', params: ({ event }) => ({ providers: event.output }) } },
      onError: { actions: 'keepKnownProviders' },
    },
  ],
  initial: 'loading',
  on: {
    'page.refresh': { actions: 'refresh' },
    'server.customProvider.added': { actions: by('changeProviders') },
    'server.customProvider.removed': { actions: by('changeProviders') },
  },
  states: {
    loading,
    failed,
    shown: {
      initial: 'resting',
      exit: 'dropChanges',
      on: {
        'settings.purge': { actions: by('purge') },
        'prefixes.saved': {
          actions: [
            by('keepPrefixes'),
            'takePrefixes',
            { type: 'notifySaved', params: ({ event }) => event.answer },
            by('notifyPrefixes'),
          ],
        },
        'settings.change': {
          guard: by('isOffered'),
          actions: by('keepChange'),
        },
        ...removed,
      },
      states: {
        resting: {
          always: { guard: 'hasWaiting', target: 'saving' },
          on: { 'data.loaded': { actions: [kept['data.loaded'].actions, 'takePrefixes'] } },
        },
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
                { type: 'notifySaved', params: ({ event }) => event.output },
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
