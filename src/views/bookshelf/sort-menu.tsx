import { useSelector } from '@xstate/react';
import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { selectQuery, sortsOf } from '../../machines/bookshelf/bookshelf.selectors.ts';
import type { MediaType } from '../../schemas/api/common.ts';
import { useMenu, usePageRef } from '../app/actors-context.tsx';
import { MenuButton } from '../ui/menu-button.tsx';

/** The order of the shelf. The key that is on already turns the direction round (areas 28.1). */
export function SortMenu({ mediaType }: { mediaType: MediaType }) {
  const t = useTranslations('bookshelf');
  const page = usePageRef<BookshelfRef>();
  const { sort, desc, filter } = useSelector(page, selectQuery);
  const menu = useMenu('bookshelf-sort');
  const direction = desc ? t('descending') : t('ascending');
  const nameOf = (key: string) => (t.has(`sorts.${key}` as 'sorts.size') ? t(`sorts.${key}` as 'sorts.size') : key);
  return (
    <MenuButton
      {...menu}
      width={232}
      label={t('sortedBy', { key: nameOf(keyName(sort)), direction })}
      icon={desc ? <ArrowDownWideNarrow size={18} /> : <ArrowUpNarrowWide size={18} />}
      entries={sortsOf(mediaType, filter).map((key) => ({
        kind: 'check' as const,
        id: key,
        label: key === sort ? t('sortEntry', { key: nameOf(keyName(key)), direction }) : nameOf(keyName(key)),
        checked: key === sort,
        onToggle: () => page.send({ type: 'bookshelf.sort', key }),
      }))}
    />
  );
}

/** `media.metadata.title` is `title` in the catalogue: its keys have no dots. */
function keyName(key: string): string {
  return key.split('.').at(-1) ?? key;
}
