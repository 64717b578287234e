import { pickedOf } from '../../machines/selection/selection.logic.ts';
import type { PickedItem } from '../../machines/selection/selection.protocol.ts';
import { slotAt, type ListItem } from '../../machines/windowed-list/window.logic.ts';
import type { ListRef } from '../../machines/windowed-list/windowed-list.protocol.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { SelectionScope } from './selection-scope.ts';

export const pickItem = (slot: ListItem): readonly PickedItem[] => (isItem(slot) ? pickedOf(slot) : []);

/** Ranges of a windowed list; pages that are not loaded are `missing`. `pickOf`: the items that a press selects. */
export function listScope<Item extends ListItem>(
  list: ListRef<Item>,
  key: string,
  pickOf: (item: Item) => readonly PickedItem[],
): SelectionScope {
  return {
    list: key,
    pick(from, to) {
      const { pages, shownQuery } = list.getSnapshot().context;
      const picked: PickedItem[] = [];
      let lacks = false;
      for (let index = from; index <= to; index += 1) {
        const slot = slotAt(pages, index);
        if (slot === undefined) lacks = true;
        else if (slot !== null) picked.push(...pickOf(slot));
      }
      return { picked, missing: lacks ? { query: shownQuery, from, to } : null };
    },
  };
}

export function shelfScope(list: string, items: readonly LibraryItemMinified[]): SelectionScope {
  return {
    list,
    pick: (from, to) => ({ picked: items.slice(from, to + 1).flatMap(pickedOf), missing: null }),
  };
}

function isItem(slot: ListItem): slot is LibraryItemMinified {
  return 'mediaType' in slot;
}
