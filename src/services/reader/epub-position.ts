import type { OpenOptions, Place } from './engine.ts';
import type { Chapters } from './epub-contents.ts';
import type { Relocated, Rendition } from './epub-internals.ts';
import type { EpubLayout, Shown } from './epub-layout.ts';
import { compare, countedDown, fileOf, placeOf, startOf } from './epub-places.ts';
import type { PrintedPages } from './epub-printed.ts';

export interface EpubPosition {
  /** A CFI: the place of the last turn, to which other changes return. */
  anchor(): string | null;
  place(): Place | null;
  /** Reports where the book is. A turn sets the anchor: to its target, if that is a place in view. */
  note(isTurn: boolean, target?: string): void;
  notify(location: Relocated): void;
  /** Whether a CFI is on the pages in view; null: it is none, or nothing is in view. */
  isOnPages(target: string): boolean | null;
  firstShown(): Range | null;
  /** Whether the text was scrolled since the last report. */
  hasScrolled(): boolean;
}

/** Where an open epub is. */
export function createPosition(
  rendition: Rendition,
  layout: EpubLayout,
  shown: Shown,
  { location, onMoved }: Pick<OpenOptions, 'location' | 'onMoved'>,
  book: { readonly sizes: readonly number[]; readonly chapters: Chapters; readonly printed: PrintedPages },
): EpubPosition {
  let anchor = location;
  let place: Place | null = null;
  let view: readonly [start: string, end: string] | null = null;
  /** The last reported scroll offset, in CSS pixels. */
  let settled = 0;

  function isOnPages(target: string): boolean | null {
    try {
      return layout.isInView(target) ?? (view && compare(view[0], target) <= 0 && compare(target, view[1]) <= 0);
    } catch {
      return null;
    }
  }

  function notify(at: Relocated) {
    view = [at.start.cfi, at.end.cfi];
    anchor ??= at.start.cfi;
    const counted = shown.isVertical ? countedDown(at, layout.manager()?.container) : at;
    const label = book.printed.labelAt(anchor, layout.pages());
    place = { ...placeOf(counted, anchor, book.sizes, book.chapters, layout.box()), ...(label && { printed: label }) };
    settled = layout.box()?.scrollTop ?? 0;
    onMoved(place);
  }

  return {
    anchor: () => anchor,
    place: () => place,
    notify,
    isOnPages,
    note(isTurn, target = '') {
      const at = shown.isClosed ? null : rendition.currentLocation();
      if (!at?.start) return;
      at.start.cfi = layout.start() ?? at.start.cfi;
      view = [at.start.cfi, at.end.cfi];
      if (isTurn) anchor = isOnPages(target) ? startOf(target) : at.start.cfi;
      notify(at);
    },
    firstShown() {
      const start = view?.[0];
      const page = start && layout.pages().find(({ sectionIndex }) => sectionIndex === fileOf(start));
      return page ? page.range(start) : null;
    },
    hasScrolled() {
      const at = layout.box()?.scrollTop;
      return at !== undefined && Math.abs(at - settled) > 1;
    },
  };
}
