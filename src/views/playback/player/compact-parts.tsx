import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { timelineTimes } from '../../../machines/playback/player/chapters.logic.ts';
import {
  selectDuration,
  selectPlayhead,
  selectRate,
  shownTime,
} from '../../../machines/playback/player/player.selectors.ts';
import { selectNowPlaying } from '../../../machines/playback/player/now-playing.logic.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { formatClock } from '../../format/amounts.ts';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { OrWaiting } from './now-playing.tsx';
import { RateMark } from './transport.tsx';

export function TitleLines({ children }: { children: ReactNode }) {
  const title = useSelector(useActorRefOf('player'), selectNowPlaying)?.title;
  return (
    <span className="flex min-w-0 flex-1 flex-col short:flex-row short:items-baseline short:gap-3">
      <span dir="auto" className="truncate text-match text-sm font-medium text-ink">
        {title}
      </span>
      <OrWaiting>{children}</OrWaiting>
    </span>
  );
}

/** At the current speed: '-1:05:00'; nothing while the length is unknown. */
export function TimeLeft() {
  const player = useActorRefOf('player');
  const duration = useSelector(player, selectDuration);
  const rate = useSelector(player, selectRate);
  const time = useSelector(useSelector(player, selectPlayhead), shownTime(duration));
  const { remaining } = timelineTimes({ start: 0, end: duration }, time, rate);
  if (duration === 0) return null;
  return (
    <span className="shrink-0 tabular-nums">
      {formatClock(-remaining)} <RateMark />
    </span>
  );
}

export function PositionLine() {
  const player = useActorRefOf('player');
  const duration = useSelector(player, selectDuration);
  const time = useSelector(useSelector(player, selectPlayhead), shownTime(duration));
  return <ProgressLine value={duration > 0 ? time / duration : 0} />;
}
