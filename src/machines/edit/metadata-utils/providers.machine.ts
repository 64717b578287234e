import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { CustomMetadataProviderSettings } from '../../../schemas/api/metadata-utils.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import {
  createCustomProvider,
  deleteCustomProvider,
  listCustomProviders,
} from '../../../services/endpoints/metadata-utils.ts';
import type { EndpointOutput } from '../../../services/endpoints/define-endpoint.ts';
import { named } from '../../kit/system.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { form, type FormReport } from '../../kit/form.machine.ts';
import { doneToast } from '../../kit/toast.ts';
import { removal, type RemovalReport } from '../../kit/removal.machine.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { providerTrialMachine } from './provider-trial.machine.ts';

type ProviderSettings = CustomMetadataProviderSettings;

export interface ProviderValues {
  readonly name: string;
  readonly url: string;
  /** A secret sent to the provider; empty: none. */
  readonly authHeaderValue: string;
}

const isAddress = (url: string): boolean => /^https?:\/\/[^/\s]+/i.test(url.trim());

/** Needs a name and an http or https URL. */
export const providerForm = form<ProviderValues, 'nameMissing' | 'urlMissing' | 'urlInvalid', ProviderSettings>(
  'provider',
  {
    check: ({ name, url }) => ({
      ...(name.trim() === '' ? { name: 'nameMissing' as const } : {}),
      ...(url.trim() === '' ? { url: 'urlMissing' as const } : isAddress(url) ? {} : { url: 'urlInvalid' as const }),
    }),
    save: async (api, { name, url, authHeaderValue }, signal) => {
      const secret = authHeaderValue.trim();
      const body = { name: name.trim(), url: url.trim(), mediaType: 'book' as const };
      const input = secret === '' ? body : { ...body, authHeaderValue: secret };
      return (await api.call(createCustomProvider, input, signal)).provider;
    },
  },
);

export type ProvidersEvent =
  | { type: 'providers.add' }
  | { type: 'providers.cancel' }
  | { type: 'providers.toggleReveal'; id: string }
  | { type: 'providers.remove'; id: string }
  | FormReport<'provider', ProviderValues, ProviderSettings>
  | ResourceReport<'data', typeof listCustomProviders>
  | PageRetry
  | PageRefresh
  | RemovalReport<ProviderSettings>
  | ServerEventOf<'server.customProvider.added' | 'server.customProvider.removed'>;

interface ProvidersContext {
  readonly providers: readonly ProviderSettings[];
  readonly revealed: readonly string[];
  readonly error: AppError | null;
}

type Listed = EndpointOutput<typeof listCustomProviders>;

const { loading, failed, kept, removed } = dataPage<Listed>();
const SETTLE_MS = 300;

const providerRemoval = removal<ProviderSettings, unknown>({
  remove: (api, { id }, signal) => api.call(deleteCustomProvider, { id }, signal),
  texts: ({ name }) => ({
    toast: 'customProvider',
    values: { name },
    question: 'metadataUtils.confirmProvider',
    confirm: 'metadataUtils.removeProvider',
    removed: 'metadataUtils.providerRemoved',
    notRemoved: 'metadataUtils.providerNotRemoved',
  }),
});

/** Page of the server's custom metadata providers. Secrets are hidden by default. */
export const providersMachine = setup({
  types: {
    input: {} as PageInput<'configProviders'>,
    context: {} as ProvidersContext,
    events: {} as ProvidersEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; provider: 'provider'; removal: 'removal'; trial: 'trial' },
  },
  actors: {
    data: resource('data', listCustomProviders),
    provider: providerForm,
    removal: providerRemoval,
    trial: providerTrialMachine,
  },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isListed: ({ context }, { id }: { id: string }) => context.providers.some((one) => one.id === id),
  },
  actions: {
    keepData: assign(({ context }, { data }: { data: Listed }) => ({
      providers: data.providers.items,
      revealed: context.revealed.filter((id) => data.providers.items.some((one) => one.id === id)),
      error: null,
    })),
    rememberFailure: assign(keepError),
    toggleReveal: assign(({ context: { revealed } }, { id }: { id: string }) => ({
      revealed: revealed.includes(id) ? revealed.filter((other) => other !== id) : [...revealed, id],
    })),
    addProvider: assign(({ context }, { answer }: { answer: ProviderSettings }) => ({
      providers: [...context.providers.filter(({ id }) => id !== answer.id), answer],
    })),
    dropProvider: assign(({ context }, { id }: { id: string }) => ({
      providers: context.providers.filter((one) => one.id !== id),
      revealed: context.revealed.filter((other) => other !== id),
    })),
    askToRemove: sendTo('removal', ({ context }, { id }: { id: string }) => ({
      type: 'removal.ask',
      subject: context.providers.find((one) => one.id === id),
    })),
    notifyAdded: sendTo(named('toasts'), (_, { answer }: { answer: ProviderSettings }) =>
      doneToast('customProvider', 'metadataUtils.providerAdded', { name: answer.name }),
    ),
    markOutdated: sendTo('data', { type: 'resource.markOutdated' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    retry: sendTo('data', { type: 'resource.retry' }),
  },
}).createMachine({
  id: 'providers',
  context: { providers: [], revealed: [], error: null },
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: SETTLE_MS } },
    { src: 'removal', id: 'removal' },
    { src: 'trial', id: 'trial' },
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
        'server.customProvider.added': { actions: 'markOutdated' },
        'server.customProvider.removed': {
          actions: [{ type: 'dropProvider', params: ({ event }) => event.provider }, 'markOutdated'],
        },
        'providers.toggleReveal': { guard: by('isListed'), actions: by('toggleReveal') },
        'providers.remove': { guard: by('isListed'), actions: by('askToRemove') },
        'removal.finished': { actions: { type: 'dropProvider', params: ({ event }) => event.subject } },
      },
      initial: 'resting',
      states: {
        resting: { on: { 'providers.add': 'adding' } },
        adding: {
          invoke: {
            src: 'provider',
            id: 'provider',
            input: { values: { name: '', url: '', authHeaderValue: '' } },
          },
          on: {
            'providers.cancel': 'resting',
            'provider.saved': { target: 'resting', actions: [by('addProvider'), by('notifyAdded')] },
          },
        },
      },
    },
  },
});

export type ProvidersRef = ActorRefFrom<typeof providersMachine>;
