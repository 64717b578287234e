import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useRef } from 'react';
import { cx } from './cx.ts';

/** A border in a wave form, in seconds. */
export interface WaveMark {
  readonly id: number;
  readonly label: string;
  readonly time: number;
  readonly valueText: string;
  readonly min: number;
  readonly max: number;
  readonly isCurrent: boolean;
}

export interface WaveFormProps {
  label: string;
  pickLabel: string;
  begin: number;
  end: number;
  /** Data of an svg path of this many columns and this height. */
  path: string;
  columns: number;
  height: number;
  marks: readonly WaveMark[];
  silences: readonly { readonly begin: number; readonly end: number }[];
  cursor?: ReactNode;
  onMove: (id: number, time: number, isExact: boolean) => void;
  onSettle: () => void;
  onSnap: (id: number) => void;
  onFocusMark: (id: number) => void;
  onPick: (time: number) => void;
  onAdd: (time: number) => void;
}

const STEP = 0.1;
const FINE_STEP = 0.01;
const LARGE_STEP = 1;

/** Pointer and keys move the borders: by 0.1 s, with Shift 1 s, with Alt 0.01 s. Time runs left to right everywhere. */
export function WaveForm({
  label,
  pickLabel,
  begin,
  end,
  path,
  columns,
  height,
  marks,
  silences,
  cursor,
  ...on
}: WaveFormProps) {
  const figure = useRef<HTMLDivElement>(null);
  const length = Math.max(0.001, end - begin);
  const shareOf = (time: number) => `${((time - begin) / length) * 100}%`;
  const timeAt = (clientX: number) => {
    const box = figure.current?.getBoundingClientRect();
    return box ? begin + Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * length : begin;
  };
  return (
    <div
      ref={figure}
      role="group"
      aria-label={label}
      dir="ltr"
      className="relative h-40 w-full touch-pan-y overflow-hidden rounded-md bg-surface-2 select-none phone:h-32"
    >
      <button
        type="button"
        aria-label={pickLabel}
        className="absolute inset-0 size-full cursor-default focus-visible:-outline-offset-2"
        onClick={({ clientX, detail }) => detail < 2 && on.onPick(detail === 0 ? begin : timeAt(clientX))}
        onDoubleClick={({ clientX }) => on.onAdd(timeAt(clientX))}
      >
        {silences.map((silence) => (
          <span
            key={silence.begin}
            className="absolute inset-y-0 bg-accent/15"
            style={{ left: shareOf(silence.begin), width: `${((silence.end - silence.begin) / length) * 100}%` }}
          />
        ))}
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${columns} ${height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full text-ink-2"
        >
          <path d={path} fill="none" stroke="currentColor" strokeWidth="1" />
        </svg>
      </button>
      {marks.map((mark) => (
        <Mark key={mark.id} mark={mark} left={shareOf(mark.time)} timeAt={timeAt} {...on} />
      ))}
      {cursor}
    </div>
  );
}

interface MarkProps extends Pick<WaveFormProps, 'onMove' | 'onSettle' | 'onSnap' | 'onFocusMark'> {
  mark: WaveMark;
  left: string;
  timeAt: (clientX: number) => number;
}

function Mark({ mark, left, timeAt, onMove, onSettle, onSnap, onFocusMark }: MarkProps) {
  const isHeld = useRef(false);
  const press = (event: KeyboardEvent) => {
    const step = event.altKey ? FINE_STEP : event.shiftKey ? LARGE_STEP : STEP;
    const moves: Record<string, number> = {
      ArrowRight: mark.time + step,
      ArrowUp: mark.time + step,
      ArrowLeft: mark.time - step,
      ArrowDown: mark.time - step,
    };
    const next = moves[event.key];
    if (event.key === 'Enter') onSnap(mark.id);
    else if (next === undefined) return;
    else onMove(mark.id, next, true);
    event.preventDefault();
  };
  const letGo = (event: PointerEvent) => {
    if (!isHeld.current) return;
    isHeld.current = false;
    event.currentTarget.releasePointerCapture(event.pointerId);
    onSettle();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={mark.label}
      aria-valuemin={mark.min}
      aria-valuemax={mark.max}
      aria-valuenow={mark.time}
      aria-valuetext={mark.valueText}
      data-tip={`${mark.label} · ${mark.valueText}`}
      onKeyDown={press}
      onBlur={onSettle}
      onFocus={() => onFocusMark(mark.id)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        isHeld.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ clientX }) => isHeld.current && onMove(mark.id, timeAt(clientX), false)}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      className="group absolute inset-y-0 -ms-3 w-6 cursor-ew-resize touch-none outline-none touch:-ms-5.5 touch:w-11"
      style={{ left }}
    >
      <span
        className={cx(
          'absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 group-focus-visible:w-1 group-focus-visible:bg-focus',
          mark.isCurrent ? 'bg-accent-text' : 'bg-ink',
        )}
      />
      <span
        className={cx(
          'absolute top-0 left-1/2 h-3 w-3 -translate-x-1/2 rounded-b-full group-focus-visible:bg-focus',
          mark.isCurrent ? 'bg-accent-text' : 'bg-ink',
        )}
      />
    </div>
  );
}
