import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectPinched } from '../../machines/reader/reader.selectors.ts';

export function PinchSize({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const size = useSelector(reader, selectPinched);
  if (size === null) return null;
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-6 mx-auto w-fit rounded-full border border-line bg-surface-2 px-4 py-2 text-lg font-semibold text-ink tabular-nums shadow-lg"
    >
      {t('percent', { value: size })}
    </p>
  );
}
