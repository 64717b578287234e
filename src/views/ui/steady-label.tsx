import type { ReactNode } from 'react';

/**
 * The text of a button that gets shorter after a press: it keeps the width of the longer text (`room`), so that nothing
 * moves under the pointer. Hide `data-room` where the button has a width of its own.
 */
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
