import { AudioLines, Play } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Chapter } from '../../schemas/api/chapter.ts';
import { formatClock } from '../format/clock.ts';
import { cx } from '../ui/cx.ts';

export interface ChapterRowProps {
  chapter: Chapter;
  isCurrent: boolean;
  canPlay: boolean;
  tabIndex?: number | undefined;
  onPlay: (chapter: Chapter) => void;
}

/** One chapter: its name, where it begins and how long it is. A press plays from its start. */
export const ChapterRow = memo(function ChapterRow({ chapter, isCurrent, canPlay, tabIndex, onPlay }: ChapterRowProps) {
  const t = useTranslations('item');
  const start = formatClock(chapter.start);
  const Icon = isCurrent ? AudioLines : Play;
  return (
    <button
      type="button"
      disabled={!canPlay}
      tabIndex={tabIndex}
      aria-current={isCurrent || undefined}
      aria-label={t('playChapter', { chapter: chapter.title, time: start })}
      onClick={() => onPlay(chapter)}
      className={cx('group flex h-11 w-full items-center gap-3 rounded-sm px-2 text-start text-sm hover:bg-surface-2', isCurrent ? 'font-medium text-accent-text' : 'text-ink')}
    >
      <Icon size={16} className={cx('shrink-0', !isCurrent && 'text-ink-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 touch:opacity-100')} />
      <bdi className="min-w-0 flex-1 truncate">{chapter.title}</bdi>
      <span className="shrink-0 text-ink-3 tabular-nums phone:hidden">{formatClock(chapter.end - chapter.start)}</span>
      <span className="w-20 shrink-0 text-end text-ink-2 tabular-nums">{start}</span>
    </button>
  );
});
