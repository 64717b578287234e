import { fromCallback, fromPromise } from 'xstate';
import { getPorts } from '../ports.ts';
import type { ListSource } from './list-source.ts';
import { lettersMachine, namesIn, type LetterRequested, type LettersRead } from './letters.machine.ts';
import { selectLetterOrder } from './letters.selectors.ts';
import type { PlaceFound } from './letters.logic.ts';
import type { ListItem, Pages } from './window.logic.ts';
import type { ListRef } from './windowed-list.protocol.ts';

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
        const query = input.names.query as Query;
        const { findLetter, rankOf } = await import('./letters.logic.ts');
        return findLetter({
          letter: input.letter,
          known: input.known,
          total: input.names.total,
          isDescending: query.desc,
          rankAt: async (number) => {
            const { items } = await list.loadPage(api, query, number, signal, 1);
            const [item] = items.items;
            return item ? rankOf(nameOf(item, query, input.names.ignoresPrefix)) : 0;
          },
        });
      }),
      reading: fromCallback<LettersRead, { readonly list: ListRef }>(({ input, sendBack, system }) => {
        let held: unknown = null;
        const read = () => {
          const snapshot = input.list.getSnapshot();
          const pages = snapshot.context.pages as Pages<Item>;
          if (pages === held || selectLetterOrder(snapshot) === null) return;
          held = pages;
          const names = namesIn(input.list, system);
          import('./letters.logic.ts').then(
            ({ ranksIn }) => {
              const ranks = ranksIn(pages, (item) => nameOf(item, names.query as Query, names.ignoresPrefix));
              sendBack({ type: 'letters.read', names, ranks });
            },
            () => (held = null),
          );
        };
        read();
        const subscription = input.list.subscribe(read);
        return () => subscription.unsubscribe();
      }),
    },
  });
}
