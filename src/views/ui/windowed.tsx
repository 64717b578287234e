import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useNearView } from './near-view.ts';

interface WindowedProps {
  /** Height while it was never in view, in rem. */
  estimateRem: number;
  /** Another object than before: it comes into view, and the first field in it that is invalid gets the focus. */
  follow?: object | null | undefined;
  children: () => ReactNode;
}

/**
 * A part of a long page, of any height, that is in the document only in or near the view; what has the focus stays.
 * The scroller is the nearest ancestor with data-scroller. Always there where the browser can't tell.
 */
export function Windowed({ estimateRem, follow = null, children }: WindowedProps) {
  const slot = useRef<HTMLDivElement>(null);
  const followed = useRef(follow);
  const { isNear, store, height } = useNearView(slot);
  useLayoutEffect(() => {
    if (follow === followed.current) return;
    if (follow !== null && !isNear) {
      slot.current?.scrollIntoView({ block: 'start' });
      store.write(true);
      return;
    }
    followed.current = follow;
    if (follow === null) return;
    slot.current?.scrollIntoView?.({ block: 'start' });
    slot.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [follow, isNear, store]);
  const style = isNear ? undefined : { blockSize: height.current === null ? `${estimateRem}rem` : height.current };
  return (
    <div ref={slot} style={style}>
      {isNear && children()}
    </div>
  );
}
