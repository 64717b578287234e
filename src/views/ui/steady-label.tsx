import type { ReactNode } from 'react';

/** A text that gets shorter after a press keeps the width of `room`, so that nothing moves. */
export function SteadyLabel({ room, children }: { room: string | null; children: ReactNode }) {
  if (room === null) return <bdi>{children}</bdi>;
  return (
    <span className="inline-grid max-w-full justify-items-start *:col-start-1 *:row-start-1 *:truncate">
      <bdi>{children}</bdi>
      <bdi aria-hidden="true" data-room="" className="invisible">
        {room}
      </bdi>
    </span>
  );
}
