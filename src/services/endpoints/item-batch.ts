import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import { batchUpdateResult, itemList } from '../../schemas/api/item-changes.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

/** Any user: whole items. 403 for an empty list. The server does not check access to each. */
export const getItems = defineEndpoint<{ readonly itemIds: readonly string[] }>()({
  name: 'items.batchGet',
  method: 'POST',
  changesData: false,
  path: () => '/api/items/batch/get',
  body: ({ itemIds }) => ({ libraryItemIds: itemIds }),
  output: itemList,
});

/**
 * Permission update (the server does not check it): each entry needs its `mediaPayload`, or the server exits. 400
 * for none, 404 for unknown items.
 */
export const updateItems = defineEndpoint<{ readonly updates: Body<'items.batchUpdate'> }>()({
  name: 'items.batchUpdate',
  method: 'POST',
  path: () => '/api/items/batch/update',
  body: ({ updates }) => updates,
  output: batchUpdateResult,
  timeoutMs: SLOW_CALL_MS,
});

/** Permission delete; `hard` deletes the files too. 400 without ids, 404 when none exists. */
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

/** Administrators. Answers at once; the result comes as `batch_quickmatch_complete`. 400 without ids. */
export const quickMatchItems = defineEndpoint<QuickMatchInput>()({
  name: 'items.batchQuickMatch',
  method: 'POST',
  path: () => '/api/items/batch/quickmatch',
  body: ({ itemIds, options }) => ({ libraryItemIds: itemIds, options }),
  output: acknowledgement,
  answer: 'text',
});

/** Administrators. Answers at once; changes come as events. 400 without ids. */
export const scanItems = defineEndpoint<{ readonly itemIds: readonly string[] }>()({
  name: 'items.batchScan',
  method: 'POST',
  path: () => '/api/items/batch/scan',
  body: ({ itemIds }) => ({ libraryItemIds: itemIds }),
  output: acknowledgement,
  answer: 'text',
});
