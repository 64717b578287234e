import { fromPromise } from 'xstate';
import { getPorts } from '../app/ports.ts';
import type { ListSource } from './list-source.ts';
import { lettersMachine, type LetterAsked } from './letters.machine.ts';
import type { PlaceFound } from './letters.logic.ts';
import type { ListItem } from './window.logic.ts';

/** What the letters of a list are found by. */
export interface LetterSource<Item extends ListItem, Query> {
  readonly list: Pick<ListSource<Item, Query>, 'loadPage'>;
  /** The name that the server sorts an item by. `ignoresPrefix`: 'The' and the like stand behind the title. */
  readonly nameOf: (item: Item, query: Query, ignoresPrefix: boolean) => string;
}

/** The machine that finds letters in a list of these items. A place is asked for alone (`limit=1`). */
export function letters<Item extends ListItem, Query extends { readonly desc: boolean }>({
  list,
  nameOf,
}: LetterSource<Item, Query>) {
  return lettersMachine.provide({
    actors: {
      findLetter: fromPromise<PlaceFound, LetterAsked>(async ({ input, system, signal }) => {
        const { api } = getPorts(system);
        const query = input.query as Query;
        const { findLetter, rankOf } = await import('./letters.logic.ts');
        return findLetter({
          ...input,
          isDescending: query.desc,
          rankAt: async (number) => {
            const { items } = await list.loadPage(api, query, number, signal, 1);
            const [item] = items.items;
            return item ? rankOf(nameOf(item, query, input.ignoresPrefix)) : 0;
          },
        });
      }),
    },
  });
}
