import { useSelector } from '@xstate/react';
import { ChevronLeft, Search } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { choicesOf, filterOf, findChoices, selectQuery } from '../../machines/bookshelf/bookshelf.selectors.ts';
import type { FilterMenuRef } from '../../machines/bookshelf/filter-menu.machine.ts';
import { selectLackFacts, selectLibraryFacts } from '../../machines/libraries/libraries.selectors.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { FailedState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { VirtualGrid } from '../ui/virtual-grid.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { FilterRow } from './filter-row.tsx';
import { useFilterNames } from './filter-names.ts';

/** Height of a row, in rem: 44 px, so that a finger hits it. */
const ROW_REM = 2.75;

/** The values of one group with a search box. Twenty thousand authors are as quick as ten (pitfall 36). */
export function FilterValues({ menu, onChoose }: { menu: FilterMenuRef; onChoose: (group: string, value: string) => void }) {
  const t = useTranslations('bookshelf');
  const common = useTranslations('common');
  const scroller = useRef<HTMLDivElement>(null);
  const { group, search } = useSelector(menu, ({ context }) => context);
  const libraries = useActorRefOf('libraries');
  const facts = useSelector(libraries, selectLibraryFacts);
  const lackFacts = useSelector(libraries, selectLackFacts);
  const active = filterOf(useSelector(usePageRef<BookshelfRef>(), selectQuery));
  const { groupName, choiceName } = useFilterNames();
  const choices = findChoices(choicesOf(group, facts?.filterData ?? null), search, (choice) => choiceName(group, choice));
  const renderRow = useCallback(({ index, tabIndex }: CellPlace) => {
    const choice = choices[index];
    if (!choice) return null;
    return <FilterRow label={choiceName(group, choice)} chosen={active?.group === group && active.value === choice.value} tabIndex={tabIndex} onPress={() => onChoose(group, choice.value)} />;
  }, [choices, choiceName, group, active, onChoose]);
  return (
    <div className="flex h-96 flex-col">
      <div className="flex items-center gap-1 border-b border-line p-1">
        <IconButton size="sm" label={t('backToGroups')} icon={<ChevronLeft size={18} className="rtl:-scale-x-100" />} onClick={() => menu.send({ type: 'filterMenu.back' })} />
        <TextField
          quiet
          type="search"
          label={t('searchIn', { group: groupName(group) })}
          labelHidden
          placeholder={groupName(group)}
          startIcon={<Search size={16} />}
          value={search}
          onChange={(text) => menu.send({ type: 'filterMenu.search', text })}
          className="flex-1"
        />
      </div>
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
        {choices.length === 0
          ? lackFacts
            ? <FailedState message={t('choicesFailed')} retryLabel={common('retry')} onRetry={() => libraries.send({ type: 'libraries.retryFacts' })} />
            : <p role="status" className="p-4 text-center text-sm text-ink-2">{facts ? t('noChoices') : t('loadingChoices')}</p>
          : <VirtualGrid key={`${group}/${search}`} label={groupName(group)} count={choices.length} minCellWidth={10_000} gap={0} ratio={0} textRem={ROW_REM} overscan={4} scroller={scroller} renderCell={renderRow} onWindow={ignoreMove} />}
      </div>
    </div>
  );
}

/** Nothing is loaded as one scrolls: all values are there. */
function ignoreMove(): void {}
