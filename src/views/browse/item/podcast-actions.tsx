import { useSelector } from '@xstate/react';
import { Circle, CircleCheck, WandSparkles, Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectEpisodeToPlay, selectCanMark } from '../../../machines/browse/item/item.selectors.ts';
import { pickedEpisode, outlineOf } from '../../../machines/browse/episodes/episode.logic.ts';
import { episodesOf } from '../../../machines/browse/item/episodes.logic.ts';
import { selectIsAdmin } from '../../../machines/app/session/session.selectors.ts';
import { openEpisodeOf } from '../../../machines/playback/player/player.selectors.ts';
import { wholePodcast, type ShownPodcast } from '../../../machines/kit/shown-item.logic.ts';
import type { PodcastItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { PodcastEpisodeExpanded } from '../../../schemas/api/podcast-episode.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { useProgress } from '../../shared/use-progress.ts';
import { Button } from '../../ui/button.tsx';
import { entriesFrom, type MenuEntry } from '../../ui/menu-button.tsx';
import { PlayIcon } from '../../ui/player-icons.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { ItemMenu } from './item-menu.tsx';
import { useItemPlay } from './use-item-play.ts';

/** Plays the open episode, else the begun one, else the next one. */
export function PodcastActions({ item, title }: { item: ShownPodcast; title: string }) {
  const whole = wholePodcast(item);
  const matchEntries = useMatchEntries(whole);
  const markAllEntries = useMarkAllEntries(whole);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {whole ? <PlaySuggested item={whole} /> : <Skeleton className="h-12 w-56 rounded-full" />}
      <div className="flex flex-wrap items-center gap-2">
        {whole && <FindEpisodesButton item={whole} />}
        <ItemMenu item={item} title={title} more={[...matchEntries, ...markAllEntries]} />
      </div>
    </div>
  );
}

/** For administrators, where there is a feed. */
function useMatchEntries(item: PodcastItemExpanded | null): readonly MenuEntry[] {
  const t = useTranslations('matchEpisodes');
  const modals = useActorRefOf('modals');
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const feedUrl = item?.media.metadata.feedUrl?.trim();
  const episodes = item?.media.episodes.items ?? [];
  if (!item || !isAdmin || !feedUrl || episodes.length === 0) return [];
  const open = () => {
    const input = { podcast: outlineOf(item), feedUrl, episodes };
    modals.send({ type: 'modals.open', modal: 'matchEpisodes', input, tag: 'matchEpisodes' });
  };
  return [{ kind: 'action', id: 'match-episodes', label: t('open'), icon: <WandSparkles size={16} />, onSelect: open }];
}

/** The one that changes at least one episode. Asks first. */
function useMarkAllEntries(item: PodcastItemExpanded | null): readonly MenuEntry[] {
  const t = useTranslations('series');
  const selection = useActorRefOf('selection');
  const dayText = useDayText();
  const progress = useActorRefOf('progress');
  const canFinish = useSelector(progress, selectCanMark(item, true));
  const canUnfinish = useSelector(progress, selectCanMark(item, false));
  const markAll = (kind: 'finish' | 'unfinish') => () => {
    if (!item) return;
    const podcast = outlineOf(item);
    const picked = episodesOf(item).map((episode) => pickedEpisode(podcast, episode, dayText));
    selection.send({ type: 'selection.run', job: { kind, asks: true }, picked });
  };
  return entriesFrom([
    canFinish && {
      kind: 'action',
      id: 'finish-all',
      label: t('markFinished'),
      icon: <CircleCheck size={16} />,
      onSelect: markAll('finish'),
    },
    canUnfinish && {
      kind: 'action',
      id: 'unfinish-all',
      label: t('markUnfinished'),
      icon: <Circle size={16} />,
      onSelect: markAll('unfinish'),
    },
  ]);
}

function PlaySuggested({ item }: { item: PodcastItemExpanded }) {
  const openId = useSelector(useActorRefOf('player'), openEpisodeOf(item.id));
  const suggested = useSelector(useActorRefOf('progress'), selectEpisodeToPlay(item));
  const episode = episodesOf(item).find(({ id }) => id === openId) ?? suggested;
  return episode && <PlayEpisodeButton itemId={item.id} episode={episode} />;
}

function PlayEpisodeButton({ itemId, episode }: { itemId: string; episode: PodcastEpisodeExpanded }) {
  const t = useTranslations('item');
  const tCommon = useTranslations('common');
  const { isOpen, isPlaying, press } = useItemPlay(itemId, episode.id);
  const isBegun = (useProgress(itemId, episode.id)?.currentTime ?? 0) > 0 || isOpen;
  const title = episode.title || tCommon('untitled');
  return (
    <Button
      {...press}
      variant="primary"
      size="lg"
      icon={<PlayIcon isPlaying={isPlaying} size={20} />}
      className="max-w-full min-w-0 shrink! rounded-full! [&_span]:truncate"
    >
      <bdi>{isPlaying ? tCommon('pause') : isBegun ? t('continueEpisode', { title }) : t('playNext', { title })}</bdi>
    </Button>
  );
}

/** For administrators, where the podcast has a feed. */
function FindEpisodesButton({ item }: { item: PodcastItemExpanded }) {
  const t = useTranslations('findEpisodes');
  const modals = useActorRefOf('modals');
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const feedUrl = item.media.metadata.feedUrl?.trim();
  if (!isAdmin || !feedUrl) return null;
  const open = () => {
    const have = item.media.episodes.items.map(({ guid, enclosure }) => ({
      guid: guid ?? null,
      url: enclosure?.url ?? null,
    }));
    const input = { podcast: outlineOf(item), feedUrl, have };
    modals.send({ type: 'modals.open', modal: 'findEpisodes', input, tag: 'findEpisodes' });
  };
  return (
    <Button size="lg" aria-haspopup="dialog" icon={<Search size={18} />} onClick={open}>
      {t('open')}
    </Button>
  );
}
