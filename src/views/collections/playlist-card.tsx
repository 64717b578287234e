import { useTranslations } from 'use-intl';
import { toMediaList } from '../../machines/media-lists/media-list.logic.ts';
import type { Playlist } from '../../schemas/api/media-lists.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { useCoverParts } from '../library/entity-cards.tsx';
import { MediaCard } from '../ui/media-card.tsx';
import { PlaylistCover } from '../ui/playlist-cover.tsx';

const TILES = 4;

/** `width` in CSS pixels. */
export function PlaylistCard({ playlist, width, tabIndex }: { playlist: Playlist; width: number; tabIndex: number }) {
  const t = useTranslations('mediaLists');
  const tCard = useTranslations('card');
  const linkTo = useLinkTo();
  const { entries, unreadable } = toMediaList(playlist);
  const parts = useCoverParts(
    entries.slice(0, TILES).map(({ item }) => item),
    width / 2,
  );
  return (
    <MediaCard
      {...linkTo({ name: 'playlist', id: playlist.id })}
      title={playlist.name}
      subtitle={t('items', { count: entries.length + unreadable })}
      tabIndex={tabIndex}
      cover={<PlaylistCover items={parts} width={width} invalidLabel={tCard('invalidCover')} />}
    />
  );
}
