import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { CollectionsRef } from '../../machines/collections/collections.machine.ts';
import { selectCollectionList } from '../../machines/collections/collections.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { ListToolbar } from '../library/list-toolbar.tsx';
import { ViewMenuButton } from '../library/view-menu-button.tsx';

export function CollectionsToolbar({ kind }: { kind: 'collections' | 'playlists' }) {
  const t = useTranslations(kind);
  const list = useSelector(usePageRef<CollectionsRef>(), selectCollectionList);
  return (
    list && (
      <ListToolbar list={list} counted={(count) => t('count', { count })}>
        <ViewMenuButton id={`${kind}-view`} />
      </ListToolbar>
    )
  );
}
