import { useSelector } from '@xstate/react';
import { Funnel } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { selectQuery } from '../../machines/bookshelf/bookshelf.selectors.ts';
import type { Library } from '../../schemas/api/library.ts';
import { useMenu, usePageRef } from '../app/actors-context.tsx';
import { PopoverButton } from '../ui/popover-button.tsx';

const loadPanel = () => import('./filter-panel.tsx');
const FilterPanel = lazy(() => loadPanel().then((module) => ({ default: module.FilterPanel })));

/** The button of the filter menu. The menu's code comes when pointer or focus is on it. */
export function FilterMenu({ library }: { library: Library }) {
  const t = useTranslations('bookshelf');
  const { filter } = useSelector(usePageRef<BookshelfRef>(), selectQuery);
  const menu = useMenu('bookshelf-filter');
  return (
    <PopoverButton {...menu} label={t('filter')} icon={<Funnel size={18} fill={filter === null ? 'none' : 'currentColor'} />} width={288} onWarm={() => void loadPanel()}>
      <Suspense fallback={<div className="h-96" />}><FilterPanel library={library} onChosen={() => menu.onOpenChange(false)} /></Suspense>
    </PopoverButton>
  );
}
