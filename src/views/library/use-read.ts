import { useActorRefOf } from '../app/actors-context.tsx';

/** Opens the reader on an ebook of an item: on this file, or on the main one (`ino` null). */
export function useRead(): (itemId: string, ino?: string | null) => void {
  const modals = useActorRefOf('modals');
  return (itemId, ino = null) =>
    modals.send({ type: 'modals.open', modal: 'reader', input: { itemId, ino }, tag: 'reader' });
}

/** For what opens the reader on a book of this format: gets it ready while a pointer or the focus is there. */
export function useReadIntent(itemId: string, format: string | null) {
  const modals = useActorRefOf('modals');
  const prepare = () => {
    if (format !== null) modals.send({ type: 'modals.prefetch', modal: 'reader', itemId, format, isNear: true });
  };
  return { onPointerEnter: prepare, onFocus: prepare };
}
