import { assign, setup, type ActorRefFrom, fromPromise } from 'xstate';
import { by } from '../../kit/by.ts';
import type { MediaType } from '../../../schemas/api/common.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { getItems } from '../../../services/endpoints/item-batch.ts';
import { getPorts } from '../../kit/ports.ts';
import { searchTerms, titleFor } from '../item-edit/cover.logic.ts';
import { searchMatches } from '../item-edit/match-search.actor.ts';
import { failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import type { QuickMatchOptions } from '../../browse/selection/selection.protocol.ts';
import {
  changedProviders,
  changeIn,
  findProviders,
  stillListed,
  type ProviderNews,
  type Providers,
  type Provider,
} from './find-providers.actor.ts';
import type { Previewed } from './quick-match.logic.ts';

/** Items to look up before a quick match: each takes seconds. */
const MOST_PREVIEWED = 3;

export const previewMatches = fromPromise<readonly Previewed[], { ids: readonly string[]; provider: string }>(
  async ({ input: { ids, provider }, system, signal }) => {
    const { api } = getPorts(system);
    const { libraryItems } = await api.call(getItems, { itemIds: ids.slice(0, MOST_PREVIEWED) }, signal);
    const previewed: Previewed[] = [];
    for (const item of libraryItems.items) {
      const { id: itemId, mediaType } = item;
      const { author } = searchTerms(item);
      const query = { itemId, mediaType, provider, title: titleFor(item, provider), author };
      const [match = null] = await searchMatches(api, query, signal);
      previewed.push({ item, match });
    }
    return previewed;
  },
);

export interface QuickMatchModalInput {
  readonly ids: readonly string[];
  readonly libraryId: string;
  readonly mediaType: MediaType;
}

export type QuickMatchEvent =
  | { type: 'quickMatch.choose'; provider: string }
  | { type: 'quickMatch.setOverride'; field: 'overrideDetails' | 'overrideCover'; isOn: boolean }
  | { type: 'quickMatch.retry' }
  | { type: 'quickMatch.accept' }
  | { type: 'quickMatch.cancel' }
  | ProviderNews;

export interface QuickMatchOutput {
  readonly options: QuickMatchOptions | null;
}

interface QuickMatchContext extends QuickMatchModalInput {
  readonly providers: readonly Provider[];
  readonly provider: string;
  readonly overrideDetails: boolean;
  readonly overrideCover: boolean;
  readonly isAccepted: boolean;
  readonly error: AppError | null;
  readonly previewed: readonly Previewed[] | null;
  readonly previewError: AppError | null;
}

/** Options of a batch quick match, with a preview for the first items. */
export const quickMatchMachine = setup({
  types: {
    input: {} as QuickMatchModalInput,
    context: {} as QuickMatchContext,
    events: {} as QuickMatchEvent,
    output: {} as QuickMatchOutput,
    children: {} as { findProviders: 'findProviders'; previewMatches: 'previewMatches' },
    tags: {} as 'busy' | 'failed',
  },
  actors: { findProviders, previewMatches },
  guards: {
    isKnown: ({ context }, params: { provider: string }) =>
      context.providers.some(({ value }) => value === params.provider),
    isChosen: ({ context }, { provider }: ProviderNews) => provider.slug === context.provider,
  },
  actions: {
    takeProviders: assign((_, { list, chosen }: Providers) => ({
      providers: list,
      provider: stillListed(list, chosen ?? ''),
      error: null,
    })),
    changeProviders: assign(({ context }, news: ProviderNews) => {
      const providers = changedProviders(context.providers, context.mediaType, changeIn(news));
      return { providers, provider: stillListed(providers, context.provider) };
    }),
    rememberFailure: assign(keepError),
    keepPreview: assign((_, { previewed }: { previewed: readonly Previewed[] }) => ({ previewed })),
    rememberNoPreview: assign((_, { cause }: Failure) => ({ previewError: toAppError(cause) })),
  },
}).createMachine({
  id: 'quickMatch',
  context: ({ input }) => ({
    ...input,
    providers: [],
    provider: '',
    overrideDetails: true,
    overrideCover: true,
    isAccepted: false,
    error: null,
    previewed: null,
    previewError: null,
  }),
  initial: 'loading',
  on: {
    'quickMatch.cancel': '.closed',
    'quickMatch.setOverride': { actions: assign(({ event: params }) => ({ [params.field]: params.isOn })) },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'findProviders',
        id: 'findProviders',
        input: ({ context: { libraryId, mediaType } }) => ({ libraryId, mediaType }),
        onDone: { target: 'choosing', actions: { type: 'takeProviders', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    failed: { tags: 'failed', on: { 'quickMatch.retry': 'loading' } },
    choosing: {
      initial: 'looking',
      states: {
        looking: {
          entry: assign({ previewed: null, previewError: null }),
          invoke: {
            src: 'previewMatches',
            id: 'previewMatches',
            input: ({ context: { ids, provider } }) => ({ ids, provider }),
            onDone: {
              target: 'shown',
              actions: { type: 'keepPreview', params: ({ event }) => ({ previewed: event.output }) },
            },
            onError: { target: 'shown', actions: { type: 'rememberNoPreview', params: failureOf } },
          },
        },
        shown: {},
      },
      on: {
        'quickMatch.choose': {
          guard: by('isKnown'),
          target: '.looking',
          reenter: true,
          actions: assign(({ event: { provider } }) => ({ provider })),
        },
        'server.customProvider.added': { actions: by('changeProviders') },
        'server.customProvider.removed': [
          { guard: by('isChosen'), target: '.looking', reenter: true, actions: by('changeProviders') },
          { actions: by('changeProviders') },
        ],
        'quickMatch.accept': { target: 'closed', actions: assign({ isAccepted: true }) },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context: { isAccepted, provider, overrideDetails, overrideCover } }) => ({
    options: isAccepted ? { provider, overrideDetails, overrideCover } : null,
  }),
});

export type QuickMatchRef = ActorRefFrom<typeof quickMatchMachine>;
