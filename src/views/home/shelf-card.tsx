import { useTranslations } from 'use-intl';
import type { HomeRef } from '../../machines/home/home.machine.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { ItemCard } from '../library/item-card.tsx';
import type { CoverAspect } from '../ui/cover.tsx';
import { hideEntry } from './hide-entry.tsx';

interface ShelfCardProps {
  item: LibraryItemMinified;
  shelfId: string;
  aspect: CoverAspect;
  width: number;
  tabIndex: number;
  priority: 'high' | 'auto';
}

/** An item on a shelf of the start page; on a continue shelf it can be taken away. */
export function ShelfCard({ item, shelfId, ...place }: ShelfCardProps) {
  const t = useTranslations('home');
  const page = usePageRef<HomeRef>();
  return <ItemCard item={item} place={shelfId} menuEntries={(progress) => hideEntry(t('hide'), shelfId, item, progress, page)} {...place} />;
}
