import { useTranslations } from 'use-intl';
import type { SlugProblem } from '../../machines/kit/slug.logic.ts';
import { TextField } from '../ui/text-field.tsx';

interface SlugFieldProps {
  value: string;
  problem: SlugProblem | undefined;
  /** What stands before the slug in the address. */
  before: string;
  onChange: (value: string) => void;
}

/** The last part of a public address, with the address that it makes (VAL-006, VAL-007). */
export function SlugField({ value, problem, before, onChange }: SlugFieldProps) {
  const t = useTranslations();
  return (
    <TextField
      label={t('slugField.label')}
      value={value}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      error={problem ? t(`slugField.problem.${problem}`) : null}
      help={
        <span dir="ltr" className="break-all">
          {before + value}
        </span>
      }
      onChange={onChange}
    />
  );
}
