import { useActorRefOf } from '../app/actors-context.tsx';

/** Opens the reader on an ebook of an item: on this file, or on the main one (`ino` null). */
export function useRead(): (itemId: string, ino?: string | null) => void {
  const modals = useActorRefOf('modals');
  return (itemId, ino = null) =>
    modals.send({ type: 'modals.open', modal: 'reader', input: { itemId, ino }, tag: 'reader' });
}
