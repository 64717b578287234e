import { ListPlus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { QueueItem } from '../../schemas/queue.ts';
import { useMenu } from '../app/actors-context.tsx';
import { MenuButton, type MenuButtonProps } from '../ui/menu-button.tsx';
import { useListEntries, type ListedItem } from './use-list-entries.tsx';
import { useQueueEntries } from './use-queue-entries.tsx';

interface QueueMenuProps {
  /** What the menu is of. */
  item: ListedItem;
  make: () => QueueItem | null;
  /** Names it among the menus of the page. */
  id: string;
  size?: MenuButtonProps['size'];
}

/** A button that puts something into the queue, to be played next or last, into a collection or a playlist. */
export function QueueMenu({ item, make, id, size }: QueueMenuProps) {
  const t = useTranslations('queue');
  const menu = useMenu(`queue-add/${id}`);
  const queueEntries = useQueueEntries(make);
  const listEntries = useListEntries();
  return (
    <MenuButton
      {...menu}
      size={size}
      label={t('addTitle', { title: item.title })}
      icon={<ListPlus size={size === 'lg' ? 22 : 18} />}
      entries={menu.open ? [...queueEntries(), ...listEntries(item)] : []}
    />
  );
}
