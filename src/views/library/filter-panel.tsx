import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { filterOf, toFilterText } from '../../machines/bookshelf/query.logic.ts';
import { filterGroupsOf, type FilterSubject } from '../../machines/bookshelf/filters.logic.ts';
import type { FilterMenuRef } from '../../machines/bookshelf/filter-menu.machine.ts';
import { selectFilterRights } from '../../machines/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { FilterRow } from './filter-row.tsx';
import { FilterValues } from './filter-values.tsx';
import { useFilterNames } from './filter-names.ts';

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
              chosen={active === group}
              onPress={() => onChoose(toFilterText({ group, value: null }))}
            />
          ) : (
            <FilterRow
              label={groupName(group)}
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
