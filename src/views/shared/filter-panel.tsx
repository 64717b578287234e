import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { ChevronLeft, Check, ChevronRight } from 'lucide-react';
import { useCallback, useMemo, type KeyboardEvent } from 'react';
import { filterOf, toFilterText } from '../../machines/browse/bookshelf/query.logic.ts';
import {
  filterGroupsOf,
  type FilterSubject,
  choiceSearch,
  choicesOf,
  isDataGroup,
} from '../../machines/browse/bookshelf/filters.logic.ts';
import type { FilterMenuRef } from '../../machines/browse/bookshelf/filter-menu.machine.ts';
import { selectFilterRights } from '../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import {
  selectFilterDataFailed,
  selectLibraryFilterData,
} from '../../machines/account/libraries/libraries.selectors.ts';
import { useCoarsePointer } from '../ui/media-query.ts';
import { downToGrid, FindField, typeToSearch } from '../ui/find-field.tsx';
import { FailedState } from '../ui/empty-state.tsx';
import { focusOnMount } from '../ui/focus.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { moveInList } from '../ui/roving.ts';
import { useFilterNames } from './filter-text.ts';

export interface FilterPanelProps {
  subject: FilterSubject;
  menu: FilterMenuRef;
  filter: string | null;
  onChoose: (filter: string | null) => void;
}

export function FilterPanel(props: FilterPanelProps) {
  const { menu, filter, onChoose } = props;
  const isInside = useSelector(menu, (snapshot) => snapshot.matches('values'));
  return isInside ? (
    <FilterValues menu={menu} filter={filter} onChoose={(group, value) => onChoose(toFilterText({ group, value }))} />
  ) : (
    <FilterGroups {...props} />
  );
}

function FilterGroups({ subject, menu, filter, onChoose }: FilterPanelProps) {
  const t = useTranslations('bookshelf');
  const { groupName } = useFilterNames();
  const rights = useSelector(
    useActorRefOf('session'),
    selectFilterRights,
    (one, other) => one.isAdmin === other.isAdmin && one.maySeeExplicit === other.maySeeExplicit,
  );
  const active = filterOf({ filter })?.group ?? null;
  const left = useSelector(menu, ({ context }) => context.group);
  const values = useSelector(useActorRefOf('libraries'), selectLibraryFilterData)?.values ?? null;
  return (
    <ul className="p-1">
      <li>
        <FilterRow
          label={t('everything')}
          chosen={active === null}
          takesFocus={left === ''}
          onPress={() => onChoose(null)}
        />
      </li>
      {filterGroupsOf(subject, rights).map(({ group, kind }) => (
        <li key={group}>
          {kind === 'flag' ? (
            <FilterRow
              label={groupName(group)}
              count={group === 'issues' ? values?.numIssues : undefined}
              chosen={active === group}
              onPress={() => onChoose(toFilterText({ group, value: null }))}
            />
          ) : (
            <FilterRow
              label={groupName(group)}
              count={isDataGroup(group) ? values?.[group].length : undefined}
              chosen={active === group}
              leadsOn
              takesFocus={group === left}
              onPress={() => menu.send({ type: 'filterMenu.enter', group })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** In rem: 44 px, the least size of a touch target. */
const ROW_REM = 2.75;

interface FilterValuesProps extends Pick<FilterPanelProps, 'menu' | 'filter'> {
  onChoose: (group: string, value: string) => void;
}

/**
 * The values of one group. The search box takes the focus except where a keyboard would open. Windowed (pitfall 36).
 */
function FilterValues({ menu, filter, onChoose }: FilterValuesProps) {
  const t = useTranslations('bookshelf');
  const { group, search } = useSelector(menu, ({ context }) => context);
  const isTouch = useCoarsePointer();
  const values = useSelector(useActorRefOf('libraries'), selectLibraryFilterData)?.values ?? null;
  const active = filterOf({ filter });
  const { groupName, choiceName } = useFilterNames();
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
          <NoChoices />
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

function NoChoices() {
  const t = useTranslations('bookshelf');
  const common = useTranslations('common');
  const libraries = useActorRefOf('libraries');
  const filterData = useSelector(libraries, selectLibraryFilterData);
  const hasFailed = useSelector(libraries, selectFilterDataFailed);
  return hasFailed ? (
    <FailedState
      message={t('choicesFailed')}
      retryLabel={common('retry')}
      onRetry={() => libraries.send({ type: 'libraries.retryFilterData' })}
    />
  ) : (
    <p role="status" className="p-4 text-center text-sm text-ink-2">
      {filterData ? t('noChoices') : common('loading')}
    </p>
  );
}

interface FilterRowProps {
  label: string;
  count?: number | undefined;
  chosen: boolean;
  leadsOn?: boolean;
  takesFocus?: boolean;
  tabIndex?: number;
  onPress: () => void;
}

function FilterRow({ label, count, chosen, leadsOn = false, takesFocus = false, tabIndex, onPress }: FilterRowProps) {
  const locale = useLocale();
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      ref={takesFocus ? focusOnMount : undefined}
      aria-pressed={leadsOn ? undefined : chosen}
      onClick={onPress}
      onKeyDown={(event) => {
        moveInList(event);
        typeInList(event);
        typeToSearch(event);
      }}
      className="flex h-9 w-full items-center gap-2 rounded-sm px-2.5 text-start text-sm text-ink hover:bg-surface-2 focus-visible:outline-offset-[-2px] touch:h-11"
    >
      <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
      {count !== undefined && (
        <span aria-hidden="true" className="text-xs text-ink-3 tabular-nums">
          {count.toLocaleString(locale)}
        </span>
      )}
      {chosen && <Check size={16} className="shrink-0 text-accent-text" />}
      {leadsOn && <ChevronRight size={16} className="shrink-0 text-ink-3 rtl:-scale-x-100" />}
    </button>
  );
}

/** As `onKeyDown` of the rows of a list: a letter focuses the next row that begins with it. */
function typeInList({ key, ctrlKey, altKey, metaKey, nativeEvent, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (!/^[\p{L}\p{N}]$/u.test(key) || ctrlKey || altKey || metaKey || nativeEvent.isComposing) return;
  const rows = [...(currentTarget.closest('ul, ol')?.querySelectorAll<HTMLElement>('button') ?? [])];
  const at = rows.indexOf(currentTarget);
  const begins = (row: HTMLElement) => row.textContent.toLowerCase().startsWith(key.toLowerCase());
  [...rows.slice(at + 1), ...rows.slice(0, at)].find(begins)?.focus();
}
