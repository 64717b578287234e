import { useLocale, useTranslations } from 'use-intl';
import { lengthOf, type Episode } from '../../machines/browse/episodes/episode.logic.ts';
import { formatDuration } from '../format/amounts.ts';
import { Badge } from '../ui/badge.tsx';
import { Dotted } from '../ui/dotted.tsx';
import { Cover } from '../ui/cover.tsx';
import { useDayText } from './value-text.ts';
import { usePictures } from './use-library.ts';
import type { PodcastOutline } from '../../machines/browse/episodes/episode.logic.ts';

export function EpisodeFacts({
  episode,
  left,
  hidesDay = false,
}: {
  episode: Episode;
  left: string | null;
  hidesDay?: boolean | undefined;
}) {
  const t = useTranslations('item');
  const locale = useLocale();
  const dayText = useDayText();
  const length = lengthOf(episode);
  return (
    <Dotted>
      {!hidesDay && episode.publishedAt ? dayText(episode.publishedAt) : null}
      {left ?? (length > 0 && formatDuration(length, locale))}
      {episodeNumber(episode, t)}
    </Dotted>
  );
}

export function EpisodeBadge({ type }: { type: string | null | undefined }) {
  const t = useTranslations('item');
  return type === 'trailer' || type === 'bonus' ? <Badge>{t(type)}</Badge> : null;
}

/** Season and number as text; null without a number. `t`: texts of items. */
export function episodeNumber(
  { season, episode }: Pick<Episode, 'season' | 'episode'>,
  t: ReturnType<typeof useTranslations<'item'>>,
): string | null {
  if (season && episode) return t('seasonEpisode', { season, episode });
  if (season) return t('season', { season });
  return episode ? t('episode', { episode }) : null;
}

export function PodcastCover({ podcast, width }: { podcast: PodcastOutline; width: number }) {
  const t = useTranslations('card');
  const { coverOf } = usePictures();
  const { id, updatedAt, coverPath, title, author } = podcast;
  return (
    <Cover
      {...coverOf({ id, updatedAt, media: { coverPath } }, width)}
      aspect="square"
      width={width}
      title={title}
      author={author}
      invalidLabel={t('invalidCover')}
    />
  );
}
