import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { filterGroupsOf, filterOf, selectFilterMenu, selectQuery, toFilterText } from '../../machines/bookshelf/bookshelf.selectors.ts';
import type { FilterMenuRef } from '../../machines/bookshelf/filter-menu.machine.ts';
import { selectFilterRights } from '../../machines/session/session.selectors.ts';
import type { Library } from '../../schemas/api/library.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { FilterRow } from './filter-row.tsx';
import { FilterValues } from './filter-values.tsx';
import { useFilterNames } from './filter-names.ts';

export interface FilterPanelProps {
  library: Library;
  /** A filter was chosen: the menu closes. */
  onChosen: () => void;
}

/** The two levels of the filter menu: groups, then the values of one (areas 28.1). */
export function FilterPanel({ library, onChosen }: FilterPanelProps) {
  const page = usePageRef<BookshelfRef>();
  const menu = useSelector(page, selectFilterMenu);
  const isInside = useSelector(menu, (snapshot) => snapshot.matches('values'));
  const choose = (filter: string | null) => {
    page.send({ type: 'bookshelf.filter', filter });
    onChosen();
  };
  return isInside
    ? <FilterValues menu={menu} onChoose={(group, value) => choose(toFilterText(value === 'no-series' ? { group: 'series', value } : { group, value }))} />
    : <FilterGroups library={library} menu={menu} onChoose={choose} />;
}

function FilterGroups({ library, menu, onChoose }: { library: Library; menu: FilterMenuRef; onChoose: (filter: string | null) => void }) {
  const t = useTranslations('bookshelf');
  const { groupName } = useFilterNames();
  const query = useSelector(usePageRef<BookshelfRef>(), selectQuery);
  const rights = useSelector(useActorRefOf('session'), selectFilterRights, (one, other) => one.isAdmin === other.isAdmin && one.maySeeExplicit === other.maySeeExplicit);
  const active = filterOf(query)?.group ?? null;
  return (
    <ul className="p-1">
      <li><FilterRow label={t('everything')} chosen={active === null} onPress={() => onChoose(null)} /></li>
      {filterGroupsOf(library.mediaType, rights).map(({ group, kind }) => (
        <li key={group}>
          {kind === 'flag'
            ? <FilterRow label={groupName(group)} chosen={active === group} onPress={() => onChoose(toFilterText({ group, value: null }))} />
            : <FilterRow label={groupName(group)} chosen={active === group} leadsOn onPress={() => menu.send({ type: 'filterMenu.enter', group })} />}
        </li>
      ))}
    </ul>
  );
}
