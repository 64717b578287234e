import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { outlineOfLatest, podcastOfLatest } from '../../../machines/browse/episodes/episode.logic.ts';
import { dayOf, nearDay } from '../../../machines/browse/episodes/latest.logic.ts';
import type { ListRef } from '../../../machines/kit/windowed-list/windowed-list.protocol.ts';
import { slotSelector } from '../../../machines/kit/windowed-list/windowed-list.selectors.ts';
import { formatByPattern } from '../../../machines/kit/moment.logic.ts';
import type { LatestEpisode } from '../../../schemas/api/podcast-lists.ts';
import { useActorRefOf, useLinkTo } from '../../app/actors-context.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { PodcastCover } from '../../shared/episode-facts.tsx';
import { AppLink } from '../../ui/links.tsx';
import { EpisodeRow } from '../../shared/episode-row.tsx';

/** CSS pixels. */
const COVER = 56;

interface ListedRowProps {
  episode: LatestEpisode;
  index: number;
  tabIndex: number;
  onPlay: () => void;
}

export function ListedRow({ list, ...row }: ListedRowProps & { list: ListRef<LatestEpisode> }) {
  const before = useSelector(list, slotSelector(row.index - 1));
  return <LatestRow {...row} before={before ?? null} />;
}

/** With its day, where that begins here. `before`: the row above. */
export function LatestRow({
  episode,
  index,
  tabIndex,
  onPlay,
  before,
}: ListedRowProps & { before: LatestEpisode | null }) {
  const linkTo = useLinkTo();
  const modals = useActorRefOf('modals');
  const podcast = outlineOfLatest(episode);
  const isFirst = index === 0 || dayOf(before?.publishedAt) !== dayOf(episode.publishedAt);
  const day = isFirst ? (episode.publishedAt ?? null) : null;
  const open = () => {
    const input = { podcast, episodeId: episode.id, known: episode };
    modals.send({ type: 'modals.open', modal: 'episode', input, tag: 'episode' });
  };
  return (
    <EpisodeRow
      podcast={podcast}
      episode={episode}
      index={index}
      tabIndex={tabIndex}
      onOpen={open}
      onPlay={onPlay}
      hidesDay={day !== null}
      overline={
        <AppLink
          {...linkTo({ name: 'item', id: podcast.id }, podcastOfLatest(episode))}
          tabIndex={-1}
          dir="auto"
          className="z-2 truncate self-start text-match text-xs text-ink-2 no-underline hover:text-ink hover:underline"
        >
          {podcast.title}
        </AppLink>
      }
      lead={
        <>
          <DayMark moment={day} />
          <span className="block w-14 shrink-0 max-sm:hidden">
            <PodcastCover podcast={podcast} width={COVER} />
          </span>
        </>
      }
    />
  );
}

/** The day that begins with a row; without one the same space. */
function DayMark({ moment }: { moment: number | null }) {
  const t = useTranslations('episodes');
  const locale = useLocale();
  const dayText = useDayText();
  if (moment === null) return <span className="w-16 shrink-0 max-sm:w-9" />;
  const near = nearDay(moment);
  const word = near && t(near);
  return (
    <h2 className="flex w-16 shrink-0 flex-col max-sm:w-9" aria-label={word ?? dayText(moment)}>
      <span aria-hidden="true" className="text-xl leading-tight font-semibold text-ink tabular-nums">
        {new Date(moment).getDate()}
      </span>
      <span aria-hidden="true" className="text-xs text-ink-2 max-sm:truncate">
        {word ?? formatByPattern(moment, 'MMM', locale)}
      </span>
      {isOtherYear(moment) && (
        <span aria-hidden="true" className="text-xs text-ink-3 tabular-nums">
          {new Date(moment).getFullYear()}
        </span>
      )}
    </h2>
  );
}

const isOtherYear = (moment: number): boolean => new Date(moment).getFullYear() !== new Date().getFullYear();
