import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { chapterAt, timelineTimes } from '../../../machines/playback/player/chapters.logic.ts';
import {
  isSameTimeline,
  selectChapters,
  selectDuration,
  selectJumps,
  selectPlayhead,
  selectRate,
  selectUsesChapterTrack,
  shownTimeline,
  type TimelineMedia,
} from '../../../machines/playback/player/player.selectors.ts';
import { lastPlace } from '../../../machines/playback/player/timeline.logic.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { formatClock, speakDuration } from '../../format/amounts.ts';
import { PositionLine } from './compact-parts.tsx';
import { RateMark } from './transport.tsx';
import { TimeSlider } from './time-slider.tsx';

export interface TimelineProps {
  /** For the full-screen player: the line of the chapter above that of the whole. */
  stacked?: boolean | undefined;
}

export function Timeline({ stacked = false }: TimelineProps) {
  const player = useActorRefOf('player');
  const duration = useSelector(player, selectDuration);
  const chapters = useSelector(player, selectChapters);
  const usesChapterTrack = useSelector(player, selectUsesChapterTrack);
  const rate = useSelector(player, selectRate);
  const jump = useSelector(player, (state) => selectJumps(state).forward);
  const line = (
    <MovingTimeline
      look={stacked ? 'stacked' : 'row'}
      media={{ chapters, duration, usesChapterTrack }}
      rate={rate}
      jump={jump}
    />
  );
  if (!stacked || chapters.length < 2) return line;
  return (
    <div className="flex flex-col">
      {!usesChapterTrack && (
        <MovingTimeline look="chapter" media={{ chapters, duration, usesChapterTrack: true }} rate={1} jump={jump} />
      )}
      {line}
      {usesChapterTrack && (
        <span className="mt-2 h-0.5 overflow-hidden rounded-full">
          <PositionLine />
        </span>
      )}
    </div>
  );
}

interface MovingTimelineProps {
  /** `chapter`: only the line. */
  look: 'row' | 'stacked' | 'chapter';
  media: TimelineMedia;
  rate: number;
  /** Seconds. */
  jump: number;
}

/** Rerenders only with visible changes of the playhead. */
function MovingTimeline({ look, media, rate, jump }: MovingTimelineProps) {
  const t = useTranslations('player');
  const locale = useLocale();
  const player = useActorRefOf('player');
  const playhead = useSelector(player, selectPlayhead);
  const { time, bufferedEnd, chapterIndex, ...span } = useSelector(playhead, shownTimeline(media), isSameTimeline);
  const { chapters, duration } = media;
  const isChapter = media.usesChapterTrack && chapters.length > 0;
  const { elapsed, length, remaining } = timelineTimes(span, time, rate, isChapter);
  const isWhole = span.start === 0 && span.end === duration;
  const chapter = chapters[chapterIndex];
  const position = t('position', { elapsed: speakDuration(elapsed, locale), total: speakDuration(length, locale) });
  const bubbleText = (seconds: number, level: number) => {
    const fine = level > 0 && t('seeksFine', { level: String(level) });
    const title = chapterAt(chapters, seconds + span.start)?.title;
    return [formatClock(isChapter ? seconds / rate : seconds), fine, title].filter(Boolean).join(' · ');
  };
  const slider = (
    <TimeSlider
      label={t(look === 'chapter' ? 'chapterTimeline' : 'timeline')}
      value={time - span.start}
      duration={span.end - span.start}
      last={lastPlace(span.end - span.start, rate)}
      bufferedEnd={Math.max(0, bufferedEnd - span.start)}
      marks={isWhole ? marksOf(chapters) : NO_MARKS}
      jump={jump}
      valueText={chapter ? t('positionInChapter', { position, number: chapterIndex + 1 }) : position}
      bubbleText={bubbleText}
      onScrub={(seconds) =>
        playhead.send({ type: 'playhead.scrubbed', time: seconds === null ? null : seconds + span.start })
      }
      onSeek={(seconds) => player.send({ type: 'player.seek', time: seconds + span.start })}
    />
  );
  if (look === 'chapter') return slider;
  const elapsedText = <time aria-label={t('elapsed')}>{formatClock(elapsed)}</time>;
  const remainingText = <time aria-label={t('remaining')}>{formatClock(-remaining)}</time>;
  const lengthText = <time aria-label={t('length')}>{formatClock(length)}</time>;
  if (look === 'stacked') {
    return (
      <div dir="ltr" className="flex flex-col text-sm text-ink-2 tabular-nums">
        {slider}
        <div className="grid grid-cols-3">
          {elapsedText}
          <span className="text-center text-ink-3">{lengthText}</span>
          <span className="text-end">
            {remainingText} <RateMark />
          </span>
        </div>
      </div>
    );
  }
  const room = formatClock(length).length;
  return (
    <div
      dir="ltr"
      className="flex h-6 items-center gap-3.5 text-xs text-ink-2 tabular-nums [contain:size_layout_style] touch:h-11"
    >
      <span className="shrink-0 text-end" style={{ minWidth: `${room}ch` }}>
        {elapsedText}
        <span className="text-ink-3 max-lg:hidden"> / {lengthText}</span>
      </span>
      {slider}
      <span className="shrink-0" style={{ minWidth: `${room + 1}ch` }}>
        {remainingText} <RateMark />
      </span>
    </div>
  );
}

const NO_MARKS: readonly number[] = [];
const marks = new WeakMap<object, readonly number[]>();

/** A stable list for the same chapters, so that marks do not rerender. */
function marksOf(chapters: readonly { readonly start: number }[]): readonly number[] {
  const known = marks.get(chapters) ?? chapters.map(({ start }) => start);
  marks.set(chapters, known);
  return known;
}
