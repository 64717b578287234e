import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  disabled?: boolean | undefined;
}

export interface SegmentedControlProps<Value extends string> {
  label: string;
  labelHidden?: boolean | undefined;
  value: Value;
  segments: readonly Segment<Value>[];
  /** Those without room are on the next line. */
  wraps?: boolean | undefined;
  onChange: (value: Value) => void;
}

/** One of a few choices, side by side: radio buttons to screen readers and keyboard. */
export function SegmentedControl<Value extends string>({
  label,
  labelHidden = false,
  value,
  segments,
  wraps = false,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={labelHidden ? 'sr-only' : 'mb-1.5 text-sm font-medium text-ink'}>{label}</legend>
      <div
        className={cx(
          'inline-flex max-w-full gap-0.5 rounded-md bg-surface-2 p-0.5 forced-colors:border',
          wraps && 'flex-wrap',
        )}
      >
        {segments.map((segment) => (
          <label
            key={segment.value}
            data-tip={segment.icon ? segment.label : undefined}
            className={cx(
              'relative grid min-h-9 min-w-9 place-items-center rounded-sm px-3 text-center text-sm font-medium transition-[background-color,color] has-focus-visible:outline-2 has-focus-visible:outline-focus touch:min-h-10',
              segment.value === value
                ? 'bg-surface-1 text-accent-text shadow-[0_1px_2px_rgb(0_0_0/0.12)] forced-colors:border'
                : 'text-ink-2 hover:text-ink',
              segment.disabled && 'opacity-50',
            )}
          >
            <input
              type="radio"
              name={name}
              value={segment.value}
              checked={segment.value === value}
              disabled={segment.disabled}
              onChange={() => onChange(segment.value)}
              className="absolute inset-0 appearance-none outline-none"
            />
            {segment.icon && <span className="pointer-events-none relative">{segment.icon}</span>}
            <span className={segment.icon ? 'sr-only' : 'pointer-events-none relative truncate'}>{segment.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
