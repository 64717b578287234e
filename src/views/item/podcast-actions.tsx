import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectEpisodeToPlay } from '../../machines/item/item.selectors.ts';
import { episodesOf } from '../../machines/item/episodes.logic.ts';
import { openEpisodeOf } from '../../machines/player/player.selectors.ts';
import { wholePodcast, type ShownPodcast } from '../../machines/library/shown-item.logic.ts';
import type { PodcastItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { PodcastEpisodeExpanded } from '../../schemas/api/podcast-episode.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { useProgress } from '../library/use-progress.ts';
import { Button } from '../ui/button.tsx';
import { PlayIcon } from '../ui/play-icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { FindEpisodesButton } from './find-episodes-button.tsx';
import { ItemMenu } from './item-menu.tsx';
import { useItemPlay } from './use-item-play.ts';

/** Plays the open episode of a podcast, else the one that was begun, else the next one; and the menu of the podcast. */
export function PodcastActions({ item, title }: { item: ShownPodcast; title: string }) {
  const whole = wholePodcast(item);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {whole ? <PlaySuggested item={whole} /> : <Skeleton className="h-12 w-56 rounded-full" />}
      {whole && <FindEpisodesButton item={whole} />}
      <ItemMenu item={item} title={title} />
    </div>
  );
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
