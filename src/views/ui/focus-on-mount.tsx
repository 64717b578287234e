import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { focusInside } from './roving.ts';

export function FocusOnMount({ when = true, children }: { when?: boolean | undefined; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  const first = useRef(when);
  useLayoutEffect(() => {
    if (first.current) focusInside(place.current);
  }, []);
  return (
    <span ref={place} className="contents">
      {children}
    </span>
  );
}
