import { getItems } from '../../../services/endpoints/item-batch.ts';
import { listItems } from '../../../services/endpoints/libraries.ts';
import { getPorts, type System } from '../../kit/ports.ts';
import { hasDirection, toItemsInput, isShelfQuery } from '../bookshelf/query.logic.ts';
import { PAGE_SIZE, pageOfIndex, toPage } from '../../kit/windowed-list/window.logic.ts';
import { partsOf } from './selection.logic.ts';
import { pickedItem, pickedOf } from './selection.logic.ts';
import type { MissingPages, PickedItem } from './selection.protocol.ts';

export interface FindInput {
  readonly ids: readonly string[];
  readonly missing: MissingPages | null;
}

export interface FoundItems {
  readonly picked: readonly PickedItem[];
  /** Requested ids; those missing in `picked` no longer exist. */
  readonly requested: readonly string[];
}

/** Loads items by id and place. A shuffled list has no places: its range is limited to loaded items. */
export async function findItems({ ids, missing }: FindInput, system: System, signal: AbortSignal): Promise<FoundItems> {
  const { api } = getPorts(system);
  const picked: PickedItem[] = [];
  for (const itemIds of partsOf(ids)) {
    const { libraryItems } = await api.call(getItems, { itemIds }, signal);
    picked.push(...libraryItems.items.map(pickedItem));
  }
  if (missing && isShelfQuery(missing.query) && hasDirection(missing.query.sort)) {
    for (let page = pageOfIndex(missing.from); page <= pageOfIndex(missing.to); page += 1) {
      const { results } = await api.call(listItems, toItemsInput(missing.query, page), signal);
      const first = Math.max(0, missing.from - page * PAGE_SIZE);
      const slots = toPage(results).slice(first, missing.to - page * PAGE_SIZE + 1);
      picked.push(...slots.flatMap((slot) => (slot ? pickedOf(slot) : [])));
    }
  }
  return { picked, requested: ids };
}
