import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { ItemCard } from '../library/item-card.tsx';
import { chunk } from '../ui/chunk.tsx';
import type { CoverAspect } from '../ui/cover-shape.ts';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { selectQuery } from '../../machines/bookshelf/bookshelf.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { formatBytes, formatDuration } from '../format/amounts.ts';
import { useDayText } from '../library/value-text.ts';
import { useShownSubtitle } from '../library/use-view-checks.ts';

/** Cards whose covers load first: the first row of a new shelf. */
const FIRST_ROW = 8;

const lineFacts = chunk(async () => (await import('./line-facts.tsx')).LineFacts);

interface ShelfCardProps extends CellPlace {
  item: LibraryItemMinified;
  aspect: CoverAspect;
  isLine: boolean;
}

export function ShelfCard({ item, index, tabIndex, width, aspect, isLine }: ShelfCardProps) {
  const subtitleOf = useSubtitle();
  return (
    <ItemCard
      item={item}
      aspect={aspect}
      width={width}
      index={index}
      tabIndex={tabIndex}
      place="shelf"
      layout={isLine ? 'line' : 'below'}
      facts={isLine ? <lineFacts.View item={item} /> : undefined}
      priority={index < FIRST_ROW ? 'high' : 'auto'}
      subtitle={subtitleOf(item)}
    />
  );
}

/** The sort value of the shelf, or the subtitle if shown; undefined for the author. */
function useSubtitle(): (item: LibraryItemMinified) => string | undefined {
  const t = useTranslations('bookshelf');
  const locale = useLocale();
  const { sort } = useSelector(usePageRef<BookshelfRef>(), selectQuery);
  const subtitleOf = useShownSubtitle();
  const date = useDayText();
  return (item) => {
    switch (sort) {
      case 'addedAt':
        return t('addedOn', { date: date(item.addedAt) });
      case 'birthtimeMs':
        return t('createdOn', { date: date(item.birthtimeMs) });
      case 'mtimeMs':
        return t('modifiedOn', { date: date(item.mtimeMs) });
      case 'size':
        return formatBytes(item.size, locale);
      case 'media.duration':
        return item.mediaType === 'book' && item.media.duration > 0
          ? formatDuration(item.media.duration, locale)
          : undefined;
      case 'media.numTracks':
        return item.mediaType === 'podcast' ? t('episodes', { count: item.media.numEpisodes }) : undefined;
      case 'media.metadata.authorNameLF':
        return (item.mediaType === 'book' && item.media.metadata.authorNameLF) || undefined;
      case 'media.metadata.publishedYear':
        return (item.mediaType === 'book' && item.media.metadata.publishedYear) || undefined;
      default:
        return subtitleOf(item);
    }
  };
}
