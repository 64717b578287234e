import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { momentOf, selectEpisodeCount, selectPreview } from '../../machines/podcasts/new-podcast.logic.ts';
import type { NewPodcastRef } from '../../machines/podcasts/new-podcast.machine.ts';
import type { FeedEpisode } from '../../schemas/api/podcast-feed.ts';
import { formatDuration } from '../format/duration.ts';
import { useDayText } from '../library/use-day-text.ts';
import { Dotted } from '../ui/dotted.tsx';

export function FeedPreview({ modal }: { modal: NewPodcastRef }) {
  const t = useTranslations('newPodcast');
  const episodes = useSelector(modal, selectPreview);
  const count = useSelector(modal, selectEpisodeCount);
  return (
    <section aria-labelledby="feed-preview">
      <h3 id="feed-preview" className="flex items-baseline gap-2 text-base font-semibold">
        {t('preview')} <span className="text-sm font-normal text-ink-3 tabular-nums">{t('count', { count })}</span>
      </h3>
      {episodes.length === 0 && <p className="py-2 text-sm text-ink-2">{t('noEpisodes')}</p>}
      <ul className="flex flex-col">
        {episodes.map((episode, index) => (
          <li key={index} className="flex flex-col gap-0.5 border-t border-line py-2">
            <p dir="auto" className="clamp-1 text-match text-sm font-medium text-ink">
              {episode.title || t('untitled')}
            </p>
            <p className="text-xs text-ink-3 tabular-nums">
              <Facts episode={episode} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ episode }: { episode: FeedEpisode }) {
  const t = useTranslations('newPodcast');
  const locale = useLocale();
  const dayText = useDayText();
  const { durationSeconds } = episode;
  const publishedAt = momentOf(episode);
  return (
    <Dotted>
      {publishedAt === null ? t('noDate') : dayText(publishedAt)}
      {durationSeconds != null && durationSeconds > 0 && formatDuration(durationSeconds, locale)}
    </Dotted>
  );
}
