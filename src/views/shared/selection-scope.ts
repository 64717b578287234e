import { useSelector } from '@xstate/react';
import { createContext, useContext } from 'react';
import { useTranslations } from 'use-intl';
import { pickedOf } from '../../machines/browse/selection/selection.logic.ts';
import type { MissingPages, PickedItem } from '../../machines/browse/selection/selection.protocol.ts';
import type { SelectionRef } from '../../machines/browse/selection/selection.machine.ts';
import { cardStateOf } from '../../machines/browse/selection/selection.selectors.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { MediaCardProps } from '../ui/media-card.tsx';
import { slotAt, type ListItem } from '../../machines/kit/windowed-list/window.logic.ts';
import type { ListRef } from '../../machines/kit/windowed-list/windowed-list.protocol.ts';

export interface SelectionScope {
  readonly list: string;
  /** Both places included; `missing` has to load. */
  pick(from: number, to: number): { readonly picked: readonly PickedItem[]; readonly missing: MissingPages | null };
}

const ScopeContext = createContext<SelectionScope | null>(null);

export const SelectionScopeProvider = ScopeContext.Provider;

/** Items that can be selected at once. */
export const MOST_IN_RANGE = 1000;

/** From the last selected item of this list, else from `from`. */
export function selectRange(selection: SelectionRef, scope: SelectionScope, from: number, to: number): void {
  const { anchor } = selection.getSnapshot().context;
  selectFrom(selection, scope, anchor?.list === scope.list ? anchor.index : from, to);
}

export function selectFrom(selection: SelectionRef, scope: SelectionScope, from: number, to: number): void {
  const end = Math.min(Math.max(to, from - MOST_IN_RANGE + 1), from + MOST_IN_RANGE - 1);
  const range = scope.pick(Math.min(from, end), Math.max(from, end));
  const anchor = { list: scope.list, index: from };
  selection.send({ type: 'selection.extend', anchor, ...range, ...(end === to ? {} : { cutTo: MOST_IN_RANGE }) });
}

/** Each way from an entry. */
const MOST_AROUND = 200;

/** An entry of a list with those before and after it, as far as they are loaded. `entriesOf` returns null at an end. */
export function entriesAround<Entry>(
  scope: SelectionScope,
  index: number,
  own: Entry,
  entriesOf: (picked: readonly PickedItem[]) => readonly Entry[] | null,
): readonly Entry[] {
  const along = (step: 1 | -1): readonly Entry[] => {
    const found: Entry[] = [];
    for (let at = index + step; at >= 0 && Math.abs(at - index) <= MOST_AROUND; at += step) {
      const { picked, missing } = scope.pick(at, at);
      const entries = missing ? null : entriesOf(picked);
      if (!entries) break;
      found.push(...entries);
    }
    return found;
  };
  return [...along(-1).toReversed(), own, ...along(1)];
}

export const useScope = (): SelectionScope | null => useContext(ScopeContext);

export function useSelect(item: LibraryItemMinified, index: number, title: string): MediaCardProps['select'] {
  const picked = pickedOf(item);
  const ids = picked.map(({ id }) => id);
  return useSelectPicked(ids, () => picked, index, title);
}

/** `pick` returns the items of these ids, on a press. */
export function useSelectPicked(
  ids: readonly string[],
  pick: () => readonly PickedItem[],
  index: number,
  title: string,
): MediaCardProps['select'] {
  const t = useTranslations('selection');
  const selection = useActorRefOf('selection');
  const scope = useScope();
  const state = useSelector(selection, cardStateOf(ids));
  if (!scope || ids.length === 0) return undefined;
  return {
    label: t('select', { title }),
    selected: state === 'selected',
    active: state !== 'off',
    onToggle: (extend) => {
      if (extend) selectRange(selection, scope, index, index);
      else selection.send({ type: 'selection.toggle', picked: pick(), anchor: { list: scope.list, index } });
    },
  };
}

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
