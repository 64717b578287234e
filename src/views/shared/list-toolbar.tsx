import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ListRef } from '../../machines/kit/windowed-list/windowed-list.protocol.ts';
import { selectTotal } from '../../machines/kit/windowed-list/windowed-list.selectors.ts';
import { Toolbar } from '../ui/app-bar.tsx';

interface ListToolbarProps {
  list: ListRef;
  counted: (count: number) => string;
  chosen?: ReactNode;
  children: ReactNode;
}

export function ListToolbar({ list, counted, chosen, children }: ListToolbarProps) {
  const total = useSelector(list, selectTotal);
  return (
    <CountToolbar count={total === null ? null : counted(total)} chosen={chosen}>
      {children}
    </CountToolbar>
  );
}

interface CountToolbarProps extends Pick<ListToolbarProps, 'chosen' | 'children'> {
  count: string | null;
}

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
