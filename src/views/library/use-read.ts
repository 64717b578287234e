import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

/** Opens the reader on the file `ino`, null: on the main ebook. `known`: the whole item, if the page has it. */
export function useRead(): (itemId: string, ino?: string | null, known?: LibraryItemExpanded | null) => void {
  const modals = useActorRefOf('modals');
  return (itemId, ino = null, known = null) =>
    modals.send({ type: 'modals.open', modal: 'reader', input: { itemId, ino, known }, tag: 'reader' });
}

/** Prepares the reader on hover and focus. `isKnown`: the page has the whole item. */
export function useReadIntent(itemId: string, format: string | null, isKnown = false) {
  const modals = useActorRefOf('modals');
  const prepare = () => {
    if (format === null) return;
    modals.send({ type: 'modals.prefetch', modal: 'reader', itemId, format, isNear: !isKnown });
  };
  return { onPointerEnter: prepare, onFocus: prepare };
}
