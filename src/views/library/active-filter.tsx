import { useTranslations } from 'use-intl';
import { Chip } from '../ui/chip.tsx';
import { useFilterText } from './use-filter-text.ts';

export function ActiveFilter({ filter, onClear }: { filter: string | null; onClear: () => void }) {
  const t = useTranslations('bookshelf');
  const text = useFilterText(filter);
  if (text === null) return null;
  return (
    <Chip removeLabel={t('clearFilter')} onRemove={onClear}>
      {text}
    </Chip>
  );
}
