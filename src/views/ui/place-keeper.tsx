import { useLayoutEffect, useRef } from 'react';

interface PlaceKeeperProps {
  visit: number;
  /** null for the top. */
  readStart: () => Place | null;
  isKeptByPage: boolean;
  onMove: (place: Place) => void;
}

const scrollerOf = (anchor: HTMLElement | null) => anchor?.closest<HTMLElement>('[data-scroller]') ?? null;

/** WebKit has no scroll anchoring. */
const holdsViewItself = () => globalThis.CSS?.supports?.('overflow-anchor', 'auto') === true;

/**
 * Scrolls the page to where it was left, then keeps the view. It stands before pages that restore their own position.
 */
export function PlaceKeeper({ visit, readStart, isKeptByPage, onMove }: PlaceKeeperProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const latest = useRef({ readStart, onMove });

  useLayoutEffect(() => {
    latest.current = { readStart, onMove };
  });

  useLayoutEffect(() => {
    const scroller = scrollerOf(anchor.current);
    if (!scroller) return undefined;
    if (!isKeptByPage) return keepPlace(scroller, latest.current.readStart(), (place) => latest.current.onMove(place));
    scrollToStart(scroller);
    return undefined;
  }, [visit, isKeptByPage]);

  useLayoutEffect(() => {
    const scroller = scrollerOf(anchor.current);
    if (!scroller || holdsViewItself()) return undefined;
    let stop: (() => void) | null = null;
    let isOver = false;
    import('./hold-view.ts').then(
      ({ holdView }) => {
        if (!isOver) stop = holdView(scroller);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);

  return <span ref={anchor} hidden />;
}

/** Scroll offsets in CSS pixels, and the link that had the focus. */
export interface Place {
  readonly top: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly focus: { readonly row: string | null; readonly href: string } | null;
}

/** Scrolling is at rest when nothing moved for this long, in ms. */
const REST_MS = 150;
/** The content is complete this long after its last change, in ms. */
const COMPLETE_MS = 1000;

const USER_ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

const used = new WeakSet<HTMLElement>();

/** A new scroller is there already: setting scrollTop would force a layout. */
function scrollToStart(scroller: HTMLElement): void {
  if (used.has(scroller)) scroller.scrollTop = 0;
  used.add(scroller);
}

const rowOf = (scroller: HTMLElement, name: string) =>
  scroller.querySelector<HTMLElement>(`[data-shelf="${CSS.escape(name)}"]`);

/** What is still to be restored of a place, while the content grows. */
function createHold(scroller: HTMLElement, start: Place | null) {
  const { body } = scroller.ownerDocument;
  const hold = {
    top: start && start.top > 0 ? start.top : null,
    focus: start?.focus ?? null,
    rows: new Map(Object.entries(start?.rows ?? {}).filter(([, left]) => left !== 0)),
  };
  let complete: ReturnType<typeof setTimeout> | undefined;

  const canReach = (top: number) => scroller.scrollHeight - scroller.clientHeight >= top;
  const restoreRows = () => {
    for (const [name, left] of hold.rows) {
      const row = rowOf(scroller, name);
      if (!row || row.scrollWidth - row.clientWidth < Math.abs(left) - 1) continue;
      row.scrollTo({ left, behavior: 'instant' });
      hold.rows.delete(name);
    }
  };
  const restoreFocus = () => {
    if (!hold.focus) return;
    const { activeElement } = scroller.ownerDocument;
    if (activeElement && activeElement !== body && activeElement !== scroller) {
      hold.focus = null;
      return;
    }
    const { row, href } = hold.focus;
    const within = row === null ? scroller : rowOf(scroller, row);
    const link = [...(within?.querySelectorAll<HTMLElement>('a[href]') ?? [])].find(
      (one) => one.getAttribute('href') === href,
    );
    if (!link) return;
    hold.focus = null;
    link.focus({ preventScroll: true });
  };
  return Object.assign(hold, {
    canReach,
    isDone: () => hold.top === null && hold.rows.size === 0 && hold.focus === null,
    restore() {
      if (hold.top !== null) scroller.scrollTop = hold.top;
      restoreRows();
      restoreFocus();
      clearTimeout(complete);
      if (hold.top !== null && canReach(hold.top)) complete = setTimeout(() => (hold.top = null), COMPLETE_MS);
    },
    end: () => clearTimeout(complete),
  });
}

/** The place as it changes, reported when scrolling rests. */
function createNotes(start: Place | null, onMove: (place: Place) => void) {
  let place: Place = start ?? { top: 0, rows: {}, focus: null };
  let isReported = true;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const notify = () => {
    clearTimeout(rest);
    if (isReported) return;
    isReported = true;
    onMove(place);
  };
  const note = (change: Partial<Place>) => {
    place = { ...place, ...change };
    isReported = false;
    clearTimeout(rest);
    rest = setTimeout(notify, REST_MS);
  };
  return { place: () => place, note, notify };
}

/**
 * Scrolls a page to `start` (null: the top) and holds that while the content grows. The returned function stops this.
 */
export function keepPlace(scroller: HTMLElement, start: Place | null, onMove: (place: Place) => void): () => void {
  const hold = createHold(scroller, start);
  const { place, note, notify } = createNotes(start, onMove);
  scrollToStart(scroller);

  const scrolled = ({ target }: Event) => {
    if (target === scroller) {
      // While it is held, growing content scrolls the page, not the visitor.
      if (hold.top === null) note({ top: scroller.scrollTop });
      else if (hold.canReach(hold.top) && Math.abs(scroller.scrollTop - hold.top) > 1) scroller.scrollTop = hold.top;
      return;
    }
    const name = target instanceof HTMLElement ? target.dataset['shelf'] : undefined;
    if (name === undefined || hold.rows.has(name)) return;
    note({ rows: { ...place().rows, [name]: (target as HTMLElement).scrollLeft } });
  };
  const focused = ({ target }: FocusEvent) => {
    if (target === scroller) return;
    const link = target instanceof Element ? target.closest('a[href]') : null;
    const row = link?.closest<HTMLElement>('[data-shelf]')?.dataset['shelf'] ?? null;
    note({ focus: link ? { row, href: link.getAttribute('href') ?? '' } : null });
  };
  const acted = ({ target, type }: Event) => {
    hold.top = null;
    hold.focus = null;
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-shelf]') : null;
    if (row?.dataset['shelf'] !== undefined) hold.rows.delete(row.dataset['shelf']);
    // A press may leave the page before the next frame brings the scroll event.
    if (type === 'keydown' || type === 'pointerdown') noteNow(row);
  };
  const noteNow = (row: HTMLElement | null) => {
    const name = row?.dataset['shelf'];
    const { scrollTop: top } = scroller;
    const rows = row && name !== undefined ? { ...place().rows, [name]: row.scrollLeft } : place().rows;
    if (top !== place().top || (name !== undefined && rows[name] !== (place().rows[name] ?? 0))) note({ top, rows });
  };

  /** A page that is left during restoring keeps its held place. */
  const ended = () => {
    if (hold.top === null) {
      noteNow(null);
      for (const row of scroller.querySelectorAll<HTMLElement>('[data-shelf]'))
        if (!hold.rows.has(row.dataset['shelf'] ?? '')) noteNow(row);
    }
    notify();
  };

  const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(hold.restore);
  const watchSizes = () => {
    for (const child of scroller.children) sizes?.observe(child);
  };
  const changes = new MutationObserver(() => {
    if (hold.isDone()) {
      changes.disconnect();
      sizes?.disconnect();
      return;
    }
    watchSizes();
    hold.restore();
  });
  if (start) {
    changes.observe(scroller, { childList: true, subtree: true });
    watchSizes();
    hold.restore();
  }
  scroller.addEventListener('scroll', scrolled, { capture: true, passive: true });
  scroller.addEventListener('focusin', focused);
  for (const act of USER_ACTS) scroller.ownerDocument.addEventListener(act, acted, { capture: true, passive: true });
  globalThis.addEventListener('pagehide', ended);
  return () => {
    changes.disconnect();
    sizes?.disconnect();
    hold.end();
    scroller.removeEventListener('scroll', scrolled, { capture: true });
    scroller.removeEventListener('focusin', focused);
    for (const act of USER_ACTS) scroller.ownerDocument.removeEventListener(act, acted, { capture: true });
    globalThis.removeEventListener('pagehide', ended);
    notify();
  };
}
