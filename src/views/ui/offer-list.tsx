import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Combobox as Base } from '@base-ui/react/combobox';
import { useDomStore } from './dom-store.ts';

interface OfferListProps {
  /** All options, in order; only those in view are in the document. */
  offers: readonly string[];
  /** Gives an option: a `Base.Item` with this index and these props. */
  children: (offer: string, place: OfferPlace) => ReactNode;
  /** The option that a key went to: it comes into view. -1: none did. */
  reached: number;
  /** Shown when there are none. */
  emptyLabel: string;
}

/** What an option needs to know of its place. */
export interface OfferPlace {
  readonly index: number;
  readonly 'aria-setsize': number;
  readonly 'aria-posinset': number;
}

/** Height of an option before one was measured, and of the list, in CSS pixels. */
const ROW = 36;
const VIEW = 224;
const OVERSCAN = 4;

/**
 * The open list of a field that completes what is typed, below it: any number of options, of which a screenful is in
 * the document. Its field is `virtualized`.
 */
export function OfferList({ emptyLabel, ...list }: OfferListProps) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} collisionPadding={8} className="z-65 outline-none">
        <Base.Popup className="overlay-pop max-h-58 w-(--anchor-width) overflow-y-auto overscroll-contain rounded-md border border-line bg-surface-1 p-1 text-ink shadow-overlay outline-none">
          <Base.Empty className="px-2.5 py-2 text-sm text-ink-2 empty:hidden">{emptyLabel}</Base.Empty>
          <InView {...list} />
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** The options in view; it begins at the first one each time that the list opens. */
function InView({ offers, children, reached }: Omit<OfferListProps, 'emptyLabel'>) {
  const list = useRef<HTMLDivElement>(null);
  const [first, firsts] = useDomStore(0);
  const [row, rows] = useDomStore(ROW);
  useLayoutEffect(() => {
    const box = list.current?.parentElement;
    const measured = list.current?.querySelector<HTMLElement>('[role="option"]')?.offsetHeight ?? 0;
    if (measured > 0) rows.write(measured);
    const look = () => firsts.write(Math.floor((box?.scrollTop ?? 0) / rows.read()));
    box?.addEventListener('scroll', look, { passive: true });
    return () => box?.removeEventListener('scroll', look);
  }, [firsts, rows]);
  // Other options begin at the first one.
  useLayoutEffect(() => {
    const box = list.current?.parentElement;
    if (box) scrollTo(box, 0);
    firsts.write(0);
  }, [firsts, offers]);
  useLayoutEffect(() => {
    const box = list.current?.parentElement;
    if (!box || reached < 0) return;
    const top = reached * row;
    if (top < box.scrollTop) scrollTo(box, top);
    else if (top + row > box.scrollTop + VIEW) scrollTo(box, top + row - VIEW);
    firsts.write(Math.floor(box.scrollTop / row));
  }, [firsts, reached, row]);
  const from = Math.max(0, Math.min(first, offers.length - 1) - OVERSCAN);
  const until = Math.min(offers.length, first + Math.ceil(VIEW / row) + OVERSCAN);
  return (
    <Base.List ref={list} style={{ paddingBlockStart: from * row, blockSize: offers.length * row }}>
      {offers
        .slice(from, until)
        .map((offer, at) =>
          children(offer, { index: from + at, 'aria-setsize': offers.length, 'aria-posinset': from + at + 1 }),
        )}
    </Base.List>
  );
}

function scrollTo(box: Element, top: number): void {
  box.scrollTop = top;
}
