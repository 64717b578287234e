import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useNearView } from './near-view.ts';

interface WindowedProps {
  /** Height until it was in view, in rem. */
  estimateRem: number;
  /** A new object scrolls it into view and focuses its first invalid field. */
  follow?: object | null | undefined;
  children: () => ReactNode;
}

/** A part of a long page, in the document only near the view of its data-scroller ancestor or with the focus. */
export function Windowed({ estimateRem, follow = null, children }: WindowedProps) {
  const slot = useRef<HTMLDivElement>(null);
  const followed = useRef(follow);
  const { isNear, setIsNear, height } = useNearView(slot);
  useLayoutEffect(() => {
    if (follow === followed.current) return;
    if (follow !== null && !isNear) {
      slot.current?.scrollIntoView({ block: 'start' });
      setIsNear(true);
      return;
    }
    followed.current = follow;
    if (follow === null) return;
    slot.current?.scrollIntoView?.({ block: 'start' });
    slot.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [follow, isNear, setIsNear]);
  const style = isNear ? undefined : { blockSize: height.current === null ? `${estimateRem}rem` : height.current };
  return (
    <div ref={slot} style={style}>
      {isNear && children()}
    </div>
  );
}
