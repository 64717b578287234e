import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface RangeInputProps {
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
  upright = false,
  under,
  over,
  thickness = 'normal',
  className,
}: RangeInputProps) {
  const held = useRef<{ value: number | null }>(null);
  const fraction = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  const drawn = `${Math.round(fraction * DRAWN_STEPS) / (DRAWN_STEPS / 100)}%`;
  const within = (wanted: number) => Math.min(max, Math.max(min, Math.round(wanted / grain) * grain));

  const change = (wanted: number) => {
    if (!held.current) return onCommit(wanted);
    held.current.value = wanted;
    return onDrag(wanted);
  };
  const letGo = () => {
    const last = held.current?.value;
    held.current = null;
    if (last != null) onCommit(last);
  };
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    const back = !alwaysLtr && getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
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
    const wanted = moves[event.key];
    if (wanted === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    onCommit(within(wanted));
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
      <span className="pointer-events-none absolute inset-x-0 h-full rtl:-scale-x-100" aria-hidden="true">
        <span
          className={cx(
            'absolute top-1/2 -mt-1.75 -ms-1.75 size-3.5 rounded-full bg-accent shadow-[0_0_0_2px_var(--surface-1)] group-has-focus-visible/range:outline-2 group-has-focus-visible/range:outline-offset-2 group-has-focus-visible/range:outline-focus',
            thickness === 'thin' &&
              'pointer-fine:invisible group-hover/range:visible group-has-focus-visible/range:visible',
          )}
          style={{ left: drawn }}
        />
      </span>
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
        onPointerCancel={letGo}
        onChange={(event) => change(event.currentTarget.valueAsNumber)}
        onKeyDown={key}
        className="absolute inset-0 m-0 size-full cursor-pointer touch-none appearance-none opacity-0 [-webkit-appearance:none] disabled:cursor-not-allowed [&::-webkit-slider-thumb]:invisible"
      />
    </span>
  );
}
