import { useTranslations } from 'use-intl';
import type { SlugProblem } from '../../machines/kit/slug.logic.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { errorText } from '../texts/error-text.ts';
import { TextField } from '../ui/text-field.tsx';

interface SlugFieldProps {
  value: string;
  problem: SlugProblem | undefined;
  /** Why the last save failed: what the server did not take is said here. */
  error: AppError | null;
  /** What stands before the slug in the address. */
  before: string;
  onChange: (value: string) => void;
}

/** The last part of a public address, with the address that it makes (VAL-006, VAL-007). */
export function SlugField({ value, problem, error, before, onChange }: SlugFieldProps) {
  const t = useTranslations();
  const isRefused = error?.kind === 'conflict' || error?.kind === 'rejected';
  return (
    <TextField
      label={t('slugField.label')}
      value={value}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      error={problem ? t(`slugField.problem.${problem}`) : isRefused ? errorText(t, error) : null}
      help={
        <span dir="ltr" className="break-all">
          {before + value}
        </span>
      }
      onChange={onChange}
    />
  );
}
