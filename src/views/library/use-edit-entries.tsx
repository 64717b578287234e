import { Pencil } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ListedItem } from '../../machines/modals/modal-inputs.protocol.ts';
import { selectMayUpdate } from '../../machines/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';
import { useScope, type SelectionScope } from './selection-scope.ts';

const MOST_AROUND = 200;

/** Opens the dialog of an item; none without the right. `index`: its place in a list, for stepping. */
export function useEditEntries(itemId: string, title: string, index?: number): () => readonly MenuEntry[] {
  const t = useTranslations('itemEdit');
  const session = useActorRefOf('session');
  const modals = useActorRefOf('modals');
  const scope = useScope();
  return () => {
    if (!selectMayUpdate(session.getSnapshot())) return [];
    const open = () => {
      const list = scope && index !== undefined ? itemsAround(scope, index, { id: itemId, title }) : [];
      modals.send({ type: 'modals.open', modal: 'itemEdit', input: { itemId, title, list }, tag: 'itemEdit' });
    };
    return [{ kind: 'action', id: 'edit', label: t('edit'), icon: <Pencil size={16} />, onSelect: open }];
  };
}

/** As far as they are loaded. */
export function itemsAround(scope: SelectionScope, index: number, item: ListedItem): readonly ListedItem[] {
  const along = (step: 1 | -1): readonly ListedItem[] => {
    const found: ListedItem[] = [];
    for (let at = index + step; at >= 0 && Math.abs(at - index) <= MOST_AROUND; at += step) {
      const { picked, missing } = scope.pick(at, at);
      if (missing) break;
      found.push(...picked.map((one) => ({ id: one.id, title: one.item?.title ?? '' })));
    }
    return found;
  };
  return [...along(-1).toReversed(), item, ...along(1)];
}
