import { useId } from 'react';
import type { ComponentProps } from 'react';
import { Field, controlClass, describedBy } from './field.tsx';
import type { FieldTexts } from './field.tsx';

export interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

export function TextArea({
  label,
  labelHidden,
  help,
  error,
  hint,
  value,
  onChange,
  className,
  rows = 4,
  ...rest
}: TextAreaProps) {
  const autoId = useId();
  const id = rest.id ?? autoId;
  return (
    <Field id={id} label={label} labelHidden={labelHidden} help={help} error={error} hint={hint} className={className}>
      <textarea
        {...rest}
        id={id}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={describedBy(id, { help, error })}
        className={`${controlClass} field-sizing-content max-h-96 min-h-24 resize-y`}
      />
    </Field>
  );
}
