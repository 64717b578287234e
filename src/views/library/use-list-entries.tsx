import { Layers, ListMusic } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ListKind } from '../../machines/media-lists/media-list.logic.ts';
import type { MediaRef } from '../../machines/player/player.protocol.ts';
import { selectMayUpdate } from '../../machines/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';

export interface ListedItem extends MediaRef {
  readonly libraryId: string;
  readonly title: string;
}

/** Opens the dialogs of collections and playlists. Collections hold only books, and need the right to update. */
export function useListEntries(): (item: ListedItem) => readonly MenuEntry[] {
  const t = useTranslations('mediaLists');
  const session = useActorRefOf('session');
  const modals = useActorRefOf('modals');
  return ({ libraryItemId, episodeId, libraryId, title }) => {
    const open = (kind: ListKind) => () => {
      const input = { kind, libraryId, title, items: [{ libraryItemId, episodeId }] };
      modals.send({ type: 'modals.open', modal: 'addToList', input, tag: kind });
    };
    const playlist: MenuEntry = {
      kind: 'action',
      id: 'addToPlaylist',
      label: t('addToPlaylist'),
      icon: <ListMusic size={16} />,
      onSelect: open('playlist'),
    };
    if (episodeId !== null || !selectMayUpdate(session.getSnapshot())) return [playlist];
    const collection: MenuEntry = {
      kind: 'action',
      id: 'addToCollection',
      label: t('addToCollection'),
      icon: <Layers size={16} />,
      onSelect: open('collection'),
    };
    return [collection, playlist];
  };
}
