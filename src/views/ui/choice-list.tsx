import { useId } from 'react';
import { CircleAlert } from 'lucide-react';
import { Checkbox } from './checkbox.tsx';
import { cx } from './cx.ts';
import { describedBy, type FieldTexts } from './field.tsx';

export interface Choice {
  value: string;
  label: string;
  subtext?: string | undefined;
}

export interface ChoiceListProps extends Omit<FieldTexts, 'hint' | 'labelHidden'> {
  choices: readonly Choice[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  emptyLabel: string;
}

export function ChoiceList({ label, help, error, choices, values, onChange, emptyLabel }: ChoiceListProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={describedBy(id, { help, error })} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-ink">{label}</legend>
      <div
        // The first invalid field of a form gets the focus (useFocusInvalid).
        tabIndex={error ? -1 : undefined}
        aria-invalid={Boolean(error) || undefined}
        className={cx(
          'max-h-56 overflow-y-auto overscroll-contain rounded-md border px-3 py-1',
          error ? 'border-danger' : 'border-line-strong',
        )}
      >
        {choices.length === 0 && <p className="py-2 text-sm text-ink-2">{emptyLabel}</p>}
        {choices.map(({ value, label: name, subtext }) => (
          <Checkbox
            key={value}
            label={<bdi>{name}</bdi>}
            help={subtext}
            checked={values.includes(value)}
            onChange={(checked) => onChange(checked ? [...values, value] : values.filter((one) => one !== value))}
          />
        ))}
      </div>
      {help && (
        <p id={`${id}-help`} className="text-xs text-ink-2">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert size={14} className="mt-0.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
