import { useSelector } from '@xstate/react';
import { createContext, useContext } from 'react';
import { useTranslations } from 'use-intl';
import { pickedOf } from '../../machines/selection/selection.logic.ts';
import type { MissingPages, PickedItem } from '../../machines/selection/selection.protocol.ts';
import type { SelectionRef } from '../../machines/selection/selection.machine.ts';
import { cardStateOf } from '../../machines/selection/selection.selectors.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { MediaCardProps } from '../ui/media-card.tsx';

export interface SelectionScope {
  readonly list: string;
  /** Both places included; `missing` has to load. */
  pick(from: number, to: number): { readonly picked: readonly PickedItem[]; readonly missing: MissingPages | null };
}

const ScopeContext = createContext<SelectionScope | null>(null);

export const SelectionScopeProvider = ScopeContext.Provider;

const MOST_IN_RANGE = 1000;

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
