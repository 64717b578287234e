import { assign, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';

export type FilterMenuEvent =
  | { type: 'filterMenu.enter'; group: string }
  | { type: 'filterMenu.back' }
  | { type: 'filterMenu.reset' }
  | { type: 'filterMenu.search'; text: string };

/** The filter menu: groups, then searchable values. `menus` decides whether it is open. */
export const filterMenuMachine = setup({
  types: { context: {} as { group: string; search: string }, events: {} as FilterMenuEvent },
  actions: {
    enter: assign((_, { group }: { group: string }) => ({ group, search: '' })),
    clear: assign({ group: '', search: '' }),
    search: assign((_, { text }: { text: string }) => ({ search: text })),
  },
}).createMachine({
  id: 'filterMenu',
  context: { group: '', search: '' },
  initial: 'groups',
  on: { 'filterMenu.reset': { target: '.groups', actions: 'clear' } },
  states: {
    groups: {
      on: { 'filterMenu.enter': { target: 'values', actions: by('enter') } },
    },
    values: {
      on: {
        'filterMenu.back': 'groups',
        'filterMenu.search': { actions: by('search') },
      },
    },
  },
});

export type FilterMenuRef = ActorRefFrom<typeof filterMenuMachine>;
