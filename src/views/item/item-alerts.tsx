import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ShownItem } from '../../machines/library/shown-item.logic.ts';

export function ItemAlerts({ item }: { item: Pick<ShownItem, 'isMissing' | 'isInvalid'> }) {
  const t = useTranslations('item');
  if (!item.isMissing && !item.isInvalid) return null;
  return (
    <p role="alert" className="flex items-start gap-2.5 rounded-md bg-surface-2 px-4 py-3 text-sm text-warning">
      <TriangleAlert size={18} className="mt-px shrink-0" />
      {item.isMissing ? t('missingFiles') : t('invalidFiles')}
    </p>
  );
}
