import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldFault, PayloadField } from '../../machines/inspector/payload.logic.ts';
import { describedBy, Field } from '../ui/field.tsx';

interface PayloadInputProps {
  field: PayloadField;
  value: string;
  fault: FieldFault | undefined;
  onChange: (value: string) => void;
}

export function PayloadInput({ field, value, fault, onChange }: PayloadInputProps) {
  const t = useTranslations('inspector.send');
  const id = useId();
  const { key, kind, isOptional, isNullable, options } = field;
  const error = fault ? t(`faults.${fault.kind}`, { detail: fault.detail }) : null;
  const control = {
    id,
    value,
    'aria-invalid': fault !== undefined || undefined,
    'aria-describedby': describedBy(id, { error }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  const label = key === '' ? t('payload') : key;
  if (kind === 'flag')
    return (
      <label className="inspector-flag">
        <input
          type="checkbox"
          checked={value === 'true'}
          onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
        />
        <span>{label}</span>
      </label>
    );
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={key !== '' && (isOptional || isNullable) ? t(isOptional ? 'optional' : 'nullable') : undefined}
      className="inspector-field"
    >
      {kind === 'choice' ? (
        <select {...control}>
          <option value="">{t(isOptional ? 'leftOut' : isNullable ? 'null' : 'choose')}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option.replace(/^"(.*)"$/, '$1')}
            </option>
          ))}
        </select>
      ) : kind === 'json' ? (
        <textarea
          {...control}
          rows={key === '' ? 3 : 2}
          placeholder={key === '' ? '{}' : undefined}
          spellCheck={false}
        />
      ) : (
        <input {...control} type="text" inputMode={kind === 'number' ? 'decimal' : undefined} autoComplete="off" />
      )}
    </Field>
  );
}
