import { Pencil, CircleCheck, Layers, ListMusic, ListEnd, ListMinus, ListStart } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectMayUpdate } from '../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { MenuEntry } from '../ui/menu-button.tsx';
import type { ListKind } from '../../machines/browse/media-lists/media-list.logic.ts';
import type { MediaRef } from '../../machines/kit/media.logic.ts';
import { selectIsOpen } from '../../machines/playback/player/player.selectors.ts';
import { waits } from '../../machines/playback/queue/queue.selectors.ts';
import { selectOtherPlayer } from '../../machines/app/tabs/other-player.selectors.ts';
import type { QueueItem } from '../../schemas/queue.ts';
import { entriesAround, useScope, type SelectionScope } from './selection-scope.ts';
import { useProgress } from './use-progress.ts';
import type { ListedItem } from '../../machines/app/modals/modal-inputs.protocol.ts';

/** Opens the dialog of an item; none without the right. `index`: its place in a list, for stepping. */
export function useEditEntries(
  itemId: string,
  title: string,
  index?: number,
): () => readonly Extract<MenuEntry, { kind: 'action' }>[] {
  const t = useTranslations('itemEdit');
  const session = useActorRefOf('session');
  const modals = useActorRefOf('modals');
  const scope = useScope();
  return () => {
    if (!selectMayUpdate(session.getSnapshot())) return [];
    const open = () => {
      const list = scope && index !== undefined ? itemsAround(scope, index, { id: itemId, title }) : [];
      modals.send({ type: 'modals.open', modal: 'itemEdit', input: { itemId, title, list }, tag: 'itemEdit' });
    };
    return [{ kind: 'action', id: 'edit', label: t('edit'), icon: <Pencil size={16} />, onSelect: open }];
  };
}

/** As far as they are loaded. */
export const itemsAround = (scope: SelectionScope, index: number, item: ListedItem) =>
  entriesAround(scope, index, item, (picked) => picked.map((one) => ({ id: one.id, title: one.item?.title ?? '' })));

export function useFinish(libraryItemId: string, episodeId: string | null, title: string) {
  const t = useTranslations('common');
  const progress = useActorRefOf('progress');
  const isFinished = useProgress(libraryItemId, episodeId)?.isFinished ?? false;
  const edit = { kind: isFinished ? 'unfinish' : 'finish' } as const;
  return {
    isFinished,
    label: t(isFinished ? 'markUnfinished' : 'markFinished'),
    toggle: () => progress.send({ type: 'progress.edit', media: { libraryItemId, episodeId }, edit, title }),
  };
}

export function useFinishEntry(libraryItemId: string, episodeId: string | null, title: string): MenuEntry {
  const { label, toggle } = useFinish(libraryItemId, episodeId, title);
  return { kind: 'action', id: 'finished', label, icon: <CircleCheck size={16} />, onSelect: toggle };
}

export interface AddableItem extends MediaRef {
  readonly libraryId: string;
  readonly title: string;
}

/** Opens the dialogs of collections and playlists. Collections hold only books, and need the right to update. */
export function useListEntries(): (item: AddableItem) => readonly MenuEntry[] {
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

/**
 * Adds to and removes from the queue. `make` returns null without sound. Call the result only while the menu is open.
 */
export function useQueueEntries(make: () => QueueItem | null): () => readonly MenuEntry[] {
  const t = useTranslations('queue');
  const queue = useActorRefOf('queue');
  const player = useActorRefOf('player');
  const otherPlayer = useActorRefOf('otherPlayer');
  return () => {
    const item = make();
    if (!item) return [];
    const add = (place: 'next' | 'last') => () => queue.send({ type: 'queue.add', items: [item], place });
    const next: MenuEntry = {
      kind: 'action',
      id: 'playNext',
      label: t('playNext'),
      icon: <ListStart size={16} />,
      onSelect: add('next'),
    };
    const last: MenuEntry = waits(item)(queue.getSnapshot())
      ? {
          kind: 'action',
          id: 'queueRemove',
          label: t('takeOut'),
          icon: <ListMinus size={16} />,
          onSelect: () => queue.send({ type: 'queue.remove', media: [item] }),
        }
      : { kind: 'action', id: 'queueAdd', label: t('add'), icon: <ListEnd size={16} />, onSelect: add('last') };
    const isOpen = selectIsOpen(player.getSnapshot()) || selectOtherPlayer(otherPlayer.getSnapshot()) !== null;
    return isOpen ? [next, last] : [last];
  };
}
