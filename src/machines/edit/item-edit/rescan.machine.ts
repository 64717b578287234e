import { assign, sendParent, setup, type ActorRefFrom } from 'xstate';
import type { ScanResult } from '../../../schemas/api/item-changes.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { scanItem } from '../../../services/endpoints/item-tools.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { mayRescan } from '../../browse/item/files.logic.ts';
import type { TabInput, TabNews, TabParentEvent } from './item-edit.protocol.ts';

export type RescanEvent = TabNews | { type: 'rescan.run' };

interface RescanContext {
  readonly item: LibraryItemExpanded;
  readonly result: ScanResult['result'] | null;
  readonly error: AppError | null;
}

/** Rescans the item's folder, one request at a time. For administrators. */
export const rescanMachine = setup({
  types: {
    input: {} as TabInput,
    context: {} as RescanContext,
    events: {} as RescanEvent,
    tags: {} as 'busy',
    children: {} as { scanItem: 'scanItem' },
  },
  actors: { scanItem: callEndpoint(scanItem) },
  guards: { mayRescan: ({ context }) => mayRescan(context.item) },
  actions: {
    rememberFailure: assign(keepError),
    notifyChanged: sendParent({ type: 'tab.changedItem' } satisfies TabParentEvent),
  },
}).createMachine({
  id: 'itemRescan',
  context: ({ input: { item } }) => ({ item, result: null, error: null }),
  initial: 'resting',
  on: { 'tab.itemChanged': { actions: assign(({ event: { item } }) => ({ item })) } },
  states: {
    resting: { on: { 'rescan.run': { guard: 'mayRescan', target: 'scanning' } } },
    scanning: {
      tags: 'busy',
      entry: assign({ result: null, error: null }),
      invoke: {
        src: 'scanItem',
        id: 'scanItem',
        input: ({ context }) => ({ id: context.item.id }),
        onDone: {
          target: 'resting',
          actions: [
            assign(
              ({
                event: {
                  output: { result },
                },
              }) => ({ result }),
            ),
            'notifyChanged',
          ],
        },
        onError: { target: 'resting', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
  },
});

export type RescanRef = ActorRefFrom<typeof rescanMachine>;
