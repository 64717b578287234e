import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  valueText: string;
  onChange: (value: number) => void;
  disabled?: boolean | undefined;
}

/** A slider with name and value above it. Changes while dragged. */
export function Slider({ label, min, max, step, value, valueText, onChange, disabled }: SliderProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex items-baseline justify-between gap-4 text-sm">
        <span aria-hidden="true" className="font-medium text-ink">
          {label}
        </span>
        <span aria-hidden="true" className="text-ink-2 tabular-nums">
          {valueText}
        </span>
      </span>
      <RangeInput
        label={label}
        min={min}
        max={max}
        step={step}
        value={value}
        valueText={valueText}
        onDrag={onChange}
        onCommit={onChange}
        disabled={disabled}
      />
    </div>
  );
}

interface VolumeSliderProps {
  label: string;
  /** 0..1. */
  value: number;
  valueText: string;
  onChange: (value: number) => void;
  /** 92 px high. */
  upright?: boolean | undefined;
}

/** Keys and wheel change the volume (0..1) by 0.1, dragging by 0.01. */
export function VolumeSlider({ label, value, valueText, onChange, upright = false }: VolumeSliderProps) {
  const turn = (by: number) => onChange(Math.min(1, Math.max(0, Math.round((value + by) * 10) / 10)));
  return (
    <span
      className={upright ? 'grid h-23 w-6 grid-cols-[100%] place-items-center touch:w-11' : 'flex w-28 max-xl:w-18'}
      onWheel={(event) => turn(event.deltaY < 0 ? 0.1 : -0.1)}
    >
      <RangeInput
        label={label}
        min={0}
        max={1}
        step={0.1}
        grain={0.01}
        pageStep={0.2}
        value={value}
        valueText={valueText}
        onDrag={onChange}
        onCommit={onChange}
        alwaysLtr
        upright={upright}
        className={upright ? 'w-23! -rotate-90' : undefined}
      />
    </span>
  );
}

interface RangeInputProps {
  label: string;
  min: number;
  max: number;
  /** Step of the arrow keys. */
  step: number;
  pageStep?: number | undefined;
  grain?: number | undefined;
  value: number;
  valueText?: string | undefined;
  onDrag: (value: number) => void;
  onCommit: (value: number) => void;
  disabled?: boolean | undefined;
  /** Left to right in every language (media). */
  alwaysLtr?: boolean | undefined;
  /** Keys hold the thumb, too: a value is chosen when it is let go. Called when it is let go without a choice. */
  onDrop?: (() => void) | undefined;
  upright?: boolean | undefined;
  under?: ReactNode;
  over?: ReactNode;
  thickness?: 'thin' | 'normal' | undefined;
  className?: string | undefined;
}

/** Fill and thumb move in a thousandth of the line, about a pixel: less is not drawn again. */
const DRAWN_STEPS = 1000;

/** An invisible <input type="range">, which touch screen readers can move, over a drawn track. */
export function RangeInput({
  label,
  min,
  max,
  step,
  pageStep = step * 10,
  grain = step,
  value,
  valueText,
  onDrag,
  onCommit,
  disabled,
  alwaysLtr = false,
  onDrop,
  upright = false,
  under,
  over,
  thickness = 'normal',
  className,
}: RangeInputProps) {
  const held = useRef<{ value: number | null; readonly isDropped?: boolean }>(null);
  const fraction = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  const drawn = `${Math.round(fraction * DRAWN_STEPS) / (DRAWN_STEPS / 100)}%`;
  const within = (wanted: number) => Math.min(max, Math.max(min, Math.round(wanted / grain) * grain));

  const change = (wanted: number) => {
    if (!held.current) return onCommit(wanted);
    if (held.current.isDropped) return undefined;
    held.current.value = wanted;
    return onDrag(wanted);
  };
  const letGo = () => {
    const last = held.current?.value;
    held.current = null;
    if (last != null) onCommit(last);
  };
  const drop = () => {
    held.current = null;
    onDrop?.();
  };
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && onDrop && held.current) {
      held.current = { value: null, isDropped: true };
      return undefined;
    }
    const wanted = valueAfterKey(event, { min, max, step, pageStep, value, alwaysLtr });
    if (wanted === undefined || event.altKey || event.ctrlKey || event.metaKey) return undefined;
    event.preventDefault();
    event.stopPropagation();
    if (!onDrop) return onCommit(within(wanted));
    held.current = { value: within(wanted) };
    return onDrag(within(wanted));
  };
  const keyUp = (event: KeyboardEvent<HTMLInputElement>) => {
    if (valueAfterKey(event, { min, max, step, pageStep, value, alwaysLtr }) !== undefined) letGo();
  };

  return (
    <span
      dir={alwaysLtr ? 'ltr' : undefined}
      className={cx(
        'group/range relative flex h-6 w-full items-center touch:h-11',
        disabled && 'opacity-50',
        className,
      )}
    >
      <Track drawn={drawn} thickness={thickness} under={under} over={over} />
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        aria-orientation={upright ? 'vertical' : undefined}
        min={min}
        max={max}
        step={grain}
        value={value}
        disabled={disabled}
        onPointerDown={() => {
          held.current = { value: null };
        }}
        onPointerUp={letGo}
        onPointerCancel={onDrop ? drop : letGo}
        onChange={(event) => change(event.currentTarget.valueAsNumber)}
        onKeyDown={key}
        onKeyUp={onDrop && keyUp}
        onBlur={onDrop && letGo}
        className="absolute inset-0 m-0 size-full cursor-pointer touch-none appearance-none opacity-0 [-webkit-appearance:none] disabled:cursor-not-allowed [&::-webkit-slider-thumb]:invisible"
      />
    </span>
  );
}

type KeySteps = Required<Pick<RangeInputProps, 'min' | 'max' | 'step' | 'value'>> & {
  readonly pageStep: number;
  readonly alwaysLtr: boolean;
};

/** undefined for other keys. */
function valueAfterKey(
  { key, currentTarget }: KeyboardEvent,
  { min, max, step, pageStep, value, alwaysLtr }: KeySteps,
): number | undefined {
  const back = !alwaysLtr && getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1;
  const moves: Record<string, number> = {
    ArrowRight: value + step * back,
    ArrowLeft: value - step * back,
    ArrowUp: value + step,
    ArrowDown: value - step,
    PageUp: value + pageStep,
    PageDown: value - pageStep,
    Home: min,
    End: max,
  };
  return moves[key];
}

interface TrackProps extends Pick<RangeInputProps, 'under' | 'over'> {
  /** Share of the line that is filled, as a CSS length. */
  drawn: string;
  thickness: 'thin' | 'normal';
}

function Track({ drawn, thickness, under, over }: TrackProps) {
  return (
    <>
      <span
        className={cx(
          'pointer-events-none relative w-full overflow-hidden rounded-full transition-transform before:absolute before:inset-0 before:bg-surface-3 forced-colors:border',
          thickness === 'thin' ? 'h-1 group-hover/range:scale-y-150' : 'h-1.5',
        )}
      >
        {under}
        <span className="absolute inset-y-0 start-0 rounded-full bg-accent" style={{ inlineSize: drawn }} />
        {over}
      </span>
      <span className="pointer-events-none absolute inset-x-0 h-full" aria-hidden="true">
        <span
          className={cx(
            'absolute top-1/2 -mt-1.75 -ms-1.75 size-3.5 rounded-full bg-accent shadow-[0_0_0_2px_var(--surface-1)] group-has-focus-visible/range:outline-2 group-has-focus-visible/range:outline-offset-2 group-has-focus-visible/range:outline-focus',
            thickness === 'thin' &&
              'pointer-fine:invisible group-hover/range:visible group-has-focus-visible/range:visible',
          )}
          style={{ insetInlineStart: drawn }}
        />
      </span>
    </>
  );
}
