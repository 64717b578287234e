import type { ActorRefFrom } from 'xstate';
import { filterData } from './filter-data.region.ts';
import { librariesSetup } from './libraries.setup.ts';
import { list } from './list.region.ts';

/**
 * The libraries, the current one and its filter data, which loads when `libraries.select` changes it. 250 kB for 10,000
 * items, so at the start the covers of the page load first.
 */
export const librariesMachine = librariesSetup.createMachine({
  id: 'libraries',
  context: ({ input }) => ({ libraries: [], currentId: input.currentId, filterData: null, error: null }),
  type: 'parallel',
  states: { list, filterData },
});

export type LibrariesRef = ActorRefFrom<typeof librariesMachine>;
