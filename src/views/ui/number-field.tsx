import { useId } from 'react';
import { Minus, Plus } from 'lucide-react';
import { Field, controlClass, describedBy } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import { IconButton } from './icon-button.tsx';

export interface NumberFieldProps extends FieldTexts {
  /** null while the field is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  decreaseLabel: string;
  increaseLabel: string;
  disabled?: boolean | undefined;
  unit?: string | undefined;
}

/** A number with minus and plus buttons, which stay within the limits. Typing may leave them: the form validates. */
export function NumberField({
  value,
  onChange,
  min = -Infinity,
  max = Infinity,
  step = 1,
  decreaseLabel,
  increaseLabel,
  disabled,
  unit,
  ...texts
}: NumberFieldProps) {
  const id = useId();
  const move = (by: number) => onChange(Math.min(max, Math.max(min, Math.round(((value ?? 0) + by) / step) * step)));
  return (
    <Field id={id} {...texts}>
      <div className="flex items-center gap-1">
        <IconButton
          label={decreaseLabel}
          icon={<Minus size={18} />}
          onClick={() => move(-step)}
          disabled={disabled || (value ?? 0) <= min}
        />
        <span className="relative w-24">
          <input
            id={id}
            type="number"
            inputMode="decimal"
            value={value ?? ''}
            min={Number.isFinite(min) ? min : undefined}
            max={Number.isFinite(max) ? max : undefined}
            step={step}
            disabled={disabled}
            aria-invalid={Boolean(texts.error) || undefined}
            aria-describedby={describedBy(id, texts)}
            onChange={(event) =>
              onChange(Number.isNaN(event.currentTarget.valueAsNumber) ? null : event.currentTarget.valueAsNumber)
            }
            className={`${controlClass} text-center tabular-nums`}
          />
        </span>
        <IconButton
          label={increaseLabel}
          icon={<Plus size={18} />}
          onClick={() => move(step)}
          disabled={disabled || (value ?? 0) >= max}
        />
        {unit && <span className="text-sm text-ink-2">{unit}</span>}
      </div>
    </Field>
  );
}
