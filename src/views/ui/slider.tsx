import { RangeInput } from './range-input.tsx';

export interface SliderProps {
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
