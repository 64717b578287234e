import { ListPlus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { QueueItem } from '../../schemas/queue.ts';
import { useMenu } from '../app/actors-context.tsx';
import { MenuButton, type MenuButtonProps } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-button.tsx';
import { useListEntries, type AddableItem, useQueueEntries } from './use-item-entries.tsx';

interface QueueMenuProps {
  item: AddableItem;
  make: () => QueueItem | null;
  id: string;
  more?: (() => readonly MenuEntry[]) | undefined;
  size?: MenuButtonProps['size'];
}

export function QueueMenu({ item, make, id, more, size }: QueueMenuProps) {
  const t = useTranslations('queue');
  const tCard = useTranslations('card');
  const others = more?.() ?? [];
  const menu = useMenu(`queue-add/${id}`);
  const queueEntries = useQueueEntries(make);
  const listEntries = useListEntries();
  return (
    <MenuButton
      {...menu}
      size={size}
      label={others.length > 0 ? tCard('more', { title: item.title }) : t('addTitle', { title: item.title })}
      icon={others.length > 0 ? undefined : <ListPlus size={size === 'lg' ? 22 : 18} />}
      entries={menu.open ? [...queueEntries(), ...listEntries(item), ...others] : []}
    />
  );
}
