import { memo } from 'react';
import type { ReactNode } from 'react';
import type { Chapter } from '../../schemas/api/audio-file.ts';
import { formatClock } from '../format/clock.ts';
import { cx } from '../ui/cx.ts';

export const COLUMN = {
  number: 'w-8 shrink-0 text-end',
  time: 'w-18 shrink-0 text-end',
  wideTime: 'w-18 shrink-0 text-end max-lg:hidden',
} as const;

/** A play triangle on hover, without an element: a book may have hundreds of rows. */
const PLAY =
  'before:absolute before:inset-y-0 before:end-0 before:my-auto before:size-3 before:bg-ink-2 before:opacity-0 before:[clip-path:polygon(12%_0,100%_50%,12%_100%)] group-hover:text-transparent group-hover:before:opacity-100 group-disabled:group-hover:before:opacity-0';

export interface ChapterRowProps {
  chapter: Chapter;
  /** From 1. */
  number: number;
  /** 'Chapter 3, play from 12:30'. */
  label: string;
  mark?: ReactNode;
  /** Behind the text: the heard part of the current chapter. */
  fill?: ReactNode;
  canPlay: boolean;
  tabIndex?: number | undefined;
  onPlay: (chapter: Chapter) => void;
}

export const ChapterRow = memo(function ChapterRow({
  chapter,
  number,
  label,
  mark,
  fill,
  canPlay,
  tabIndex,
  onPlay,
}: ChapterRowProps) {
  const { title, start, end } = chapter;
  return (
    <button
      type="button"
      disabled={!canPlay}
      tabIndex={tabIndex}
      aria-current={mark ? true : undefined}
      aria-label={label}
      onClick={() => onPlay(chapter)}
      className={cx(
        'group relative isolate flex h-11 w-full items-center gap-3 overflow-hidden rounded-sm pe-2 text-start text-sm hover:bg-surface-2',
        mark ? 'font-medium text-accent-text' : 'text-ink',
      )}
    >
      {fill}
      <span
        className={cx('relative tabular-nums', COLUMN.number, mark ? 'grid justify-items-end' : cx('text-ink-3', PLAY))}
      >
        {mark ?? number}
      </span>
      <span className="min-w-0 flex-1 truncate">
        <bdi>{title}</bdi>
      </span>
      <span className={cx('text-ink-3 tabular-nums', COLUMN.wideTime)}>{formatClock(end - start)}</span>
      <span className={cx('text-ink-2 tabular-nums', COLUMN.time)}>{formatClock(start)}</span>
      <span className={cx('text-ink-3 tabular-nums max-xl:hidden', COLUMN.time)}>{formatClock(end)}</span>
    </button>
  );
});
