import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

/** What is wrong with the files, and what that means (ITM-022). */
export function ItemAlerts({ item }: { item: Pick<LibraryItemExpanded, 'isMissing' | 'isInvalid'> }) {
  const t = useTranslations('item');
  if (!item.isMissing && !item.isInvalid) return null;
  return (
    <p role="alert" className="flex items-start gap-2.5 rounded-md bg-surface-2 px-4 py-3 text-sm text-warning">
      <TriangleAlert size={18} className="mt-px shrink-0" />
      {item.isMissing ? t('missingFiles') : t('invalidFiles')}
    </p>
  );
}
