import { ListEnd, ListMinus, ListStart } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectIsOpen } from '../../machines/player/player.selectors.ts';
import { waits } from '../../machines/queue/queue.selectors.ts';
import { selectOtherPlayer } from '../../machines/tabs/other-player.selectors.ts';
import type { QueueItem } from '../../schemas/queue.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';

/**
 * Adds to and removes from the queue. `make` returns null without sound. Call the result only while the menu is open.
 */
export function useQueueEntries(make: () => QueueItem | null): () => readonly MenuEntry[] {
  const t = useTranslations('queue');
  const queue = useActorRefOf('queue');
  const player = useActorRefOf('player');
  const otherPlayer = useActorRefOf('otherPlayer');
  return () => {
    const item = make();
    if (!item) return [];
    const add = (place: 'next' | 'last') => () => queue.send({ type: 'queue.add', items: [item], place });
    const next: MenuEntry = {
      kind: 'action',
      id: 'playNext',
      label: t('playNext'),
      icon: <ListStart size={16} />,
      onSelect: add('next'),
    };
    const last: MenuEntry = waits(item)(queue.getSnapshot())
      ? {
          kind: 'action',
          id: 'queueRemove',
          label: t('takeOut'),
          icon: <ListMinus size={16} />,
          onSelect: () => queue.send({ type: 'queue.remove', media: [item] }),
        }
      : { kind: 'action', id: 'queueAdd', label: t('add'), icon: <ListEnd size={16} />, onSelect: add('last') };
    const isOpen = selectIsOpen(player.getSnapshot()) || selectOtherPlayer(otherPlayer.getSnapshot()) !== null;
    return isOpen ? [next, last] : [last];
  };
}
