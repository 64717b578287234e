import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { selectItem } from '../../machines/item/item.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { TrailToolbar } from '../library/trail-toolbar.tsx';
import { useCurrentLibrary } from '../library/use-library.ts';

/** The way back to the library, and the name of the item (BAR-034). */
export function ItemToolbar() {
  const t = useTranslations('common');
  const library = useCurrentLibrary();
  const item = useSelector(usePageRef<ItemRef>(), selectItem);
  return (
    <TrailToolbar
      back={library && { to: { name: 'bookshelf', libraryId: library.id }, text: library.name }}
      name={library && item && (item.media.metadata.title || t('untitled'))}
    />
  );
}
