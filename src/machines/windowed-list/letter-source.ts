import { fromPromise } from 'xstate';
import { getPorts } from '../app/ports.ts';
import type { ListSource } from './list-source.ts';
import { lettersMachine, type LetterRequested } from './letters.machine.ts';
import type { PlaceFound } from './letters.logic.ts';
import type { ListItem } from './window.logic.ts';

export interface LetterSource<Item extends ListItem, Query> {
  readonly list: Pick<ListSource<Item, Query>, 'loadPage'>;
  /** The name that the server sorts by. `ignoresPrefix`: 'The' and the like follow the title. */
  readonly nameOf: (item: Item, query: Query, ignoresPrefix: boolean) => string;
}

/** Creates the machine that finds letters in a list. It loads single places (`limit=1`). */
export function letters<Item extends ListItem, Query extends { readonly desc: boolean }>({
  list,
  nameOf,
}: LetterSource<Item, Query>) {
  return lettersMachine.provide({
    actors: {
      findLetter: fromPromise<PlaceFound, LetterRequested>(async ({ input, system, signal }) => {
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
