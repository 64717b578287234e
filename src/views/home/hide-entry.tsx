import { CircleMinus } from 'lucide-react';
import type { HideTarget, HomeRef } from '../../machines/home/home.machine.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { MenuEntry } from '../ui/menu-items.ts';

/** The menu entry that takes an item off its continue shelf; none on other shelves. */
export function hideEntry(
  label: string, shelfId: string, item: LibraryItemMinified, progress: MediaProgress | null, page: HomeRef,
): readonly MenuEntry[] {
  const target = targetOf(shelfId, item, progress);
  if (!target) return [];
  return [{
    kind: 'action', id: 'hide', label, icon: <CircleMinus size={16} />,
    onSelect: () => page.send({ type: 'home.hide', shelfId, entityId: item.id, target }),
  }];
}

function targetOf(shelfId: string, item: LibraryItemMinified, progress: MediaProgress | null): HideTarget | null {
  switch (shelfId) {
    case 'continue-listening':
    case 'continue-reading':
      return progress ? { kind: 'progress', progressId: progress.id } : null;
    case 'continue-series': {
      const seriesId = item.mediaType === 'book' ? item.media.metadata.series?.id : undefined;
      return seriesId === undefined ? null : { kind: 'series', seriesId };
    }
    default:
      return null;
  }
}
