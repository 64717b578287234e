import { memo, useRef } from 'react';
import type { PointerEvent } from 'react';
import { RangeInput } from './range-input.tsx';

/** A stretch of time, in seconds. */
export interface TimeRange {
  start: number;
  end: number;
}

export interface TimeSliderProps {
  label: string;
  /** The time shown, in seconds: while scrubbing, the one under the pointer. */
  value: number;
  /** Seconds. */
  duration: number;
  buffered?: readonly TimeRange[] | undefined;
  /** Seconds at which chapters begin. */
  marks?: readonly number[] | undefined;
  /** What an arrow key jumps, in seconds. */
  jump?: number | undefined;
  /** What screen readers read: '12 minutes of 40, chapter 3'. */
  valueText: string;
  /** Text above the mouse for a time in seconds: '12:30 · Chapter 3'. */
  hoverText: (seconds: number) => string;
  /** The pointer is down over this time. */
  onScrub: (seconds: number) => void;
  /** Seek to this time. */
  onSeek: (seconds: number) => void;
  disabled?: boolean | undefined;
}

/** The timeline of a book: buffered parts, chapter marks, the time under the mouse. Left to right in every language. */
export function TimeSlider({
  label,
  value,
  duration,
  buffered = [],
  marks = [],
  jump = 10,
  valueText,
  hoverText,
  onScrub,
  onSeek,
  disabled,
}: TimeSliderProps) {
  const tip = useRef<HTMLSpanElement>(null);
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const fraction = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    if (!tip.current) return;
    tip.current.textContent = hoverText(fraction * duration);
    tip.current.style.left = `${fraction * 100}%`;
  };
  return (
    <span dir="ltr" className="group/time relative block w-full" onPointerMove={follow}>
      <RangeInput
        label={label}
        min={0}
        max={Math.max(duration, 0)}
        step={jump}
        pageStep={60}
        grain={0.1}
        value={Math.min(value, duration)}
        valueText={valueText}
        onDrag={onScrub}
        onCommit={onSeek}
        disabled={disabled ?? duration <= 0}
        alwaysLtr
        thickness="thin"
        under={buffered.map((range) => (
          <span
            key={range.start}
            className="absolute inset-y-0 bg-ink-3/35"
            style={{ left: percent(range.start, duration), right: percent(duration - range.end, duration) }}
          />
        ))}
        over={<ChapterMarks marks={marks} duration={duration} />}
      />
      <span
        ref={tip}
        aria-hidden="true"
        className="pointer-events-none absolute bottom-(--time-bubble,100%) z-3 hidden w-max max-w-96 -translate-x-1/2 rounded-sm text-center bg-ink px-2 py-1 text-xs font-medium text-surface-0 tabular-nums pointer-fine:group-hover/time:block"
      />
    </span>
  );
}

const percent = (seconds: number, duration: number) =>
  `${duration > 0 ? Math.min(100, Math.max(0, (seconds / duration) * 100)) : 0}%`;

/** All marks in one element, however many chapters a book has. */
const ChapterMarks = memo(function ChapterMarks({ marks, duration }: { marks: readonly number[]; duration: number }) {
  const inner = marks.filter((mark) => mark > 0 && mark < duration);
  if (inner.length === 0) return null;
  const backgroundImage = inner.map(() => 'linear-gradient(var(--surface-1), var(--surface-1))').join(',');
  return (
    <span
      data-marks={inner.length}
      className="absolute inset-0 bg-no-repeat"
      style={{
        backgroundImage,
        backgroundSize: '2px 100%',
        backgroundPosition: inner.map((mark) => `${percent(mark, duration)} 0`).join(','),
      }}
    />
  );
});
