import type { Look } from './engine.ts';
import { rectAt, type Contents, type Manager, type Rendition } from './epub-internals.ts';
import { fileOf } from './epub-places.ts';
import { FIXED_STYLE } from './fixed-frame.ts';
import { firstInView, isElement, shownNodes } from './first-in-view.ts';
import { markStyle } from './mark-style.ts';
import { edgeOf, gapOf, kindOf } from './page-margins.ts';
import { chapterStyle, TEXT_TOUCH, type FontUrls } from './page-style.ts';
import { hasMore, topOf, WHOLE } from './scrolling.ts';

/** The least room beside scrolled text, in CSS pixels: it includes the scroll bar. */
const LEAST_SIDE = 16;
/** Vertical text from right to left would have its pages above each other, out of reach. */
const DOWNWARDS = 'html,body{direction:ltr!important}body *{unicode-bidi:plaintext}';

/** What the engine and the layout of its pages share. */
export interface Shown {
  look: Look;
  isVertical: boolean;
  isClosed: boolean;
  readonly isFixed: boolean;
  readonly surface: HTMLElement;
}

export interface EpubLayout {
  manager(): Manager | undefined;
  /** The files in view. */
  pages(): readonly Contents[];
  isScrolled(): boolean;
  /** The scroller; null: the text is in pages. */
  box(): HTMLElement | null;
  /** Of each chapter. */
  style(fonts: FontUrls): string;
  /** Shows a place, or the beginning; the line at the top of scrolled text is whole. */
  put(target: string | undefined): Promise<void>;
  /** Drops the shown pages, and takes over the present look for the next ones. */
  clear(): void;
  dress(): void;
  /**
   * The first letter in view; null where pages are fixed. epubjs leads to the beginning of a paragraph whose last words
   * are in view, and to the one before the first whole line of scrolled text.
   */
  start(): string | null;
  /** Whether the letter at a CFI of a chapter in view is in view; null: there is none. */
  isInView(target: string): boolean | null;
}

/** Room between the columns, in CSS pixels. */
export function columnGap({ look, isVertical, surface }: Pick<Shown, 'look' | 'isVertical' | 'surface'>): number {
  const { paddingLeft, paddingRight } = getComputedStyle(surface);
  const width = surface.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return gapOf(isVertical ? surface.clientHeight : width, kindOf(width, isVertical, look), look);
}

/** How the pages of an epub are laid out: side by side, scrolled, or above each other where text is vertical. */
export function createLayout(rendition: Rendition, shown: Shown): EpubLayout {
  let flow = shown.look.flow;
  let first: { readonly doc: Document; readonly nodes: readonly (Text | Element)[] } | null = null;
  const manager = () => rendition.manager;
  const pages = () => (shown.isClosed ? [] : rendition.getContents());
  const isScrolled = () => shown.look.flow === 'scrolled' && !shown.isVertical && !shown.isFixed;
  const box = () => (isScrolled() ? (manager()?.container ?? null) : null);

  /** The box of the view, measured in a chapter; null where pages are fixed. */
  function viewOf({ window: { frameElement: frame } }: Contents) {
    const { container } = manager() ?? {};
    if (!container || !frame || shown.isFixed) return null;
    const [{ left, right, top, bottom }, own] = [container.getBoundingClientRect(), frame.getBoundingClientRect()];
    return { left: left - own.left, right: right - own.left, top: top - own.top, bottom: bottom - own.top };
  }

  function dress() {
    const { container } = manager() ?? {};
    if (!container || !isScrolled()) return;
    container.style.overflowX = 'hidden';
    container.style.overscrollBehavior = 'contain';
    container.style.scrollbarWidth = 'thin';
  }

  function arrange() {
    const { settings } = manager() ?? {};
    if (!settings) return;
    settings.gap = columnGap(shown);
    const next = isScrolled() ? 'scrolled' : 'paged';
    if (next === flow) return;
    flow = next;
    const { location } = rendition;
    // With a place epubjs would show it by itself.
    rendition.location = undefined;
    rendition.flow(flow === 'paged' ? 'paginated' : 'scrolled');
    rendition.location = location;
    dress();
  }

  return {
    manager,
    pages,
    isScrolled,
    box,
    dress,
    style(fonts) {
      const { look, isVertical, isFixed, surface } = shown;
      if (isFixed) return FIXED_STYLE + markStyle();
      const side = isScrolled() ? `padding-inline:${Math.max(columnGap(shown) / 2, LEAST_SIDE)}px!important` : '';
      const margins = `html{touch-action:${TEXT_TOUCH}}body{padding-block:${edgeOf(look)}px!important;${side}}`;
      const style = chapterStyle(look, fonts, getComputedStyle(surface));
      return style + margins + (isVertical ? DOWNWARDS : '');
    },
    async put(target) {
      const { layout } = manager() ?? {};
      // epubjs finds places by the width of pages, also where they are above each other.
      if (shown.isVertical && layout) layout.delta = layout.height;
      await new Promise<unknown>((shown, fail) => {
        // The promise of epubjs never rejects then.
        rendition.once('displayerror', fail);
        rendition.display(target).then(shown, fail);
      });
      const scrolled = box();
      const [page] = scrolled ? rendition.getContents() : [];
      if (!scrolled || !page) return;
      if (scrolled.scrollTop <= topOf(page.document) + WHOLE) scrolled.scrollTop = 0;
      else if (hasMore(scrolled, 1)) scrolled.scrollTop -= WHOLE;
    },
    clear() {
      rendition.clear();
      arrange();
      manager()?.updateLayout();
    },
    start() {
      const [page] = pages();
      const view = page && viewOf(page);
      if (!view) return null;
      const isBefore = ({ left, right, top }: DOMRect) => {
        if (isScrolled()) return top < view.top;
        if (shown.isVertical) return top + 1 < view.top;
        return manager()?.settings.direction === 'rtl' ? right - 1 > view.right : left + 1 < view.left;
      };
      if (first?.doc !== page.document) first = { doc: page.document, nodes: shownNodes(page.document) };
      const range = firstInView(page.document, first.nodes, isBefore);
      if (!range) return null;
      const { startContainer: node } = range;
      return isElement(node) ? page.cfiFromNode(node) : page.cfiFromRange(range);
    },
    isInView(target) {
      const page = pages().find(({ sectionIndex }) => sectionIndex === fileOf(target));
      const [view, rect] = page ? [viewOf(page), rectAt(page, target)] : [];
      if (!view || !rect) return null;
      return isScrolled() || shown.isVertical
        ? rect.top > view.top - 1 && rect.top < view.bottom
        : rect.left > view.left - 1 && rect.left < view.right;
    },
  };
}
