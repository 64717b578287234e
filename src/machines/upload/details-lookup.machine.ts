import { assign, sendParent, setup } from 'xstate';
import type { BookMatch } from '../../schemas/api/provider-search.ts';
import type { EndpointOutput } from '../../services/endpoints/define-endpoint.ts';
import { searchBooks } from '../../services/endpoints/provider-search.ts';
import { callEndpoint } from '../app/ports.ts';
import { findProviders, type Providers, type Provider } from '../quick-match/find-providers.actor.ts';
import type { ItemFields } from './grouping.logic.ts';

export interface Asked {
  readonly key: number;
  readonly title: string;
  readonly author: string;
}

export type LookUpEvent =
  | { type: 'lookUp.ask'; rows: readonly Asked[] }
  | { type: 'lookUp.setProvider'; provider: string }
  | { type: 'lookUp.retry' };

export type LookUpTold =
  { type: 'lookUp.found'; key: number; fields: ItemFields | null } | { type: 'lookUp.failed'; key: number };

interface LookUpContext {
  readonly libraryId: string;
  readonly providers: readonly Provider[];
  readonly provider: string;
  readonly asked: readonly Asked[];
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
  guards: { hasAsked: ({ context }) => context.asked.length > 0 },
  actions: {
    keepProviders: assign((_, { list, chosen }: Providers) => ({
      providers: list,
      provider: list.find(({ value }) => value === chosen)?.value ?? list[0]?.value ?? '',
    })),
    setProvider: assign((_, { provider }: { provider: string }) => ({ provider })),
    ask: assign(({ context }, { rows }: { rows: readonly Asked[] }) => ({ asked: [...context.asked, ...rows] })),
    goOn: assign(({ context }) => ({ asked: context.asked.slice(1) })),
    tellFound: sendParent(
      ({ context }, { output }: { output: EndpointOutput<typeof searchBooks> }) =>
        ({ type: 'lookUp.found', key: context.asked[0]?.key ?? 0, fields: fieldsOf(output) }) satisfies LookUpTold,
    ),
    tellFailed: sendParent(
      ({ context }) => ({ type: 'lookUp.failed', key: context.asked[0]?.key ?? 0 }) satisfies LookUpTold,
    ),
  },
}).createMachine({
  id: 'lookUp',
  context: ({ input: { libraryId } }) => ({ libraryId, providers: [], provider: '', asked: [] }),
  initial: 'loading',
  on: { 'lookUp.ask': { actions: { type: 'ask', params: ({ event }) => event } } },
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
      always: { guard: 'hasAsked', actions: ['tellFailed', 'goOn'] },
      on: { 'lookUp.retry': 'loading' },
    },
    ready: {
      initial: 'resting',
      on: { 'lookUp.setProvider': { actions: { type: 'setProvider', params: ({ event }) => event } } },
      states: {
        resting: { always: { guard: 'hasAsked', target: 'searching' } },
        searching: {
          invoke: {
            src: 'search',
            id: 'search',
            input: ({ context: { asked, provider } }) => ({
              provider,
              title: asked[0]?.title ?? '',
              author: asked[0]?.author ?? '',
            }),
            onDone: { target: 'resting', actions: [{ type: 'tellFound', params: ({ event }) => event }, 'goOn'] },
            onError: { target: 'resting', actions: ['tellFailed', 'goOn'] },
          },
        },
      },
    },
  },
});
