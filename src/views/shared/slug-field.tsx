import { useTranslations } from 'use-intl';
import type { SlugProblem } from '../../machines/kit/slug.logic.ts';
import { TextField } from '../ui/text-field.tsx';

interface SlugFieldProps {
  value: string;
  problem: SlugProblem | undefined;
  before: string;
  onChange: (value: string) => void;
}

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
