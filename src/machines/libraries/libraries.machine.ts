import type { ActorRefFrom } from 'xstate';
import { filterData } from './filter-data.region.ts';
import { librariesSetup } from './libraries.setup.ts';
import { list } from './list.region.ts';

/**
 * The libraries that the account may see, the current one and its filter values. Two regions: the list,
 * and the filter data of the current library. `libraries.select` alone changes the current one, and always asks
 * for it: at once when another one was current (LIB-001). It weighs 250 kB for 10,000 items, so at
 * the start it lets the covers of the page that is opening go first.
 */
export const librariesMachine = librariesSetup.createMachine({
  id: 'libraries',
  context: ({ input }) => ({ libraries: [], currentId: input.currentId, filterData: null, error: null }),
  type: 'parallel',
  states: { list, filterData },
});

export type LibrariesRef = ActorRefFrom<typeof librariesMachine>;
