import { assign, fromPromise } from 'xstate';
import type { TolerantList } from '../../../schemas/tolerant-list.ts';
import type { Api } from '../../../services/api.ts';
import { getPorts } from '../ports.ts';
import type { Retyped } from '../retyped.ts';
import { endOf, patchPages, toPage, type ListItem } from './window.logic.ts';
import { windowedListMachine } from './windowed-list.machine.ts';
import type { ListContext, ListEvent, ListInput, LoadedPage } from './windowed-list.protocol.ts';

export interface ListSource<Item extends ListItem, Query> {
  /** Page `number` from 0; `total` of the whole list; default `limit`: `PAGE_SIZE`. Rejects with an `AppException`. */
  readonly loadPage: (
    api: Api,
    query: Query,
    number: number,
    signal: AbortSignal,
    limit?: number,
  ) => Promise<ListAnswer<Item>>;
  /** Default: the update replaces the item. */
  readonly merge?: (shown: Item, update: Item) => Item;
  /** Whether each answer has another order. Default: never. */
  readonly isShuffled?: (query: Query) => boolean;
}

export interface ListAnswer<Item> {
  readonly items: TolerantList<Item>;
  /** Null when the server doesn't report it: the first short page ends the list. */
  readonly total: number | null;
}

type ListOf<Item extends ListItem, Query> = Retyped<
  typeof windowedListMachine,
  ListContext<Item, Query>,
  ListEvent<Item, Query>,
  ListInput<Item, Query>
>;

/** A list machine for one kind of items. At run time it is one machine for all: only types and source differ. */
export function windowedList<Item extends ListItem, Query>(source: ListSource<Item, Query>): ListOf<Item, Query>;
export function windowedList({
  loadPage,
  merge = (_shown, update) => update,
  isShuffled = () => false,
}: ListSource<ListItem, unknown>): typeof windowedListMachine {
  return windowedListMachine.provide({
    actors: {
      loadPage: fromPromise<LoadedPage, { query: unknown; number: number }>(
        async ({ input: { query, number }, system, signal }) => {
          const { items, total } = await loadPage(getPorts(system).api, query, number, signal);
          const page = toPage(items);
          return { number, page, ...(total === null ? endOf(number, page) : { total }) };
        },
      ),
    },
    guards: {
      isAnotherShuffle: ({ context }, params) => isShuffled(context.query) && context.total === params.total,
    },
    actions: {
      showUpdates: assign(({ context }, params) => ({
        pages: patchPages(context.pages, params.items, merge),
      })),
    },
  });
}
