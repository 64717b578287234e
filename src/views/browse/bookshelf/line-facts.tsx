import { useLocale, useTranslations } from 'use-intl';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import { formatDuration } from '../../format/amounts.ts';
import { useLeftText, useProgress } from '../../shared/use-progress.ts';

export function LineFacts({ item }: { item: LibraryItemMinified }) {
  const t = useTranslations('bookshelf');
  const tCard = useTranslations('card');
  const locale = useLocale();
  const progress = useProgress(item.id);
  const left = useLeftText(item.id);
  const isBook = item.mediaType === 'book';
  const isSeries = isBook && item.collapsedSeries !== undefined;
  const { narratorName = '', seriesName = '' } = isBook && !isSeries ? item.media.metadata : {};
  const length = !isBook
    ? t('episodes', { count: item.media.numEpisodes })
    : item.media.duration > 0 && !isSeries
      ? formatDuration(item.media.duration, locale)
      : '';
  const state = progress?.isFinished ? tCard('finished') : (left ?? '');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5rem_9rem] items-center gap-x-4 phone:flex phone:gap-x-2">
      <Fact text={narratorName && t('readBy', { names: narratorName })} isWide />
      <Fact text={seriesName} isWide />
      <Fact text={length} isNumber />
      <Fact text={state} isNumber />
    </div>
  );
}

function Fact({ text, isWide = false, isNumber = false }: { text: string; isWide?: boolean; isNumber?: boolean }) {
  return (
    <span
      dir="auto"
      className={`truncate ${isNumber ? 'text-end tabular-nums phone:text-start' : 'text-match'} ${isWide ? 'phone:hidden' : ''}`}
    >
      {text}
    </span>
  );
}
