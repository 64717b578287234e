import { useSelector } from '@xstate/react';
import { ListMusic } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { CollectionsRef } from '../../machines/collections/collections.machine.ts';
import { selectCollectionList } from '../../machines/collections/collections.selectors.ts';
import type { ListRef } from '../../machines/windowed-list/windowed-list.protocol.ts';
import type { Playlist } from '../../schemas/api/media-lists.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCardWidth } from '../library/card-size.ts';
import { ListPage } from '../library/list-page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { CollectionsToolbar } from './collections-toolbar.tsx';
import { PlaylistCard } from './playlist-card.tsx';

export const Toolbar = () => <CollectionsToolbar kind="playlists" />;

export function Page() {
  const t = useTranslations('playlists');
  const list = useSelector(usePageRef<CollectionsRef>(), selectCollectionList);
  const minWidth = useCardWidth('square', 'grid');
  return (
    list && (
      <ListPage
        // The page of the collections, with playlists in its list.
        list={list as unknown as ListRef<Playlist>}
        title={t('title')}
        heading={(library) => t('heading', { library })}
        label={t('title')}
        loadingLabel={t('loading')}
        empty={<EmptyState icon={<ListMusic size={26} />} message={t('empty')} detail={t('emptyDetail')} />}
        hasToolbar
        minWidth={minWidth}
        ratio={1}
        renderItem={renderItem}
      />
    )
  );
}

const renderItem = (playlist: Playlist, { width, tabIndex }: CellPlace) => (
  <PlaylistCard playlist={playlist} width={width} tabIndex={tabIndex} />
);
