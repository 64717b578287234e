import { memo } from 'react';
import { placesInPixels, visibleMarks } from '../../machines/playback/player/timeline.logic.ts';
import { cx } from '../ui/cx.ts';

interface LineMarksProps {
  /** On the line, in its unit. Keep it stable. */
  places: readonly number[];
  /** Of the line, in its unit. */
  length: number;
  /** Of the line, in pixels. */
  width: number;
  /** Leaves out marks that are close to others. */
  apart?: boolean | undefined;
  isAbove?: boolean | undefined;
  /** From right to left. */
  isReversed?: boolean | undefined;
  className?: string | undefined;
}

/** Marks below or above a line, in one element, which is drawn whole whatever their number. */
export const LineMarks = memo(function LineMarks({
  places,
  length,
  width,
  apart = false,
  isAbove = false,
  isReversed = false,
  className = 'text-ink-3',
}: LineMarksProps) {
  const marks = apart ? visibleMarks(places, length, width) : placesInPixels(places, length, width);
  if (marks.length === 0) return null;
  return (
    <svg
      aria-hidden="true"
      data-marks={marks.length}
      className={cx(
        'pointer-events-none absolute left-0 h-1 w-full overflow-visible',
        isAbove ? 'bottom-[calc(50%+0.25rem)]' : 'top-[calc(50%+0.25rem)]',
        isReversed && '-scale-x-100',
        className,
      )}
    >
      <path d={marks.map((mark) => `M${mark.toFixed(1)} 0v4`).join('')} stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
});
