import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface TailScrollerProps {
  last: unknown;
  className?: string;
  children: ReactNode;
}

/** This near counts as the end, in CSS pixels. */
const NEAR = 24;

/** Stays at its end while its content grows; scrolled up, it stays where it is. */
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
