import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ListRef } from '../../machines/windowed-list/windowed-list.protocol.ts';
import { selectTotal } from '../../machines/windowed-list/windowed-list.selectors.ts';
import { Toolbar } from '../ui/app-bar.tsx';

interface ListToolbarProps {
  list: ListRef;
  /** Says how many entries the list has. */
  counted: (count: number) => string;
  /** The active filter. */
  chosen?: ReactNode;
  /** Filter, order, view. */
  children: ReactNode;
}

/** The toolbar of a windowed list: how many entries it has, and what changes which and how. */
export function ListToolbar({ list, counted, chosen, children }: ListToolbarProps) {
  const total = useSelector(list, selectTotal);
  return (
    <CountToolbar count={total === null ? null : counted(total)} chosen={chosen}>
      {children}
    </CountToolbar>
  );
}

interface CountToolbarProps extends Pick<ListToolbarProps, 'chosen' | 'children'> {
  /** How many entries there are, in words; null while that is not known. */
  count: string | null;
}

/** The toolbar of a list (BAR-034). */
export function CountToolbar({ count, chosen, children }: CountToolbarProps) {
  const t = useTranslations('bookshelf');
  return (
    <Toolbar
      label={t('toolbar')}
      start={
        <p role="status" className="shrink-0 text-sm text-ink-2 tabular-nums">
          {count}
        </p>
      }
      chosen={chosen}
      end={children}
    />
  );
}
