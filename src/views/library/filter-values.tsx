import { useSelector } from '@xstate/react';
import { ChevronLeft } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { filterOf } from '../../machines/bookshelf/query.logic.ts';
import { choiceSearch, choicesOf } from '../../machines/bookshelf/filters.logic.ts';
import type { FilterMenuRef } from '../../machines/bookshelf/filter-menu.machine.ts';
import { selectFilterDataFailed, selectLibraryFilterData } from '../../machines/libraries/libraries.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { useCoarsePointer } from '../ui/coarse-pointer.ts';
import { downToGrid } from '../ui/down-to-grid.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { FindField } from '../ui/find-field.tsx';
import { focusOnMount } from '../ui/focus-on-mount.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { FilterRow } from './filter-row.tsx';
import { useFilterNames } from './filter-names.ts';

/** In rem: 44 px, the least size of a touch target. */
const ROW_REM = 2.75;

/**
 * The values of one group. The search box takes the focus except where a keyboard would open. Windowed (pitfall 36).
 */
export function FilterValues({
  menu,
  filter,
  onChoose,
}: {
  menu: FilterMenuRef;
  filter: string | null;
  onChoose: (group: string, value: string) => void;
}) {
  const t = useTranslations('bookshelf');
  const common = useTranslations('common');
  const { group, search } = useSelector(menu, ({ context }) => context);
  const isTouch = useCoarsePointer();
  const libraries = useActorRefOf('libraries');
  const filterData = useSelector(libraries, selectLibraryFilterData);
  const filterDataFailed = useSelector(libraries, selectFilterDataFailed);
  const active = filterOf({ filter });
  const { groupName, choiceName } = useFilterNames();
  const values = filterData?.values ?? null;
  const find = useMemo(
    () => choiceSearch(choicesOf(group, values), (choice) => choiceName(group, choice)),
    [group, values, choiceName],
  );
  const choices = useMemo(() => find(search), [find, search]);
  const chosen = active?.group === group ? choices.findIndex(({ value }) => value === active.value) : -1;
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const choice = choices[index];
      if (!choice) return null;
      return (
        <FilterRow
          label={choiceName(group, choice)}
          chosen={active?.group === group && active.value === choice.value}
          tabIndex={tabIndex}
          onPress={() => onChoose(group, choice.value)}
        />
      );
    },
    [choices, choiceName, group, active, onChoose],
  );
  return (
    <div data-search="" className="flex h-96 max-h-[60dvh] flex-col">
      <div className="flex items-center gap-1 border-b border-line p-1 pe-2">
        <IconButton
          size="sm"
          ref={isTouch ? focusOnMount : undefined}
          label={t('backToGroups')}
          icon={<ChevronLeft size={18} className="rtl:-scale-x-100" />}
          onClick={() => menu.send({ type: 'filterMenu.back' })}
        />
        <FindField
          ref={isTouch ? undefined : focusOnMount}
          label={t('searchIn', { group: groupName(group) })}
          placeholder={groupName(group)}
          value={search}
          onChange={(text) => menu.send({ type: 'filterMenu.search', text })}
          onKeyDown={downToGrid}
          className="flex-1"
        />
      </div>
      <p role="status" className="sr-only">
        {choices.length > 0 && t('choiceCount', { count: choices.length })}
      </p>
      <div data-scroller="" className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
        {choices.length === 0 ? (
          filterDataFailed ? (
            <FailedState
              message={t('choicesFailed')}
              retryLabel={common('retry')}
              onRetry={() => libraries.send({ type: 'libraries.retryFilterData' })}
            />
          ) : (
            <p role="status" className="p-4 text-center text-sm text-ink-2">
              {filterData ? t('noChoices') : common('loading')}
            </p>
          )
        ) : (
          <VirtualList
            key={`${group}/${search}`}
            label={groupName(group)}
            count={choices.length}
            rowRem={ROW_REM}
            renderRow={renderRow}
            centre={chosen === -1 ? undefined : chosen}
          />
        )}
      </div>
    </div>
  );
}
