import { shallowEqual, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { timelineTimes } from '../../machines/player/chapters.logic.ts';
import {
  selectChapters,
  selectDuration,
  selectFailure,
  selectJumps,
  selectNowPlaying,
  selectPlayhead,
  selectRate,
  shownChapterIndex,
  shownTime,
} from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { formatClock } from '../format/clock.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { JumpIcon } from '../ui/jump-icon.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { CloseButton } from './close-button.tsx';
import { ItemCover, NowPlayingStatus, OrWaiting } from './now-playing.tsx';
import { PlayerFailure } from './player-failure.tsx';
import { PlayerNotice } from './player-notice.tsx';
import { RateMark } from './rate-mark.tsx';
import { PlayButton } from './transport.tsx';

/**
 * The player below the pages of a book (pitfall 39): its keys rest there, its buttons do not. `action`: what else one
 * can do about what plays.
 */
export function ReadingPlayer({ action }: { action: ReactNode }) {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const playing = useSelector(player, selectNowPlaying);
  const failure = useSelector(player, selectFailure);
  const { back, forward } = useSelector(player, selectJumps, shallowEqual);
  const jump = (direction: 'back' | 'forward', seconds: number) => (
    <IconButton
      label={t(direction === 'back' ? 'jumpBack' : 'jumpForward', { seconds })}
      icon={<JumpIcon direction={direction} seconds={seconds} size={24} />}
      tipSide="top"
      onClick={() => player.send({ type: direction === 'back' ? 'player.jumpBackward' : 'player.jumpForward' })}
    />
  );
  return (
    <div className="relative">
      <NowPlayingStatus />
      <PlayerNotice />
      <section
        aria-label={t('region')}
        className="relative flex h-14 items-center gap-3 border-t border-line bg-surface-1 px-3 short:h-11"
      >
        <Progress />
        {failure ? (
          <PlayerFailure failure={failure} />
        ) : (
          <>
            <ItemCover width={40} className="w-10 shrink-0 short:w-8" />
            <div className="flex min-w-0 flex-1 flex-col short:flex-row short:items-baseline short:gap-3">
              <p dir="auto" className="truncate text-match text-sm font-medium text-ink">
                {playing?.title}
              </p>
              <OrWaiting>
                <Position />
              </OrWaiting>
            </div>
          </>
        )}
        <div dir="ltr" className="flex shrink-0 items-center gap-1">
          {failure ? (
            <CloseButton />
          ) : (
            <>
              {action}
              {jump('back', back)}
              <PlayButton hasKey={false} />
              <span className="contents phone:hidden">{jump('forward', forward)}</span>
            </>
          )}
        </div>
      </section>
    </div>
  );
}

/** What is left of the item, and the chapter that plays. */
function Position() {
  const player = useActorRefOf('player');
  const duration = useSelector(player, selectDuration);
  const rate = useSelector(player, selectRate);
  const chapters = useSelector(player, selectChapters);
  const playhead = useSelector(player, selectPlayhead);
  const time = useSelector(playhead, shownTime(duration));
  const index = useSelector(playhead, shownChapterIndex(chapters));
  const { remaining } = timelineTimes({ start: 0, end: duration }, time, rate);
  return (
    <p className="flex min-w-0 gap-2 text-xs text-ink-2 [contain:layout]">
      {duration > 0 && (
        <span className="shrink-0 tabular-nums">
          {formatClock(-remaining)} <RateMark />
        </span>
      )}
      <bdi className="truncate">{chapters[index]?.title}</bdi>
    </p>
  );
}

/** How far the item was heard, along the upper edge. */
function Progress() {
  const player = useActorRefOf('player');
  const duration = useSelector(player, selectDuration);
  const time = useSelector(useSelector(player, selectPlayhead), shownTime(duration));
  return <ProgressLine value={duration > 0 ? time / duration : 0} className="absolute inset-x-0 top-0" />;
}
