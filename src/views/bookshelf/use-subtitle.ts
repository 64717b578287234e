import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { selectQuery } from '../../machines/bookshelf/bookshelf.selectors.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { formatBytes } from '../format/bytes.ts';
import { formatDuration } from '../format/duration.ts';
import { useDayText } from '../library/use-day-text.ts';
import { useShownSubtitle } from '../library/use-shown-subtitle.ts';

/** The sort value of the shelf, or the subtitle if shown; undefined for the author. */
export function useSubtitle(): (item: LibraryItemMinified) => string | undefined {
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
