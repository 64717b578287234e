import { acknowledgement } from '../../schemas/api/common.ts';
import { batchUpdateResult, itemList } from '../../schemas/api/item-changes.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

/** Whole items. 403 for an empty list. The server does not check access to each. */
export const getItems = defineEndpoint<{ readonly itemIds: readonly string[] }>()({
  name: 'items.batchGet',
  method: 'POST',
  changesData: false,
  path: () => '/api/items/batch/get',
  body: ({ itemIds }) => ({ libraryItemIds: itemIds }),
  output: itemList,
});

/** Permission update (unchecked by the server). An entry without `mediaPayload` crashes the server. 400 for none. */
export const updateItems = defineEndpoint<{ readonly updates: Body<'items.batchUpdate'> }>()({
  name: 'items.batchUpdate',
  method: 'POST',
  path: () => '/api/items/batch/update',
  body: ({ updates }) => updates,
  output: batchUpdateResult,
  timeoutMs: SLOW_CALL_MS,
});

/** Permission delete; `hard` also deletes the files. 400 without ids, 404 when none exists. */
export const deleteItems = defineEndpoint<{ readonly itemIds: readonly string[]; readonly hard: boolean }>()({
  name: 'items.batchDelete',
  method: 'POST',
  path: () => '/api/items/batch/delete',
  query: ({ hard }) => ({ hard: hard ? 1 : 0 }),
  body: ({ itemIds }) => ({ libraryItemIds: itemIds }),
  output: acknowledgement,
  answer: 'text',
  timeoutMs: SLOW_CALL_MS,
});

export interface QuickMatchInput {
  readonly itemIds: readonly string[];
  readonly options: Body<'items.batchQuickMatch'>['options'];
}

/** Answers at once; the result comes as `batch_quickmatch_complete`. 400 without ids. */
export const quickMatchItems = defineEndpoint<QuickMatchInput>()({
  name: 'items.batchQuickMatch',
  method: 'POST',
  path: () => '/api/items/batch/quickmatch',
  body: ({ itemIds, options }) => ({ libraryItemIds: itemIds, options }),
  output: acknowledgement,
  answer: 'text',
});

/** Answers at once; changes come as events. 400 without ids. */
export const scanItems = defineEndpoint<{ readonly itemIds: readonly string[] }>()({
  name: 'items.batchScan',
  method: 'POST',
  path: () => '/api/items/batch/scan',
  body: ({ itemIds }) => ({ libraryItemIds: itemIds }),
  output: acknowledgement,
  answer: 'text',
});
