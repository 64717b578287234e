import { useLayoutEffect, useRef, type ReactNode, useState } from 'react';
import { Combobox as Base } from '@base-ui/react/combobox';

interface OfferListProps {
  offers: readonly string[];
  /** Returns a `Base.Item` with this index and these props. */
  children: (offer: string, place: OfferPlace) => ReactNode;
  /** A key reached this option: it comes into view. -1: none. */
  reached: number;
  emptyLabel: string;
}

interface OfferPlace {
  readonly index: number;
  readonly 'aria-setsize': number;
  readonly 'aria-posinset': number;
}

/** Height of an unmeasured option and of the list, in CSS pixels. */
const ROW = 36;
const VIEW = 224;
const OVERSCAN = 4;

/** The open list of a field with completion, windowed. Its field is `virtualized`. */
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

function InView({ offers, children, reached }: Omit<OfferListProps, 'emptyLabel'>) {
  const list = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [row, setRow] = useState(ROW);
  useLayoutEffect(() => {
    const box = list.current?.parentElement;
    const look = () => {
      const measured = list.current?.querySelector<HTMLElement>('[role="option"]')?.offsetHeight ?? 0;
      const height = measured > 0 ? measured : ROW;
      setRow(height);
      setFirst(Math.floor((box?.scrollTop ?? 0) / height));
    };
    if (box) scrollTo(box, 0);
    look();
    box?.addEventListener('scroll', look, { passive: true });
    return () => box?.removeEventListener('scroll', look);
  }, [offers]);
  useLayoutEffect(() => {
    const box = list.current?.parentElement;
    if (!box || reached < 0) return;
    const top = reached * row;
    if (top < box.scrollTop) scrollTo(box, top);
    else if (top + row > box.scrollTop + VIEW) scrollTo(box, top + row - VIEW);
    setFirst(Math.floor(box.scrollTop / row));
  }, [reached, row]);
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

interface Known {
  readonly lower: readonly string[];
  readonly all: ReadonlySet<string>;
}

const indexes = new WeakMap<readonly string[], Known>();

function indexOf(values: readonly string[]): Known {
  const made = indexes.get(values);
  if (made) return made;
  const index = { lower: values.map((value) => value.toLocaleLowerCase()), all: new Set(values) };
  indexes.set(values, index);
  return index;
}

/** Exact match. Keep the list the same array: its index is cached. */
export const isKnown = (value: string, values: readonly string[]): boolean => indexOf(values).all.has(value);

/** Case-insensitive; those that begin with the text come first. */
export function valuesWith(text: string, values: readonly string[]): readonly string[] {
  const lower = text.trim().toLocaleLowerCase();
  if (lower === '') return values;
  const { lower: all } = indexOf(values);
  const begin: string[] = [];
  const contain: string[] = [];
  for (const [at, value] of values.entries()) {
    const place = all[at]?.indexOf(lower) ?? -1;
    if (place !== -1) (place === 0 ? begin : contain).push(value);
  }
  return [...begin, ...contain];
}

export function offersFor(text: string, suggestions: readonly string[], canCreate: boolean): readonly string[] {
  const wanted = text.trim();
  const found = valuesWith(wanted, suggestions);
  const lower = wanted.toLocaleLowerCase();
  const isNew = canCreate && wanted !== '' && !found.some((word) => word.toLocaleLowerCase() === lower);
  return isNew ? [...found, wanted] : found;
}
