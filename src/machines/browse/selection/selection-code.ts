import { fromPromise } from 'xstate';
import type { BatchLogic } from '../../edit/batch/batch.machine.ts';
import type { FindInput, FoundItems } from './find-items.ts';

export const loadBatch = fromPromise<BatchLogic>(
  async () => (await import('../../edit/batch/batch.machine.ts')).batchMachine,
);

export const findItems = fromPromise<FoundItems, FindInput>(async ({ input, system, signal }) => {
  const { findItems: find } = await import('./find-items.ts');
  return find(input, system, signal);
});
