import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { pickedEpisode, toQueue, type PodcastOutline } from '../../machines/browse/episodes/episode.logic.ts';
import { keyOf } from '../../machines/kit/media.logic.ts';
import { excerptOf } from '../../machines/browse/item/episodes.logic.ts';
import type { PodcastEpisodeExpanded } from '../../schemas/api/podcast-episode.ts';
import { QueueMenu } from './queue-menu.tsx';
import { useSelectPicked } from './selection-scope.ts';
import { useFinish } from './use-item-entries.tsx';
import { useDayText } from './value-text.ts';
import { useEpisodeEntries, useEpisodePlay } from './use-episode-entries.tsx';
import { useLeftText, useProgress, useShare } from './use-progress.ts';
import { cx } from '../ui/cx.ts';
import { FinishedButton } from '../ui/row-buttons.tsx';
import { useHot, useLongPress } from '../ui/pointer.ts';
import { htmlToText } from '../ui/html-text.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { PlayIcon } from '../ui/player-icons.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { SelectTick, type Selecting } from '../ui/media-card.tsx';
import { EpisodeBadge, EpisodeFacts } from './episode-facts.tsx';

/** Height of a row, in rem: title, two lines of description, facts. */
export const EPISODE_REM = 7.5;

export interface EpisodeRowProps {
  podcast: PodcastOutline;
  episode: PodcastEpisodeExpanded;
  index: number;
  tabIndex: number;
  onOpen: (episode: PodcastEpisodeExpanded) => void;
  /** Overrides playing. A press on a playing row pauses all the same. */
  onPlay?: (() => void) | undefined;
  lead?: ReactNode;
  hidesDay?: boolean | undefined;
  overline?: ReactNode;
}

/** One episode with a play button. A press elsewhere opens it. */
export const EpisodeRow = memo(function EpisodeRow({
  podcast,
  episode,
  index,
  tabIndex,
  onOpen,
  onPlay,
  lead,
  hidesDay,
  overline,
}: EpisodeRowProps) {
  const t = useTranslations('common');
  const dayText = useDayText();
  const play = useEpisodePlay(podcast, episode);
  const title = episode.title || t('untitled');
  const { hot, handlers } = useHot();
  const select = useSelectPicked(
    [keyOf({ libraryItemId: podcast.id, episodeId: episode.id })],
    () => [pickedEpisode(podcast, episode, dayText)],
    index,
    title,
  );
  const longPress = useLongPress(select && (() => select.onToggle(false)));
  const isPicking = select?.active ?? false;
  const pressKey = (event: KeyboardEvent) => {
    if (!select || event.key !== ' ' || !(event.shiftKey || isPicking)) return;
    event.preventDefault();
    select.onToggle(false);
  };
  const pressTitle = (event: MouseEvent) => {
    if (isPicking && select) select.onToggle(event.shiftKey);
    else onOpen(episode);
  };
  return (
    <div
      {...handlers}
      {...longPress}
      className={cx(
        'relative flex h-full items-start gap-3 border-t border-line py-3 touch:select-none touch:[-webkit-touch-callout:none]',
        select?.selected && 'rounded-sm outline-2 -outline-offset-2 outline-accent',
      )}
    >
      {lead}
      <PlayButton play={play} title={title} tabIndex={tabIndex} onPlay={onPlay} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {overline}
        <h3 dir="auto" className="flex items-center gap-2 text-match text-base font-medium">
          {/* One element in both modes: it keeps the focus. The whole row is its target. */}
          <button
            type="button"
            tabIndex={tabIndex}
            aria-haspopup={isPicking ? undefined : 'dialog'}
            aria-pressed={isPicking ? select?.selected : undefined}
            onClick={pressTitle}
            onKeyDown={pressKey}
            className={cx(
              overline ? 'clamp-1 max-sm:clamp-2' : 'clamp-1 phone:clamp-2',
              'min-w-0 text-start outline-none after:absolute after:inset-0 after:z-1 after:rounded-sm hover:underline focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
              play.isOpen ? 'text-accent-text' : 'text-ink',
            )}
          >
            {title}
          </button>
          <EpisodeBadge type={episode.episodeType} />
        </h3>
        <About episode={episode} isBelow={Boolean(overline)} />
        <FactLine podcast={podcast} episode={episode} hidesDay={hidesDay} />
      </div>
      <div className="z-2 flex shrink-0 gap-1 max-sm:-my-2 max-sm:flex-col max-sm:gap-0">
        {select && <PickSlot select={select} hot={hot} />}
        {!isPicking && <RowActions podcast={podcast} episode={episode} index={index} />}
      </div>
    </div>
  );
});

interface PlayButtonProps extends Pick<EpisodeRowProps, 'tabIndex' | 'onPlay'> {
  play: ReturnType<typeof useEpisodePlay>;
  title: string;
}

function PlayButton({ play: { isOpen, isPlaying, press }, title, tabIndex, onPlay }: PlayButtonProps) {
  const t = useTranslations('common');
  return (
    <IconButton
      {...press}
      {...(onPlay && !isOpen ? { onClick: onPlay } : {})}
      round
      variant={isPlaying ? 'accent' : 'solid'}
      label={t(isPlaying ? 'pauseTitle' : 'playTitle', { title })}
      tip={t(isPlaying ? 'pause' : 'play')}
      tabIndex={tabIndex}
      icon={<PlayIcon isPlaying={isPlaying} size={18} />}
      className="z-2"
    />
  );
}

function PickSlot({ select, hot }: { select: Selecting; hot: boolean }) {
  return (
    <span className={cx('grid size-10 place-items-center', !select.active && 'max-sm:hidden touch:hidden')}>
      {(hot || select.active) && (
        <SelectTick
          {...select}
          className="relative size-7 before:absolute before:-inset-2"
          unset="border-line-strong text-transparent hover:border-ink-2"
        />
      )}
    </span>
  );
}

/** `isBelow`: below another line, so shorter. */
function About({ episode, isBelow }: { episode: PodcastEpisodeExpanded; isBelow: boolean }) {
  const about = aboutOf(episode);
  if (!about) return null;
  return (
    <p
      dir="auto"
      className={cx('text-match text-sm text-ink-2', isBelow ? 'clamp-1 max-sm:hidden' : 'clamp-2 phone:clamp-1')}
    >
      {about}
    </p>
  );
}

function FactLine({ podcast, episode, hidesDay }: Pick<EpisodeRowProps, 'podcast' | 'episode' | 'hidesDay'>) {
  const isFinished = useProgress(podcast.id, episode.id)?.isFinished ?? false;
  const leftText = useLeftText(podcast.id, episode.id);
  const left = isFinished ? null : leftText;
  const share = useShare(podcast.id, episode.id);
  return (
    <p className="flex items-center gap-3 text-xs text-ink-3 tabular-nums">
      <span className="truncate">
        <EpisodeFacts episode={episode} left={left} hidesDay={hidesDay} />
      </span>
      {left !== null && <ProgressLine value={share} className="w-24 max-w-56 shrink-0 grow max-sm:w-12" />}
    </p>
  );
}

function RowActions({ podcast, episode, index }: Pick<EpisodeRowProps, 'podcast' | 'episode' | 'index'>) {
  const t = useTranslations('common');
  const dayText = useDayText();
  const media = { libraryItemId: podcast.id, episodeId: episode.id };
  const title = episode.title || t('untitled');
  const { isFinished, label, toggle } = useFinish(podcast.id, episode.id, title);
  const moreEntries = useEpisodeEntries(podcast, episode, index);
  return (
    <>
      <QueueMenu
        id={`${podcast.id}/${episode.id}`}
        item={{ ...media, libraryId: podcast.libraryId, title }}
        make={() => toQueue(podcast, episode, dayText)}
        more={moreEntries}
      />
      <FinishedButton finished={isFinished} label={label} onToggle={toggle} />
    </>
  );
}

function aboutOf({ subtitle, description }: PodcastEpisodeExpanded): string {
  const line = subtitle ? htmlToText(subtitle) : '';
  const notes = description ? excerptOf(htmlToText(description)) : '';
  return notes.startsWith(line) ? notes : [line, notes].filter(Boolean).join(' · ');
}
