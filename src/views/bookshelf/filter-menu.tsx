import { useSelector } from '@xstate/react';
import { Funnel } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { selectQuery } from '../../machines/bookshelf/bookshelf.selectors.ts';
import type { Library } from '../../schemas/api/library.ts';
import { useMenu, usePageRef } from '../app/actors-context.tsx';
import { chunk } from '../ui/chunk.tsx';
import { PopoverButton } from '../ui/popover-button.tsx';

const filterPanel = chunk(async () => (await import('./filter-panel.tsx')).FilterPanel, <div className="h-96" />);

/** The button of the filter menu. The menu's code comes when pointer or focus is on it. */
export function FilterMenu({ library }: { library: Library }) {
  const t = useTranslations('bookshelf');
  const { filter } = useSelector(usePageRef<BookshelfRef>(), selectQuery);
  const menu = useMenu('bookshelf-filter');
  return (
    <PopoverButton {...menu} label={t('filter')} icon={<Funnel size={18} fill={filter === null ? 'none' : 'currentColor'} />} width={288} onWarm={filterPanel.preload}>
      <filterPanel.View library={library} onChosen={() => menu.onOpenChange(false)} />
    </PopoverButton>
  );
}
