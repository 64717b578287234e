import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface PlayerBarFrameProps {
  /** Name of the region: 'Player'. */
  label: string;
  /** Cover, title, author. */
  start: ReactNode;
  /** Transport buttons. */
  transport: ReactNode;
  /** Timeline with its times; null while a message takes the place of both. */
  timeline: ReactNode;
  /** Speed, chapters, volume, close. */
  end: ReactNode;
}

/** How far a title may reach into the middle column: to the transport buttons. */
const TITLE_ROOM =
  '[--transport:13.5rem] touch:[--transport:14.75rem] lg:[--title-room:calc((30vw-var(--transport))/2)] xl:[--title-room:calc((min(40rem,36vw)-var(--transport))/2+0.75rem)]';

/**
 * The player at the foot of wide windows: three columns, the timeline under the transport. 88 px high, 104 px on touch.
 */
export function PlayerBarFrame({ label, start, transport, timeline, end }: PlayerBarFrameProps) {
  return (
    <section
      aria-label={label}
      data-dock="bar"
      className="grid h-22 touch:h-26 grid-cols-[minmax(0,1fr)_minmax(20rem,min(40rem,36vw))_minmax(max-content,1fr)] items-center gap-6 border-t border-line bg-surface-1 px-5 phone:hidden max-xl:grid-cols-[minmax(0,1fr)_30vw_auto] max-xl:gap-3 max-lg:grid-cols-[minmax(0,1fr)_minmax(13rem,1fr)_auto]"
    >
      <div className={cx('flex min-w-0 items-center gap-3', timeline !== null && TITLE_ROOM)}>{start}</div>
      <div dir="ltr" className="flex min-w-0 flex-col justify-center">
        <div className="flex items-center justify-center gap-1">{transport}</div>
        <div className="min-w-0 [--time-bubble:calc(100%+3.25rem)]">{timeline}</div>
      </div>
      <div className="flex min-w-0 items-center justify-end gap-0.5">{end}</div>
    </section>
  );
}

export interface MiniPlayerFrameProps {
  label: string;
  /** Cover and title; usually a button that opens the full player. */
  start: ReactNode;
  /** One or two buttons: play, jump. */
  end: ReactNode;
  /** A line along the upper edge, as thin as it can be. */
  progress: ReactNode;
}

/** The player on phones: 64 px above the bottom bar. */
export function MiniPlayerFrame({ label, start, end, progress }: MiniPlayerFrameProps) {
  return (
    <section
      aria-label={label}
      data-dock="mini"
      className="relative flex h-16 items-center gap-2 short:h-11 bg-surface-2 ps-2 pe-2 wide:hidden"
    >
      <div dir="ltr" className="absolute inset-x-0 top-0 h-0.5 overflow-hidden contain-strict">
        {progress}
      </div>
      <div className="flex h-full min-w-0 flex-1 items-center gap-3">{start}</div>
      <div className="flex shrink-0 items-center gap-1">{end}</div>
    </section>
  );
}
