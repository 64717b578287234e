import { useId, useLayoutEffect, useRef, type RefObject, useState } from 'react';
import type { CSSProperties, FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { AppLink } from './links.tsx';
import { cx } from './cx.ts';
import { handFocusOn } from './focus.tsx';
import { IconButton } from './icon-button.tsx';
import { focusInside, isRightToLeft, rovingTarget } from './roving.ts';
import { rem } from './rem.ts';

interface ShelfRowProps<Item> {
  heading: string;
  headingLevel?: 2 | 3 | undefined;
  to?: string | undefined;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  renderItem: (item: Item, place: { index: number; tabIndex: number }) => ReactNode;
  /** CSS pixels. */
  itemWidth: number;
  lines?: 1 | 2 | undefined;
  /** The row stands on a shelf board with a front this high, in rem: the text under the covers. */
  boardRem?: number | undefined;
  /** Renders the items when the row comes near the window, and reserves this height (CSS pixels) until then. */
  heightUntilNear?: number | undefined;
  previousLabel: string;
  nextLabel: string;
  actions?: ReactNode;
}

/** CSS pixels (gap-4). */
const GAP = 16;

/** One tab stop: arrow keys, Home and End move along the row, up and down to the next one. */
export function ShelfRow<Item>({
  heading,
  headingLevel = 2,
  to,
  items,
  keyOf,
  renderItem,
  itemWidth,
  lines = 1,
  boardRem,
  heightUntilNear,
  previousLabel,
  nextLabel,
  actions,
}: ShelfRowProps<Item>) {
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const isNear = useNear(list, heightUntilNear !== undefined);
  const atOnce = Math.ceil(globalThis.innerWidth / (itemWidth + GAP)) * lines;

  const edges = useEdges(list, isNear && items.length);
  const { tabStop, handlers } = useRoving(list, items, lines);
  return (
    <section ref={handFocusOn} aria-labelledby={headingId} className="min-w-0">
      <div className="mb-2 flex min-h-9 items-center gap-2 px-(--page-inset,0px)">
        <RowHeading id={headingId} level={headingLevel} to={to}>
          {heading}
        </RowHeading>
        <span className="ms-auto flex items-center gap-1">
          {actions}
          <PageButtons list={list} edges={edges} previousLabel={previousLabel} nextLabel={nextLabel} />
        </span>
      </div>
      <ul
        ref={list}
        data-shelf={heading}
        // Firefox takes what scrolls for a tab stop.
        tabIndex={-1}
        {...handlers}
        style={boardRem === undefined ? undefined : boardHeight(boardRem)}
        className={cx(
          boardRem !== undefined && 'shelf-board',
          lines === 2 ? 'grid auto-cols-max grid-flow-col grid-rows-2 content-start' : 'flex',
          'snap-x scroll-px-(--page-inset,0px) gap-4 overflow-x-auto scroll-smooth px-(--page-inset,0px) pt-1 pb-2 [scrollbar-width:none] motion-reduce:scroll-auto',
        )}
      >
        {!isNear && <li style={{ blockSize: heightUntilNear }} />}
        {isNear &&
          items.map((item, index) => (
            <ShelfSlot key={keyOf(item)} width={itemWidth} waits={index >= atOnce && index !== tabStop}>
              {() => renderItem(item, { index, tabIndex: index === tabStop ? 0 : -1 })}
            </ShelfSlot>
          ))}
      </ul>
    </section>
  );
}

/** The tab stop of a row: arrow keys move it, and it keeps the focus when its item goes. */
function useRoving(list: RefObject<HTMLUListElement | null>, items: readonly unknown[], lines: number) {
  const [active, setActive] = useState(0);
  const tabStop = Math.min(active, items.length - 1);
  const takesFocus = useRef(false);
  const hasFocus = useRef(false);
  const noteBlur = (event: FocusEvent) => {
    hasFocus.current = event.currentTarget.contains(event.relatedTarget);
  };
  // The focused item was removed, without an event.
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) focusInside(list.current?.children[tabStop]);
  }, [list, items, tabStop]);

  const remember = (event: FocusEvent) => {
    // Not in a menu of a card, which is no part of the row.
    hasFocus.current = event.currentTarget.contains(event.target);
    const item = event.target.closest('li');
    if (item?.parentElement) setActive([...item.parentElement.children].indexOf(item));
  };
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    const from = item ? [...event.currentTarget.children].indexOf(item) : tabStop;
    const target =
      targetInColumn(event.key, from, items.length, lines) ??
      rovingTarget(event, from, items.length, isRightToLeft(event.currentTarget), lines);
    if (target === null) {
      focusRowBeside(event);
      return;
    }
    event.preventDefault();
    takesFocus.current = true;
    setActive(target);
  };

  // An item far to the side renders when it is the tab stop; only then can it get the focus.
  useLayoutEffect(() => {
    const item = list.current?.children[tabStop];
    if (!takesFocus.current || !item) return;
    takesFocus.current = false;
    focusInside(item);
    item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [list, tabStop]);
  return { tabStop, handlers: { onFocus: remember, onBlur: noteBlur, onKeyDown: move } };
}

interface RowHeadingProps {
  id: string;
  level: 2 | 3;
  to: string | undefined;
  children: string;
}

function RowHeading({ id, level, to, children }: RowHeadingProps) {
  const Heading = `h${level}` as const;
  return (
    <Heading id={id} className="min-w-0 text-lg font-semibold text-ink">
      {to ? (
        <AppLink to={to} className="text-inherit no-underline hover:text-accent-text">
          {children}
        </AppLink>
      ) : (
        children
      )}
    </Heading>
  );
}

type Edges = 'none' | 'start' | 'middle' | 'end';

/** Where the view of a row is; none: all of it is in view. `content`: what the list shows. */
function useEdges(list: RefObject<HTMLUListElement | null>, content: unknown): Edges {
  const [edges, setEdges] = useState<Edges>('none');
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const look = () => {
      const room = element.scrollWidth - element.clientWidth;
      const offset = Math.abs(element.scrollLeft);
      setEdges(room < 4 ? 'none' : offset < 4 ? 'start' : offset > room - 4 ? 'end' : 'middle');
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [list, content]);

  return edges;
}

interface PageButtonsProps extends Pick<ShelfRowProps<unknown>, 'previousLabel' | 'nextLabel'> {
  list: RefObject<HTMLUListElement | null>;
  edges: Edges;
}

function PageButtons({ list, edges, previousLabel, nextLabel }: PageButtonsProps) {
  const page = (direction: 1 | -1) => {
    const element = list.current;
    if (element) element.scrollBy({ left: direction * (isRightToLeft(element) ? -1 : 1) * element.clientWidth * 0.85 });
  };
  if (edges === 'none') return null;
  return (
    <span className="contents touch:hidden">
      <IconButton
        size="sm"
        tabIndex={-1}
        label={previousLabel}
        icon={<ChevronLeft size={18} className="rtl:-scale-x-100" />}
        disabled={edges === 'start'}
        onClick={() => page(-1)}
      />
      <IconButton
        size="sm"
        tabIndex={-1}
        label={nextLabel}
        icon={<ChevronRight size={18} className="rtl:-scale-x-100" />}
        disabled={edges === 'end'}
        onClick={() => page(1)}
      />
    </span>
  );
}

/** `pb-2` is below the text. */
const boardHeight = (rem: number) => ({ '--board-height': `${rem + 0.5}rem` }) as CSSProperties;

function targetInColumn(key: string, index: number, count: number, lines: number): number | null {
  const isLast = (index + 1) % lines === 0 || index + 1 >= count;
  if (key === 'ArrowDown') return isLast ? null : index + 1;
  if (key === 'ArrowUp') return index % lines === 0 ? null : index - 1;
  return null;
}

function ShelfSlot({ width, waits, children }: { width: number; waits: boolean; children: () => ReactNode }) {
  const place = useRef<HTMLLIElement>(null);
  const isNear = useNear(place, waits) || !waits;
  return (
    <li ref={place} className="shrink-0 snap-start" style={{ inlineSize: rem(width) }}>
      {isNear && children()}
    </li>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** For ArrowDown and ArrowUp: focuses the nearest item of the next `[data-shelf]` row. False without a move. */
function focusRowBeside(
  event: Pick<KeyboardEvent<HTMLElement>, 'key' | 'target' | 'currentTarget' | 'preventDefault'>,
): boolean {
  const step = STEPS[event.key];
  if (step === undefined) return false;
  const rows = [...document.querySelectorAll<HTMLElement>('[data-shelf]')];
  const next = rows[rows.indexOf(event.currentTarget) + step];
  const from = event.target instanceof Element ? event.target.closest('li') : null;
  if (!next || !from) return false;
  const items = [...next.children].filter((item) => item.querySelector('a, button'));
  const centre = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  const distance = (item: Element) => Math.abs(centre(item) - centre(from));
  const nearest = items.reduce<Element | null>(
    (best, item) => (best && distance(best) <= distance(item) - (step < 0 ? 1 : 0) ? best : item),
    null,
  );
  if (!nearest) return false;
  event.preventDefault();
  focusInside(nearest);
  nearest.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return true;
}

const MARGIN = '300px';

/** Whether an element is or was near the window. Always true when `waits` is false or without IntersectionObserver. */
function useNear(element: RefObject<Element | null>, waits: boolean): boolean {
  const [isNear, setIsNear] = useState(!waits || typeof IntersectionObserver === 'undefined');
  useLayoutEffect(() => {
    if (isNear || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
