import { useSelector } from '@xstate/react';
import { Pause, Play } from 'lucide-react';
import { memo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { isUnderWay } from '../../machines/item/item.selectors.ts';
import { playStateOf } from '../../machines/player/player.selectors.ts';
import { selectDateFormat } from '../../machines/session/session.selectors.ts';
import type { PodcastItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { PodcastEpisodeExpanded } from '../../schemas/api/podcast-episode.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { formatByPattern } from '../format/date.ts';
import { formatDuration } from '../format/duration.ts';
import { useProgress } from '../library/use-progress.ts';
import { Badge } from '../ui/badge.tsx';
import { FinishedButton } from '../ui/finished-button.tsx';
import { htmlToText } from '../ui/html-text.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';

interface EpisodeRowProps {
  item: PodcastItemExpanded;
  episode: PodcastEpisodeExpanded;
  tabIndex: number;
}

/** One episode: play it, what it is about, how far one is. */
export const EpisodeRow = memo(function EpisodeRow({ item, episode, tabIndex }: EpisodeRowProps) {
  const t = useTranslations('item');
  const tCard = useTranslations('card');
  const locale = useLocale();
  const page = usePageRef<ItemRef>();
  const player = useActorRefOf('player');
  const pattern = useSelector(useActorRefOf('session'), selectDateFormat);
  const progress = useProgress(item.id, episode.id);
  const state = useSelector(player, playStateOf(item.id, episode.id));
  const title = episode.title || tCard('untitled');
  const isPlaying = state === 'playing';
  const isFinished = progress?.isFinished ?? false;
  const duration = episode.duration ?? 0;
  const left = isUnderWay(progress) ? duration - (progress?.currentTime ?? 0) : null;
  const press = () => {
    if (state === 'none') page.send({ type: 'item.play', episodeId: episode.id });
    else player.send({ type: 'player.toggle' });
  };
  const facts = [
    numberOf(episode, t),
    episode.publishedAt ? formatByPattern(episode.publishedAt, pattern, locale) : null,
    left === null ? (duration > 0 ? formatDuration(duration, locale) : null) : t('left', { time: formatDuration(left, locale) }),
  ].filter((fact) => fact !== null);
  return (
    <div className="flex h-full items-start gap-3 border-t border-line py-3">
      <IconButton
        round
        variant={isPlaying ? 'accent' : 'solid'}
        label={isPlaying ? t('pauseEpisode', { title }) : t('playEpisode', { title })}
        tabIndex={tabIndex}
        icon={isPlaying ? <Pause size={18} fill="currentColor" /> : <Play size={18} fill="currentColor" className="translate-x-px" />}
        onClick={press}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 dir="auto" className="flex items-center gap-2 text-match text-base font-medium text-ink">
          <span className="truncate">{title}</span>
          {episode.episodeType === 'trailer' && <Badge>{t('trailer')}</Badge>}
          {episode.episodeType === 'bonus' && <Badge>{t('bonus')}</Badge>}
        </h3>
        {episode.description && <p dir="auto" className="clamp-2 text-match text-sm text-ink-2">{htmlToText(episode.description)}</p>}
        <p className="text-xs text-ink-3 tabular-nums">{facts.join(' · ')}</p>
        {left !== null && <ProgressLine value={progress?.progress ?? 0} className="max-w-56" />}
      </div>
      <FinishedButton
        finished={isFinished}
        label={isFinished ? t('markUnfinished') : t('markFinished')}
        onToggle={() => page.send({ type: 'item.toggleFinished', episodeId: episode.id, shown: progress })}
      />
    </div>
  );
});

function numberOf({ season, episode }: PodcastEpisodeExpanded, t: ReturnType<typeof useTranslations<'item'>>): string | null {
  if (season && episode) return t('seasonEpisode', { season, episode });
  if (season) return t('season', { season });
  return episode ? t('episode', { episode }) : null;
}
