import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { selectItem } from '../../machines/item/item.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { LibraryTrail } from '../library/trail-toolbar.tsx';

export function ItemToolbar() {
  const t = useTranslations('common');
  const item = useSelector(usePageRef<ItemRef>(), selectItem);
  return <LibraryTrail name={item && (item.media.metadata.title || t('untitled'))} />;
}
