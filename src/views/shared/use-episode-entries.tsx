import { Pencil, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useSelector } from '@xstate/react';
import { pickedEpisode, type Episode, previewOf } from '../../machines/browse/episodes/episode.logic.ts';
import { selectMayDelete, selectMayUpdate } from '../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { entriesFrom, type MenuEntry } from '../ui/menu-button.tsx';
import { playStateOf } from '../../machines/playback/player/player.selectors.ts';
import { entriesAround, useScope, type SelectionScope } from './selection-scope.ts';
import { useDayText } from './value-text.ts';
import type { PodcastOutline } from '../../machines/browse/episodes/episode.logic.ts';
import type { ListedEpisode } from '../../machines/app/modals/modal-inputs.protocol.ts';

/** Edits and removes an episode; none without the right. `index`: its place in a list, for stepping. */
export function useEpisodeEntries(podcast: PodcastOutline, episode: Episode, index?: number) {
  const tEdit = useTranslations('itemEdit');
  const tSelection = useTranslations('selection.actions');
  const session = useActorRefOf('session');
  const modals = useActorRefOf('modals');
  const selection = useActorRefOf('selection');
  const dayText = useDayText();
  const scope = useScope();
  return (): readonly MenuEntry[] => {
    const snapshot = session.getSnapshot();
    const edit = () => {
      const own = { libraryItemId: podcast.id, episodeId: episode.id, title: episode.title };
      const list = scope && index !== undefined ? episodesAround(scope, index, own) : [];
      modals.send({ type: 'modals.open', modal: 'editEpisode', input: { ...own, list }, tag: 'editEpisode' });
    };
    const remove = () => {
      const picked = [pickedEpisode(podcast, episode, dayText)];
      selection.send({ type: 'selection.run', job: { kind: 'delete', hard: null }, picked });
    };
    return entriesFrom([
      selectMayUpdate(snapshot) && {
        kind: 'action',
        id: 'edit',
        label: tEdit('edit'),
        icon: <Pencil size={16} />,
        onSelect: edit,
      },
      selectMayDelete(snapshot) && {
        kind: 'action',
        id: 'delete',
        label: tSelection('delete'),
        icon: <Trash2 size={16} />,
        tone: 'danger',
        onSelect: remove,
      },
    ]);
  };
}

const episodesAround = (scope: SelectionScope, index: number, own: ListedEpisode) =>
  entriesAround(scope, index, own, ([one]) => {
    const { libraryItemId, episodeId = null, title } = one?.item ?? {};
    return libraryItemId === undefined || title === undefined || episodeId === null
      ? null
      : [{ libraryItemId, episodeId, title }];
  });

interface EpisodePlay {
  readonly isOpen: boolean;
  /** It sounds, or is about to: a press pauses it. */
  readonly isPlaying: boolean;
  readonly press: { readonly onClick: () => void; readonly onPointerEnter: () => void };
}

/** Plays an episode from its media progress, and pauses it. */
export function useEpisodePlay(podcast: PodcastOutline, episode: Episode): EpisodePlay {
  const player = useActorRefOf('player');
  const media = { libraryItemId: podcast.id, episodeId: episode.id };
  const state = useSelector(player, playStateOf(podcast.id, episode.id));
  return {
    isOpen: state !== 'none',
    isPlaying: state === 'playing',
    press: {
      onClick: () => player.send({ type: 'player.playOrPause', ...media, preview: previewOf(podcast, episode) }),
      onPointerEnter: () => player.send({ type: 'player.prefetch' }),
    },
  };
}
