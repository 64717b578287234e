import { FileDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../../machines/browse/bookshelf/bookshelf.machine.ts';
import { useMenu, usePageRef } from '../../app/actors-context.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';

export function PodcastsMenu({ name }: { name: string }) {
  const t = useTranslations('bookshelf');
  const tCard = useTranslations('card');
  const page = usePageRef<BookshelfRef>();
  const menu = useMenu('bookshelf-more');
  return (
    <MenuButton
      {...menu}
      label={tCard('moreShort')}
      width={224}
      entries={[
        {
          kind: 'action',
          id: 'opml',
          label: t('saveOpml'),
          icon: <FileDown size={16} />,
          onSelect: () => page.send({ type: 'bookshelf.saveOpml', name }),
        },
      ]}
    />
  );
}
