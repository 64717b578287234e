import { useSelector } from '@xstate/react';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../../machines/browse/bookshelf/bookshelf.machine.ts';
import { selectIsAdmin, selectMayDelete } from '../../../machines/app/session/session.selectors.ts';
import { selectTotal } from '../../../machines/kit/windowed-list/windowed-list.selectors.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { Button } from '../../ui/button.tsx';

export function RemoveIssues() {
  const t = useTranslations('bookshelf');
  const session = useActorRefOf('session');
  const page = usePageRef<BookshelfRef>();
  const count =
    useSelector(
      useSelector(page, ({ context }) => context.list),
      selectTotal,
    ) ?? 0;
  const isAdmin = useSelector(session, selectIsAdmin);
  const mayDelete = useSelector(session, selectMayDelete);
  if (!isAdmin || !mayDelete || count === 0) return null;
  return (
    <Button size="sm" icon={<Trash2 size={15} />} onClick={() => page.send({ type: 'bookshelf.removeIssues', count })}>
      {t('removeIssues', { count })}
    </Button>
  );
}
