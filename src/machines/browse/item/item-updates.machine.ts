import { assign, sendParent, setup } from 'xstate';
import { by } from '../../kit/by.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { ItemUpdates } from '../../kit/shown-item.logic.ts';

export type ItemUpdatesEvent = { type: 'itemUpdates.put'; item: LibraryItemMinified };

export type ItemUpdatesParentEvent = { type: 'itemUpdates.collected'; items: ItemUpdates };

/** A burst of thousands renders only a few times; in ms. */
const COLLECT_MS = 200;

/** Batches item updates for the parent: the last one per item (server fact 20, pitfall 35). */
export const itemUpdatesMachine = setup({
  types: { context: {} as { items: ItemUpdates }, events: {} as ItemUpdatesEvent },
  actions: {
    put: assign(({ context }, params: { item: LibraryItemMinified }) => ({
      items: new Map(context.items).set(params.item.id, params.item),
    })),
    handOn: sendParent(
      ({ context }) => ({ type: 'itemUpdates.collected', items: context.items }) satisfies ItemUpdatesParentEvent,
    ),
    forget: assign({ items: () => new Map() }),
  },
  delays: { collectTime: COLLECT_MS },
}).createMachine({
  id: 'itemUpdates',
  context: { items: new Map() },
  initial: 'quiet',
  on: { 'itemUpdates.put': { target: '.collecting', actions: by('put') } },
  states: {
    quiet: {},
    collecting: {
      on: { 'itemUpdates.put': { actions: by('put') } },
      after: { collectTime: { target: 'quiet', actions: ['handOn', 'forget'] } },
    },
  },
});
