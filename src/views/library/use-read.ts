import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

/**
 * Opens the reader on an ebook of an item: on this file, or on the main one (`ino` null). A page that has all of the
 * item passes it on (`known`).
 */
export function useRead(): (itemId: string, ino?: string | null, known?: LibraryItemExpanded | null) => void {
  const modals = useActorRefOf('modals');
  return (itemId, ino = null, known = null) =>
    modals.send({ type: 'modals.open', modal: 'reader', input: { itemId, ino, known }, tag: 'reader' });
}

/**
 * For what opens the reader on a book of this format: gets it ready while a pointer or the focus is there. `isKnown`:
 * the page has all of the item.
 */
export function useReadIntent(itemId: string, format: string | null, isKnown = false) {
  const modals = useActorRefOf('modals');
  const prepare = () => {
    if (format === null) return;
    modals.send({ type: 'modals.prefetch', modal: 'reader', itemId, format, isNear: !isKnown });
  };
  return { onPointerEnter: prepare, onFocus: prepare };
}
