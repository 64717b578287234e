import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { selectQuery } from '../../machines/bookshelf/bookshelf.selectors.ts';
import { selectShowsSubtitles } from '../../machines/preferences/preferences.selectors.ts';
import { selectDateFormat } from '../../machines/session/session.selectors.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { formatBytes } from '../format/bytes.ts';
import { formatByPattern } from '../format/date.ts';
import { formatDuration } from '../format/duration.ts';

/** The second line of a card: what the shelf is sorted by, or the subtitle where asked for; undefined for the author. */
export function useSubtitle(): (item: LibraryItemMinified) => string | undefined {
  const t = useTranslations('bookshelf');
  const locale = useLocale();
  const { sort } = useSelector(usePageRef<BookshelfRef>(), selectQuery);
  const showsSubtitles = useSelector(useActorRefOf('preferences'), selectShowsSubtitles);
  const pattern = useSelector(useActorRefOf('session'), selectDateFormat);
  const date = (moment: number) => formatByPattern(moment, pattern, locale);
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
        return item.mediaType === 'book' ? formatDuration(item.media.duration, locale) : undefined;
      case 'media.numTracks':
        return item.mediaType === 'podcast' ? t('episodes', { count: item.media.numEpisodes }) : undefined;
      case 'media.metadata.publishedYear':
        return (item.mediaType === 'book' && item.media.metadata.publishedYear) || undefined;
      default:
        return (showsSubtitles && item.mediaType === 'book' && item.media.metadata.subtitle) || undefined;
    }
  };
}
