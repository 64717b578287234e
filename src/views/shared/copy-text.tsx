import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { CopierRef } from '../../machines/kit/copier.machine.ts';
import { selectCopied } from '../../machines/kit/kit.selectors.ts';
import { CopyField } from '../ui/copy-field.tsx';

interface CopyTextProps {
  label: string;
  copyLabel: string;
  value: string;
  copier: CopierRef;
}

export function CopyText({ label, copyLabel, value, copier }: CopyTextProps) {
  const t = useTranslations('toasts');
  const copied = useSelector(copier, selectCopied);
  return (
    <CopyField
      label={label}
      value={value}
      copyLabel={copyLabel}
      copiedLabel={t('copied')}
      copied={copied === value}
      onCopy={(text) => copier.send({ type: 'copier.copy', text })}
    />
  );
}
