import { fromCallback, type EventObject } from 'xstate';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { Api } from '../../../services/api.ts';
import { getItems, updateItems } from '../../../services/endpoints/item-batch.ts';
import { getPorts } from '../../kit/ports.ts';
import { changedFields, type DetailsValues } from '../item-edit/details-form.logic.ts';
import { detailsOf, isSame } from '../item-edit/details.logic.ts';
import type { MediaChange } from './drafts.logic.ts';
import { updateParts } from './sending.logic.ts';

export interface UpdateInput {
  readonly payloads: ReadonlyMap<string, MediaChange>;
  readonly forms: ReadonlyMap<string, DetailsValues>;
}

/** `gone`: removed on the server. `ignored`: the server answered and changed nothing. */
export type Refusal = AppError | { readonly kind: 'gone' } | { readonly kind: 'ignored' };

export type UpdateReport =
  | { type: 'batch.partSettled'; saved: readonly string[]; failed: ReadonlyMap<string, Refusal> }
  | { type: 'batch.allSettled' };

/** Saves items in parts. After a failed part it sends the others, unless the server is unreachable. */
export const updateSender = fromCallback<EventObject, UpdateInput>(({ input, sendBack, system }) => {
  const { api } = getPorts(system);
  let isStopped = false;

  async function run() {
    let lost: AppError | null = null;
    for (const ids of updateParts(input.payloads)) {
      if (isStopped) return;
      let failed: ReadonlyMap<string, Refusal>;
      try {
        failed = lost ? allOf(ids, lost) : await send(api, ids, input);
      } catch (cause) {
        const error = toAppError(cause);
        if (error.kind === 'network') lost = error;
        failed = allOf(ids, error);
      }
      if (isStopped) return;
      const saved = ids.filter((id) => !failed.has(id));
      sendBack({ type: 'batch.partSettled', saved, failed } satisfies UpdateReport);
    }
    sendBack({ type: 'batch.allSettled' } satisfies UpdateReport);
  }

  void run();
  return () => {
    isStopped = true;
  };
});

const allOf = (ids: readonly string[], refusal: Refusal): ReadonlyMap<string, Refusal> =>
  new Map(ids.map((id) => [id, refusal]));

/** The server skips missing items and those without permission: these are requested afterwards to find out. */
async function send(api: Api, ids: readonly string[], { payloads, forms }: UpdateInput) {
  const updates = ids.map((id) => ({ id, mediaPayload: payloads.get(id) ?? {} }));
  const answer = await api.call(updateItems, { updates });
  const failed = new Map<string, Refusal>();
  if (answer.updates >= ids.length) return failed;
  const { libraryItems } = await api.call(getItems, { itemIds: ids });
  const found = new Map(libraryItems.items.map((item) => [item.id, detailsOf(item)]));
  for (const id of ids) {
    const details = found.get(id);
    const form = forms.get(id);
    if (!details) failed.set(id, { kind: 'gone' });
    else if (form && changedFields(form).every((field) => isSame(details[field], form.base[field])))
      failed.set(id, { kind: 'ignored' });
  }
  return failed;
}
