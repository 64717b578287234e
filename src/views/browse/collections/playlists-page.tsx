import { useSelector } from '@xstate/react';
import { ListMusic } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { CollectionsRef, Listed } from '../../../machines/browse/collections/collections.machine.ts';
import { pendingNameOf } from '../../../machines/playback/pending-changes/pending-changes.selectors.ts';
import { useActorRefOf, usePageRef, useLinkTo } from '../../app/actors-context.tsx';
import { useCardWidth } from '../../shared/card-size.ts';
import { ListPage } from '../../shared/list-page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { toMediaList } from '../../../machines/browse/media-lists/media-list.logic.ts';
import { useCoverParts } from '../../shared/entity-cards.tsx';
import { MediaCard } from '../../ui/media-card.tsx';
import { PlaylistCover } from '../../ui/group-covers.tsx';
import { CollectionsToolbar, NewListButton } from './collections-toolbar.tsx';
import type { Playlist } from '../../../schemas/api/media-lists.ts';

export const Toolbar = () => <CollectionsToolbar kind="playlists" />;

export function Page() {
  const t = useTranslations('playlists');
  const list = useSelector(usePageRef<CollectionsRef>(), ({ children }) => children.list);
  const minWidth = useCardWidth('square', 'grid');
  return (
    list && (
      <ListPage
        list={list}
        title={t('title')}
        heading={(library) => t('heading', { library })}
        label={t('title')}
        loadingLabel={t('loading')}
        empty={
          <EmptyState
            icon={<ListMusic size={26} />}
            message={t('empty')}
            detail={t('emptyDetail')}
            action={<NewListButton kind="playlists" />}
          />
        }
        hasToolbar
        minWidth={minWidth}
        ratio={1}
        renderItem={renderItem}
      />
    )
  );
}

const renderItem = (list: Listed, { width, tabIndex }: CellPlace) =>
  'items' in list && <PlaylistCard playlist={list} width={width} tabIndex={tabIndex} />;

const TILES = 4;

/** `width` in CSS pixels. */
function PlaylistCard({ playlist, width, tabIndex }: { playlist: Playlist; width: number; tabIndex: number }) {
  const t = useTranslations('mediaLists');
  const tCard = useTranslations('card');
  const linkTo = useLinkTo();
  const pendingName = useSelector(useActorRefOf('pendingChanges'), pendingNameOf(playlist.id));
  const { entries, unreadable } = toMediaList(playlist);
  const parts = useCoverParts(
    entries.slice(0, TILES).map(({ item }) => item),
    width / 2,
  );
  return (
    <MediaCard
      {...linkTo({ name: 'playlist', id: playlist.id })}
      title={pendingName ?? playlist.name}
      subtitle={t('items', { count: entries.length + unreadable })}
      tabIndex={tabIndex}
      cover={<PlaylistCover items={parts} width={width} invalidLabel={tCard('invalidCover')} />}
    />
  );
}
