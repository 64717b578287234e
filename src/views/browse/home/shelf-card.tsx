import { useTranslations } from 'use-intl';
import { CircleMinus } from 'lucide-react';
import { CONTINUE_SHELVES } from '../../../machines/browse/home/continue-item.logic.ts';
import type { HomeRef } from '../../../machines/browse/home/home.machine.ts';
import { shareOf } from '../../../machines/playback/progress/share.logic.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { wholePercent } from '../../format/amounts.ts';
import { ItemCard } from '../../shared/item-card.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { useLeftText, useProgress } from '../../shared/use-progress.ts';
import type { CoverAspect } from '../../ui/cover-shape.ts';
import type { MenuEntry } from '../../ui/menu-button.tsx';
import type { MediaProgress } from '../../../schemas/api/progress.ts';

interface ShelfCardProps {
  item: LibraryItemMinified;
  shelfId: string;
  aspect: CoverAspect;
  width: number;
  index: number;
  tabIndex: number;
  priority: 'high' | 'auto';
}

/** Episodes stand beside their cover: all of a podcast have the same one. */
export function ShelfCard({ item, shelfId, ...place }: ShelfCardProps) {
  const t = useTranslations();
  const dayText = useDayText();
  const page = usePageRef<HomeRef>();
  const episode = item.mediaType === 'podcast' ? item.recentEpisode : undefined;
  const episodeId = episode?.id ?? null;
  const timeLeft = useLeftText(item.id, episodeId);
  const share = shareOf(useProgress(item.id, episodeId));
  const left = timeLeft ?? (share > 0 ? t('home.percent', { percent: String(wholePercent(share)) }) : undefined);
  const date = episode?.publishedAt
    ? t('card.dateAndShow', { date: dayText(episode.publishedAt), show: item.media.metadata.title ?? '' })
    : undefined;
  return (
    <ItemCard
      item={item}
      place={shelfId}
      layout={episode ? 'beside' : 'below'}
      subtitle={(CONTINUE_SHELVES.includes(shelfId) ? left : undefined) ?? date}
      menuEntries={(progress) => hideEntry(t('home.hide'), shelfId, item, progress, page)}
      {...place}
    />
  );
}

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
