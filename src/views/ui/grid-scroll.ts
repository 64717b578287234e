import type { GridLayout, GridStore } from './grid-store.ts';
import { rowsMoved } from './grid-store.ts';

interface ScrollStart {
  readonly initialOffset?: number | undefined;
  readonly centre?: number | undefined;
  readonly goTo?: object | null | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** Where a grid is scrolled: the place that it restores, and the cells that it keeps in view. */
export interface GridScroll {
  /** The start offset is not set yet: other rows are in view. */
  isPending(): boolean;
  /** After the shape was set: the layout and the offset before. */
  measured(before: GridLayout, offset: number): void;
  restore(frame: HTMLElement): void;
  /** Remembers where scrolling rests. */
  rested(frame: HTMLElement): number;
  hasMovedSinceRest(frame: HTMLElement): boolean;
  /** Changes count while the focus is elsewhere. */
  centre(frame: HTMLElement, layout: GridLayout, index: number, hasFocus: boolean): void;
  /** Cells of another size: the first cell in view stays there. */
  keepFirst(frame: HTMLElement, layout: GridLayout): void;
  /** Entries above the view were added or removed: the first in view stays there. */
  keepEntries(frame: HTMLElement, layout: GridLayout, ids: readonly string[]): void;
  goTo(frame: HTMLElement, target: { readonly index: number }, hasFocus: boolean): void;
}

export function createGridScroll(store: GridStore, start: ScrollStart): GridScroll {
  let pending = start.initialOffset ?? 0;
  let restedAt = pending;
  let centred: number | null = null;
  let wentTo = start.goTo;
  let idsBefore = start.ids;
  let firstInView: { readonly index: number; readonly share: number } | null = null;

  const scrollTo = (frame: HTMLElement, top: number) => {
    frame.scrollTop = top;
    store.scrolledTo(frame.scrollTop);
  };

  return {
    isPending: () => pending > 0,
    measured(before, offset) {
      const { columns, pitch } = store.read().layout;
      const isOther = before.rows > 0 && (columns !== before.columns || pitch !== before.pitch);
      if (isOther && offset > 0 && pending === 0) {
        const row = offset / before.pitch;
        firstInView ??= { index: Math.floor(row) * before.columns, share: row % 1 };
      }
      if (centred === null && start.centre !== undefined) {
        store.scrolledTo(store.offsetCentring(start.centre));
        store.activate(start.centre, false);
      }
      if (pending > 0) store.scrolledTo(pending);
    },
    restore(frame) {
      if (pending === 0) return;
      frame.scrollTop = pending;
      pending = 0;
      store.scrolledTo(frame.scrollTop);
    },
    rested(frame) {
      restedAt = frame.scrollTop;
      return restedAt;
    },
    hasMovedSinceRest: (frame) => pending === 0 && frame.scrollTop !== restedAt,
    centre(frame, layout, index, hasFocus) {
      // New rows are not drawn yet: scrolling that far is impossible.
      if (centred === index || store.read().layout !== layout) return;
      const isFirst = centred === null;
      centred = index;
      if (!isFirst && hasFocus) return;
      scrollTo(frame, store.offsetCentring(index));
      store.activate(index, false);
    },
    keepFirst(frame, layout) {
      if (firstInView === null) return;
      const { index, share } = firstInView;
      firstInView = null;
      scrollTo(frame, store.frame().gridTop + (Math.floor(index / layout.columns) + share) * layout.pitch);
    },
    keepEntries(frame, layout, ids) {
      const before = idsBefore;
      if (ids === before || store.read().layout !== layout) return;
      idsBefore = ids;
      const { offset } = store.frame();
      if (before === undefined || layout.rows === 0 || offset <= 0) return;
      const moved = rowsMoved(before, ids, Math.floor(offset / layout.pitch), layout.columns);
      if (moved !== 0) scrollTo(frame, frame.scrollTop + moved * layout.pitch);
    },
    goTo(frame, target, hasFocus) {
      if (wentTo === target) return;
      wentTo = target;
      scrollTo(frame, store.offsetOf(target.index));
      store.activate(target.index, hasFocus);
    },
  };
}
