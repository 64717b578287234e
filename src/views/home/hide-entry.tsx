import { CircleMinus } from 'lucide-react';
import { CONTINUE_SHELVES } from '../../machines/home/continue-item.logic.ts';
import type { HomeRef } from '../../machines/home/home.machine.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { MediaProgress } from '../../schemas/api/progress.ts';
import type { MenuEntry } from '../ui/menu-items.ts';

/** Removes an item from its continue shelf; none on other shelves. */
export function hideEntry(
  label: string,
  shelfId: string,
  item: LibraryItemMinified,
  progress: MediaProgress | null,
  page: HomeRef,
): readonly MenuEntry[] {
  if (shelfId !== 'continue-series' && !(progress && CONTINUE_SHELVES.includes(shelfId))) return [];
  return [
    {
      kind: 'action',
      id: 'hide',
      label,
      icon: <CircleMinus size={16} />,
      onSelect: () => page.send({ type: 'home.hide', shelfId, item }),
    },
  ];
}
