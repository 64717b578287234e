import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface TailScrollerProps {
  /** What is at its end: when it is another one, the end stays in view. */
  last: unknown;
  className?: string;
  children: ReactNode;
}

/** So near to its end it is at its end, in CSS pixels. */
const NEAR = 24;

/** Scrolls by itself. At its end it stays there while what is in it grows; scrolled up, it stays where it is. */
export function TailScroller({ last, className, children }: TailScrollerProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [last]);
  return (
    <div
      ref={scroller}
      data-scroller=""
      className={className}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
    >
      {children}
    </div>
  );
}
