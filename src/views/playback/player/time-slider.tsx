import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import {
  beginDrag,
  moveDrag,
  timeAtPixel,
  timeByKey,
  type Drag,
  type TimelineBox,
} from '../../../machines/playback/player/timeline.logic.ts';
import { LineMarks } from '../../shared/line-marks.tsx';
import { cx } from '../../ui/cx.ts';
import { useWidth } from '../../ui/measured.ts';
import { usePointed } from '../../ui/pointer.ts';

export interface TimeSliderProps {
  label: string;
  /** Seconds; during a drag the chosen time. */
  value: number;
  /** Seconds. */
  duration: number;
  /** Seconds that the last pixels and the key End lead to. */
  last: number;
  /** Buffered, in seconds. */
  bufferedEnd: number;
  /** Start of chapters, in seconds. Keep it stable. */
  marks: readonly number[];
  /** Of an arrow key, in seconds. */
  jump: number;
  valueText: string;
  /** '12:30 · Chapter 3'; `level`: how fine the pointer seeks. */
  bubbleText: (seconds: number, level: number) => string;
  /** The pointer holds this time; null: released without a choice. */
  onScrub: (seconds: number | null) => void;
  onSeek: (seconds: number) => void;
}

/** A time of a line with this duration, in seconds. */
interface Pointed {
  readonly time: number;
  readonly level: number;
  readonly duration: number;
}

/** In a thousandth of the line, about a pixel: less is not drawn again. */
const DRAWN_STEPS = 1000;

/**
 * The line of a timeline under an invisible <input type="range">, for screen readers. Left to right in every language.
 * A press seeks to the time in the bubble; dragged away from the line it seeks slower.
 */
export function TimeSlider({
  label,
  value,
  duration,
  last,
  bufferedEnd,
  marks,
  jump,
  valueText,
  bubbleText,
  onScrub,
  onSeek,
}: TimeSliderProps) {
  const [width, measure] = useWidth();
  const { isHeld, pointed, handlers } = useDrag({ duration, last, onScrub, onSeek });
  const shownTime = Math.min(value, duration);
  const drawn = percent(shownTime, duration);

  const pressKey = (event: KeyboardEvent) => {
    const time = timeByKey(event, { value: shownTime, jump, last });
    if (time === null) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(time);
  };

  return (
    <span ref={measure} dir="ltr" className="group/time relative flex h-6 w-full items-center touch:h-11">
      <span
        className={cx(
          'pointer-events-none relative h-1 w-full overflow-hidden rounded-full bg-surface-3 transition-transform group-hover/time:scale-y-150 forced-colors:border',
          duration <= 0 && 'opacity-50',
        )}
      >
        <span className="absolute inset-y-0 left-0 bg-ink-3/35" style={{ width: percent(bufferedEnd, duration) }} />
        <span className="absolute inset-y-0 left-0 rounded-full bg-accent" style={{ width: drawn }} />
      </span>
      <LineMarks places={marks} length={duration} width={width} apart />
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={0}
        max={Math.max(duration, 0)}
        step={0.1}
        value={shownTime}
        disabled={duration <= 0}
        {...handlers}
        onChange={(event) => {
          // Screen readers: the pointer seeks by itself.
          if (!isHeld()) onSeek(Math.min(event.currentTarget.valueAsNumber, Math.max(last, shownTime)));
        }}
        onKeyDown={pressKey}
        className="peer absolute inset-0 m-0 size-full cursor-pointer touch-none appearance-none opacity-0 [-webkit-appearance:none] disabled:cursor-not-allowed [&::-webkit-slider-thumb]:invisible"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 -mt-1.75 -ms-1.75 size-3.5 rounded-full bg-accent shadow-[0_0_0_2px_var(--surface-1)] pointer-fine:invisible group-hover/time:visible peer-focus-visible:visible peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
        style={{ left: drawn }}
      />
      {pointed?.duration === duration && (
        <Bubble share={percent(pointed.time, duration)} text={bubbleText(pointed.time, pointed.level)} />
      )}
    </span>
  );
}

/** The pointer on the line: it shows the time there, and seeks when it lets go. */
function useDrag({
  duration,
  last,
  onScrub,
  onSeek,
}: Pick<TimeSliderProps, 'duration' | 'last' | 'onScrub' | 'onSeek'>) {
  const held = useRef<{ readonly pointerId: number; drag: Drag } | null>(null);
  const [pointed, setPointed] = usePointed<Pointed>();
  const boxOf = (line: HTMLElement): TimelineBox => {
    const { left, width: across, top, bottom } = line.getBoundingClientRect();
    return { left, width: across, top, bottom, duration, last };
  };
  const point = ({ time, level }: Omit<Drag, 'x'>) => setPointed({ time, level, duration });
  const choose = (pointerId: number, drag: Drag) => {
    held.current = { pointerId, drag };
    point(drag);
    onScrub(drag.time);
  };
  const press = (event: PointerEvent<HTMLInputElement>) => {
    if (event.button !== 0 || held.current) return;
    // The browser's slider would miss: it leaves out half a thumb at each end.
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    choose(event.pointerId, beginDrag(boxOf(event.currentTarget), { x: event.clientX, y: event.clientY }));
  };
  const move = (event: PointerEvent<HTMLInputElement>) => {
    const box = boxOf(event.currentTarget);
    if (held.current?.pointerId === event.pointerId)
      choose(event.pointerId, moveDrag(held.current.drag, box, { x: event.clientX, y: event.clientY }));
    else if (!held.current && event.pointerType !== 'touch') point({ time: timeAtPixel(box, event.clientX), level: 0 });
  };
  const letGo = (event: PointerEvent) => {
    if (held.current?.pointerId !== event.pointerId) return;
    const { time } = held.current.drag;
    held.current = null;
    point({ time, level: 0 });
    onSeek(time);
  };
  const abandon = (event: PointerEvent) => {
    if (held.current?.pointerId !== event.pointerId) return;
    held.current = null;
    setPointed(null);
    onScrub(null);
  };
  const leave = () => {
    if (!held.current) setPointed(null);
  };
  const handlers = {
    onPointerDown: press,
    onPointerMove: move,
    onPointerUp: letGo,
    onPointerCancel: abandon,
    onPointerLeave: leave,
  };
  return { isHeld: () => held.current !== null, pointed, handlers };
}

function Bubble({ share, text }: { share: string; text: string }) {
  return (
    <span
      aria-hidden="true"
      data-bubble=""
      className="pointer-events-none absolute bottom-(--time-bubble,100%) z-3 w-max max-w-full truncate rounded-sm bg-ink px-2 py-1 text-xs font-medium text-surface-0 tabular-nums sm:max-w-96"
      style={{ left: share, translate: `-${share}` }}
    >
      {text}
    </span>
  );
}

function percent(seconds: number, duration: number): string {
  const share = duration > 0 ? Math.min(1, Math.max(0, seconds / duration)) : 0;
  return `${Math.round(share * DRAWN_STEPS) / (DRAWN_STEPS / 100)}%`;
}
