import type { ReactNode } from 'react';

export interface PlayerBarFrameProps {
  /** Name of the region: 'Player'. */
  label: string;
  /** Cover, title, author. */
  start: ReactNode;
  /** Transport buttons. */
  transport: ReactNode;
  /** Time line with its times. */
  timeline: ReactNode;
  /** Speed, volume, sleep timer, bookmarks, chapters, queue, close. */
  end: ReactNode;
}

/** The player at the foot of wide windows, part of the page: three columns, the time line under the transport. 88 px. */
export function PlayerBarFrame({ label, start, transport, timeline, end }: PlayerBarFrameProps) {
  return (
    <section aria-label={label} data-dock="bar" className="grid h-22 grid-cols-[minmax(0,1fr)_minmax(20rem,min(40rem,44vw))_minmax(0,1fr)] items-center gap-6 border-t border-line bg-surface-1 px-5 phone:hidden max-lg:grid-cols-[minmax(0,1fr)_minmax(16rem,1.4fr)_auto] max-lg:gap-3">
      <div className="flex min-w-0 items-center gap-3">{start}</div>
      <div dir="ltr" className="flex min-w-0 flex-col justify-center">
        <div className="flex items-center justify-center gap-1">{transport}</div>
        <div className="min-w-0">{timeline}</div>
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
  /** 0 to 1, drawn as a hair line at the top. */
  progress: number;
}

/** The player on phones: 64 px above the bottom bar. */
export function MiniPlayerFrame({ label, start, end, progress }: MiniPlayerFrameProps) {
  return (
    <section aria-label={label} data-dock="mini" className="relative flex h-16 items-center gap-2 short:h-13 bg-surface-2 ps-2 pe-2 wide:hidden">
      <span aria-hidden="true" className="absolute top-0 left-0 h-0.5 w-full origin-left bg-accent" style={{ transform: `scaleX(${Math.min(1, Math.max(0, progress))})` }} />
      <div className="flex h-full min-w-0 flex-1 items-center gap-3">{start}</div>
      <div className="flex shrink-0 items-center gap-1">{end}</div>
    </section>
  );
}
