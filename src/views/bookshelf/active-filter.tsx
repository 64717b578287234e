import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { Chip } from '../ui/chip.tsx';
import { useFilterText } from './use-filter-text.ts';

/** The filter that is on, with a way to take it off. */
export function ActiveFilter() {
  const t = useTranslations('bookshelf');
  const page = usePageRef<BookshelfRef>();
  const text = useFilterText();
  if (text === null) return null;
  return <Chip removeLabel={t('clearFilter')} onRemove={() => page.send({ type: 'bookshelf.filter', filter: null })}>{text}</Chip>;
}
