import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { choicesOf, filterOf, selectQuery } from '../../machines/bookshelf/bookshelf.selectors.ts';
import { selectLibraryFacts } from '../../machines/libraries/libraries.selectors.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { Chip } from '../ui/chip.tsx';
import { useFilterNames } from './filter-names.ts';

/** The filter that is on, with a way to take it off. */
export function ActiveFilter() {
  const t = useTranslations('bookshelf');
  const page = usePageRef<BookshelfRef>();
  const filter = filterOf(useSelector(page, selectQuery));
  const facts = useSelector(useActorRefOf('libraries'), selectLibraryFacts);
  const { groupName, choiceName } = useFilterNames();
  if (!filter) return null;
  const { group, value } = filter;
  const found = value === null ? null : choicesOf(group, facts?.filterData ?? null).find((choice) => choice.value === value);
  const text = value === null ? groupName(group) : t('filterIs', { group: groupName(group), value: choiceName(group, found ?? { value, name: null }) });
  return <Chip removeLabel={t('clearFilter')} onRemove={() => page.send({ type: 'bookshelf.filter', filter: null })}>{text}</Chip>;
}
