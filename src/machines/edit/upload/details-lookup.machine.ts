import { assign, sendParent, setup } from 'xstate';
import { by } from '../../kit/by.ts';
import type { BookMatch } from '../../../schemas/api/provider-search.ts';
import type { EndpointOutput } from '../../../services/endpoints/define-endpoint.ts';
import { searchBooks } from '../../../services/endpoints/provider-search.ts';
import { callEndpoint } from '../../kit/ports.ts';
import {
  changedProviders,
  changeIn,
  findProviders,
  stillListed,
  type ProviderNews,
  type Providers,
  type Provider,
} from '../quick-match/find-providers.actor.ts';
import type { ItemFields } from './grouping.logic.ts';

export interface Requested {
  readonly key: number;
  readonly title: string;
  readonly author: string;
}

export type LookUpEvent =
  | { type: 'lookUp.ask'; rows: readonly Requested[] }
  | { type: 'lookUp.setProvider'; provider: string }
  | { type: 'lookUp.retry' }
  | ProviderNews;

export type LookUpReport =
  { type: 'lookUp.found'; key: number; fields: ItemFields | null } | { type: 'lookUp.failed'; key: number };

interface LookUpContext {
  readonly libraryId: string;
  readonly providers: readonly Provider[];
  readonly provider: string;
  readonly requested: readonly Requested[];
}

function fieldsOf({ items: [match] }: EndpointOutput<typeof searchBooks>): ItemFields | null {
  return match ? { title: match.title, author: match.author ?? '', series: seriesOf(match) } : null;
}
const seriesOf = ({ series }: BookMatch) => series?.[0]?.series ?? '';

/** Looks up books in a metadata service, one after the other, as each lookup takes seconds. Answers each request. */
export const detailsLookupMachine = setup({
  types: {
    input: {} as { readonly libraryId: string },
    context: {} as LookUpContext,
    events: {} as LookUpEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { providers: 'providers'; search: 'search' },
  },
  actors: { providers: findProviders, search: callEndpoint(searchBooks) },
  guards: { hasRequested: ({ context }) => context.requested.length > 0 },
  actions: {
    keepProviders: assign((_, { list, chosen }: Providers) => ({
      providers: list,
      provider: stillListed(list, chosen ?? ''),
    })),
    changeProviders: assign(({ context }, news: ProviderNews) => {
      const providers = changedProviders(context.providers, 'book', changeIn(news));
      return { providers, provider: stillListed(providers, context.provider) };
    }),
    ask: assign(({ context }, { rows }: { rows: readonly Requested[] }) => ({
      requested: [...context.requested, ...rows],
    })),
    goOn: assign(({ context }) => ({ requested: context.requested.slice(1) })),
    notifyFound: sendParent(
      ({ context }, { output }: { output: EndpointOutput<typeof searchBooks> }) =>
        ({
          type: 'lookUp.found',
          key: context.requested[0]?.key ?? 0,
          fields: fieldsOf(output),
        }) satisfies LookUpReport,
    ),
    notifyFailed: sendParent(
      ({ context }) => ({ type: 'lookUp.failed', key: context.requested[0]?.key ?? 0 }) satisfies LookUpReport,
    ),
  },
}).createMachine({
  id: 'lookUp',
  context: ({ input: { libraryId } }) => ({ libraryId, providers: [], provider: '', requested: [] }),
  initial: 'loading',
  on: { 'lookUp.ask': { actions: by('ask') } },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'providers',
        id: 'providers',
        input: ({ context: { libraryId } }) => ({ libraryId, mediaType: 'book' }),
        onDone: { target: 'ready', actions: { type: 'keepProviders', params: ({ event }) => event.output } },
        onError: 'failed',
      },
    },
    failed: {
      tags: 'failed',
      always: { guard: 'hasRequested', actions: ['notifyFailed', 'goOn'] },
      on: { 'lookUp.retry': 'loading' },
    },
    ready: {
      initial: 'resting',
      on: {
        'lookUp.setProvider': { actions: assign(({ event: { provider } }) => ({ provider })) },
        'server.customProvider.added': { actions: by('changeProviders') },
        'server.customProvider.removed': { actions: by('changeProviders') },
      },
      states: {
        resting: { always: { guard: 'hasRequested', target: 'searching' } },
        searching: {
          invoke: {
            src: 'search',
            id: 'search',
            input: ({ context: { requested, provider } }) => ({
              provider,
              title: requested[0]?.title ?? '',
              author: requested[0]?.author ?? '',
            }),
            onDone: { target: 'resting', actions: [by('notifyFound'), 'goOn'] },
            onError: { target: 'resting', actions: ['notifyFailed', 'goOn'] },
          },
        },
      },
    },
  },
});
