import type { ReactNode } from 'react';
import type { selectSpot } from '../../machines/reader/marks.selectors.ts';

/** CSS pixels from the words, and that it needs above them. */
const AWAY = 12;
const LEAST_ABOVE = 60;

interface Props {
  readonly spot: ReturnType<typeof selectSpot>;
  readonly halfRem: number;
  readonly children: ReactNode;
}

/** Under words of the page, or above them where they are low: in their middle, as far as the page has room. */
export function BesideWords({ spot, halfRem, children }: Props) {
  const { x, y, isLow } = spot;
  return (
    <div
      className="pointer-events-none absolute inset-x-0 grid px-2"
      style={{
        gridTemplateColumns: `minmax(0, calc(50% + ${x}px - ${halfRem}rem)) auto minmax(0, 1fr)`,
        ...(isLow ? { bottom: `calc(100% - ${Math.max(y - AWAY, LEAST_ABOVE)}px)` } : { top: y + AWAY }),
      }}
    >
      {children}
    </div>
  );
}
