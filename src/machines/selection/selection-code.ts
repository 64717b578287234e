import { fromPromise } from 'xstate';
import type { BatchLogic } from './batch.machine.ts';
import type { FindInput, FoundItems } from './find-items.ts';

/** Loads what works on selected items: it comes in a chunk of its own, with the first use. */
export const loadBatch = fromPromise<BatchLogic>(async () => (await import('./batch.machine.ts')).batchMachine);

/** Asks the server for selected items of which only the id or the place is known. */
export const findItems = fromPromise<FoundItems, FindInput>(async ({ input, system, signal }) => {
  const { findItems: find } = await import('./find-items.ts');
  return find(input, system, signal);
});
