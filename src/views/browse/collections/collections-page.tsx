import { useSelector } from '@xstate/react';
import { Layers } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { CollectionsRef, Listed } from '../../../machines/browse/collections/collections.machine.ts';
import type { ListRef } from '../../../machines/kit/windowed-list/windowed-list.protocol.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { LEAST_COVERS, useCardWidth } from '../../shared/card-size.ts';
import { CollectionCard } from '../../shared/entity-cards.tsx';
import { ListPage } from '../../shared/list-page.tsx';
import { useCoverAspect } from '../../shared/use-library.ts';
import { COVER_RATIO } from '../../ui/cover-shape.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { CollectionsToolbar, NewListButton } from './collections-toolbar.tsx';

export const Toolbar = () => <CollectionsToolbar kind="collections" />;

export function Page() {
  const list = useSelector(usePageRef<CollectionsRef>(), ({ children }) => children.list);
  return list && <Collections list={list} />;
}

function Collections({ list }: { list: ListRef<Listed> }) {
  const t = useTranslations('collections');
  const aspect = useCoverAspect();
  const renderItem = useCallback(
    (list: Listed, { width, tabIndex }: CellPlace) =>
      'books' in list && <CollectionCard collection={list} aspect={aspect} width={width} tabIndex={tabIndex} />,
    [aspect],
  );
  return (
    <ListPage
      list={list}
      title={t('title')}
      heading={(library) => t('heading', { library })}
      label={t('title')}
      loadingLabel={t('loading')}
      empty={
        <EmptyState
          icon={<Layers size={26} />}
          message={t('empty')}
          detail={t('emptyDetail')}
          action={<NewListButton kind="collections" />}
        />
      }
      hasToolbar
      minWidth={Math.round(LEAST_COVERS * useCardWidth(aspect, 'shelf'))}
      ratio={COVER_RATIO[aspect] / 2}
      renderItem={renderItem}
    />
  );
}
