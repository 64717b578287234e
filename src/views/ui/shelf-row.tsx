import { useId, useLayoutEffect, useRef } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { AppLink } from './app-link.tsx';
import { useDomStore } from './dom-store.ts';
import { IconButton } from './icon-button.tsx';
import { useNear } from './near.ts';
import { focusInside, isRightToLeft, rovingTarget } from './roving.ts';

export interface ShelfRowProps<Item> {
  heading: string;
  headingLevel?: 2 | 3 | undefined;
  /** Makes the heading a link to the whole list. */
  to?: string | undefined;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Draws one item; pass `tabIndex` to its main link (MediaCard does). */
  renderItem: (item: Item, place: { index: number; tabIndex: number }) => ReactNode;
  /** Width of an item in CSS pixels. */
  itemWidth: number;
  /** Draws the items only when the row comes near the window, and keeps this height (CSS pixels) free until then. */
  heightUntilNear?: number | undefined;
  previousLabel: string;
  nextLabel: string;
  /** Controls at the end of the heading line. */
  actions?: ReactNode;
}

/** Space between two items, in CSS pixels (gap-4). */
const GAP = 16;

/** A row that scrolls sideways: heading, arrows with a mouse, snapping under a finger, arrow keys with one tab stop. */
export function ShelfRow<Item>({ heading, headingLevel = 2, to, items, keyOf, renderItem, itemWidth, heightUntilNear, previousLabel, nextLabel, actions }: ShelfRowProps<Item>) {
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const isNear = useNear(list, heightUntilNear !== undefined);
  const [active, activeStore] = useDomStore(0);
  const [edges, edgeStore] = useDomStore<'none' | 'start' | 'middle' | 'end'>('none');
  const Heading = `h${headingLevel}` as const;
  const atOnce = Math.ceil(globalThis.innerWidth / (itemWidth + GAP));
  const tabStop = Math.min(active, items.length - 1);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const look = () => {
      const room = element.scrollWidth - element.clientWidth;
      const offset = Math.abs(element.scrollLeft);
      edgeStore.write(room < 4 ? 'none' : offset < 4 ? 'start' : offset > room - 4 ? 'end' : 'middle');
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [edgeStore, items.length, isNear]);

  const page = (direction: 1 | -1) => {
    const element = list.current;
    if (element) element.scrollBy({ left: direction * (isRightToLeft(element) ? -1 : 1) * element.clientWidth * 0.85 });
  };
  const rememberActive = (event: FocusEvent) => {
    const item = event.target.closest('li');
    if (item?.parentElement) activeStore.write([...item.parentElement.children].indexOf(item));
  };
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const target = rovingTarget(event, tabStop, items.length, isRightToLeft(event.currentTarget));
    const item = target === null ? null : event.currentTarget.children[target];
    if (!item) return;
    event.preventDefault();
    focusInside(item);
    item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <div className="mb-2 flex min-h-9 items-center gap-2 px-(--page-inset,0px)">
        <Heading id={headingId} className="min-w-0 truncate text-lg font-semibold text-ink">
          {to ? <AppLink to={to} className="text-inherit no-underline hover:text-accent-text">{heading}</AppLink> : heading}
        </Heading>
        <span className="ms-auto flex items-center gap-1">
          {actions}
          {edges !== 'none' && (
            <span className="contents touch:hidden">
              <IconButton size="sm" tabIndex={-1} label={previousLabel} icon={<ChevronLeft size={18} className="rtl:-scale-x-100" />} disabled={edges === 'start'} onClick={() => page(-1)} />
              <IconButton size="sm" tabIndex={-1} label={nextLabel} icon={<ChevronRight size={18} className="rtl:-scale-x-100" />} disabled={edges === 'end'} onClick={() => page(1)} />
            </span>
          )}
        </span>
      </div>
      <ul
        ref={list}
        onFocus={rememberActive}
        onKeyDown={move}
        className="flex snap-x scroll-px-(--page-inset,0px) gap-4 overflow-x-auto scroll-smooth px-(--page-inset,0px) pt-1 pb-2 [scrollbar-width:none] motion-reduce:scroll-auto"
      >
        {!isNear && <li style={{ blockSize: heightUntilNear }} />}
        {isNear && items.map((item, index) => (
          <ShelfSlot key={keyOf(item)} width={itemWidth} waits={index >= atOnce}>
            {() => renderItem(item, { index, tabIndex: index === tabStop ? 0 : -1 })}
          </ShelfSlot>
        ))}
      </ul>
    </section>
  );
}

/** The place of one item. What is far to the side waits until it is scrolled to. */
function ShelfSlot({ width, waits, children }: { width: number; waits: boolean; children: () => ReactNode }) {
  const place = useRef<HTMLLIElement>(null);
  const isNear = useNear(place, waits);
  return <li ref={place} className="shrink-0 snap-start" style={{ inlineSize: width }}>{isNear && children()}</li>;
}
