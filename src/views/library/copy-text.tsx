import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { CopierRef } from '../../machines/kit/copier.machine.ts';
import { selectCopied } from '../../machines/kit/copier.selectors.ts';
import { CopyField } from '../ui/copy-field.tsx';

interface CopyTextProps {
  label: string;
  /** What the button does: 'Copy link'. */
  copyLabel: string;
  value: string;
  copier: CopierRef;
}

/** A text that is copied by a press. */
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
