import { useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { CollectionsRef } from '../../../machines/browse/collections/collections.machine.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { selectTotal } from '../../../machines/kit/windowed-list/windowed-list.selectors.ts';
import { ListToolbar } from '../../shared/list-toolbar.tsx';
import { ViewMenuButton } from '../../shared/view-menu-button.tsx';
import { selectMayUpdate } from '../../../machines/app/session/session.selectors.ts';
import { Button, type ButtonSize } from '../../ui/button.tsx';

type Kind = 'collections' | 'playlists';

export function CollectionsToolbar({ kind }: { kind: Kind }) {
  const t = useTranslations(kind);
  const list = useSelector(usePageRef<CollectionsRef>(), ({ children }) => children.list);
  const total = useSelector(list ?? undefined, (snapshot) => (snapshot ? (selectTotal(snapshot) ?? 0) : 0));
  return (
    list && (
      <ListToolbar list={list} counted={(count) => t('count', { count })}>
        {total > 0 && <NewListButton kind={kind} size="sm" />}
        <ViewMenuButton id={`${kind}-view`} />
      </ListToolbar>
    )
  );
}

/** Collections need the right to update. An empty page has it below its text. */
export function NewListButton({ kind, size }: { kind: Kind; size?: ButtonSize }) {
  const t = useTranslations('mediaLists.startNew');
  const page = usePageRef<CollectionsRef>();
  const mayUpdate = useSelector(useActorRefOf('session'), selectMayUpdate);
  if (kind === 'collections' && !mayUpdate) return null;
  return (
    <Button size={size} icon={<Plus size={16} />} onClick={() => page.send({ type: 'collections.startNew' })}>
      {t('button', { kind })}
    </Button>
  );
}
