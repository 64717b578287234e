import { pause } from '../idle.ts';
import type { Look } from './engine.ts';
import { firstInView, isElement, isText, rectFrom, shownNodes } from './first-in-view.ts';
import { createFixedFrame } from './fixed-frame.ts';
import type { Size } from './openings.ts';
import { edgeOf, gapOf, kindOf } from './page-margins.ts';
import { hasMore, scrollView, topOf, WHOLE } from './scrolling.ts';

const PROBE = 'earmark-probe';
let isHeard: boolean | null = null;

/**
 * WebKit fires no listener in a frame without scripts (its bug 218086). The policy still forbids scripts (`guarded`).
 */
export function needsScripts(): boolean {
  isHeard ??= probe();
  return !isHeard;
}

const sandboxOf = (): string => (needsScripts() ? 'allow-same-origin allow-scripts' : 'allow-same-origin');

function probe(): boolean {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.hidden = true;
  document.body.append(frame);
  let wasHeard = false;
  const { contentDocument } = frame;
  contentDocument?.addEventListener(PROBE, () => {
    wasHeard = true;
  });
  contentDocument?.dispatchEvent(new Event(PROBE));
  frame.remove();
  return wasHeard;
}

/** Timeout for fonts of a page, in ms. */
const FONTS_MS = 1000;
/** How long scrolling rests before it is a new place, in ms. */
const SCROLL_MS = 100;
/** Scrolled text is reached in this upper share of the view. */
const REACHED = 1 / 3;

/** A chapter in a frame without scripts, its text in pages beside each other. Pages count from 0. */
export interface PageFrame {
  readonly element: HTMLIFrameElement;
  readonly document: Document;
  readonly pages: number;
  readonly page: number;
  readonly isAtStart: boolean;
  /** The scroller; null: the text is in pages. */
  readonly box: Element | null;
  show(page: number): void;
  /** Its page, or itself at the top of scrolled text; the first page when it is not drawn. */
  showPlace(place: Range | Element): void;
  turn(by: 1 | -1): boolean;
  isReached(place: Range | Element): boolean;
  isInView(place: Range | Element): boolean;
  start(): Range | null;
  /** Lays out again after a new size or look. Any page may be in view until the next `show`. */
  lay(look: Look): Promise<void>;
  close(): void;
}

export interface FrameOptions {
  readonly box: HTMLElement;
  readonly title: string;
  readonly markup: string;
  readonly look: Look;
  /** The chapter is one page, by default of this size; null: its text is set in pages. */
  readonly fixed: Size | null;
  /** The page changed by the focus or a search of the browser, not by `show`. */
  readonly onScrolled: () => void;
}

/** Opens a frame over the content of the box. It is hidden until `show`. */
export async function openFrame(options: FrameOptions): Promise<PageFrame> {
  const { box, title, markup, look } = options;
  // oxlint-disable-next-line react/iframe-missing-sandbox -- it has one from the next line on
  const element = box.ownerDocument.createElement('iframe');
  element.setAttribute('sandbox', sandboxOf());
  element.title = title;
  const loaded = new Promise<void>((done) => element.addEventListener('load', () => done(), { once: true }));
  element.srcdoc = markup;
  element.style.cssText =
    'visibility:hidden;display:block;border:0;height:100%;position:absolute;inset-block:0;inset-inline:0;margin-inline:auto';
  box.append(element);
  await loaded;
  const { contentDocument, contentWindow } = element;
  if (!contentDocument?.body || !contentWindow) throw new Error('A chapter did not load');
  const frame = options.fixed
    ? createFixedFrame(element, contentDocument, options, options.fixed)
    : framed(element, contentDocument, contentWindow, options);
  await frame.lay(look);
  return frame;
}

function framed(element: HTMLIFrameElement, doc: Document, view: Window, options: FrameOptions): PageFrame {
  const { onScrolled } = options;
  const root = doc.documentElement;
  const end = doc.createElement('style');
  doc.head.append(end);
  const nodes = shownNodes(doc);
  const flow = { isVertical: false, isReversed: false, isScrolled: false, size: 1 };
  let [pages, page] = [1, 0];
  let isLaid = false;
  let settled = 0;
  let scrolling: ReturnType<typeof setTimeout> | undefined;

  const offset = () => Math.abs(flow.isVertical || flow.isScrolled ? view.scrollY : view.scrollX);
  const box = () => (flow.isScrolled ? (doc.scrollingElement ?? root) : null);

  function show(to: number) {
    page = Math.min(Math.max(to, 0), pages - 1);
    scrollTo(page * flow.size);
  }

  function scrollTo(at: number) {
    const isDown = flow.isVertical || flow.isScrolled;
    const [left, top] = isDown ? [0, at] : [flow.isReversed ? -at : at, 0];
    view.scrollTo({ left, top, behavior: 'instant' });
    settle();
    isLaid = true;
    element.style.visibility = 'visible';
  }

  function settle() {
    settled = offset();
    const scrolled = box();
    if (scrolled) page = hasMore(scrolled, 1) ? Math.min(Math.floor(settled / flow.size), pages - 1) : pages - 1;
  }

  function pageOfRect({ left, right, top }: DOMRect): number {
    const at = flow.isVertical || flow.isScrolled ? top : flow.isReversed ? flow.size - right : left;
    return Math.min(Math.max(Math.floor((at + offset() + 1) / flow.size), 0), pages - 1);
  }

  const isBefore = (rect: DOMRect) => (flow.isScrolled ? rect.top < 0 : pageOfRect(rect) < page);

  const start = () => firstInView(doc, nodes, isBefore);

  async function lay(look: Look): Promise<void> {
    isLaid = false;
    const { clientWidth, clientHeight } = options.box;
    // Two columns of whole pixels, so that the last page begins where the first one does.
    const width = Math.max(Math.floor(clientWidth / 2) * 2, 2);
    element.style.width = `${width}px`;
    const { writingMode, direction } = view.getComputedStyle(doc.body);
    flow.isVertical = writingMode.startsWith('vertical');
    flow.isScrolled = look.flow === 'scrolled' && !flow.isVertical;
    flow.isReversed = !flow.isVertical && direction === 'rtl';
    flow.size = flow.isVertical || flow.isScrolled ? Math.max(clientHeight, 1) : width;
    const kind = kindOf(width, flow.isVertical, look);
    const gap = gapOf(flow.isVertical ? clientHeight : width, kind, look);
    const [side, edge] = [`${gap / 2}px`, `${edgeOf(look)}px`];
    set(root, {
      ...ROOT,
      'writing-mode': writingMode,
      direction,
      width: flow.isVertical ? `${width}px` : 'auto',
      height: flow.isScrolled ? 'auto' : `${clientHeight}px`,
      overflow: flow.isScrolled ? 'hidden auto' : 'hidden',
      padding: flow.isVertical ? `${side} ${edge}` : `${edge} ${side}`,
      'column-count': flow.isScrolled ? 'auto' : kind === 'split' ? '2' : '1',
      'column-gap': `${gap}px`,
    });
    set(doc.body, BODY);
    await Promise.race([doc.fonts.ready, pause(FONTS_MS)]);
    end.textContent = '';
    const total = flow.isVertical || flow.isScrolled ? root.scrollHeight : root.scrollWidth;
    pages = Math.max(Math.ceil((total - 2) / flow.size), 1);
    if (flow.isScrolled) return;
    // The last page may have fewer columns: it must be as wide all the same.
    const edgeName = flow.isVertical ? 'top' : flow.isReversed ? 'right' : 'left';
    end.textContent = `html::after{content:'';position:absolute;${edgeName}:${pages * flow.size - 1}px;width:1px;height:1px}`;
  }

  function onScroll() {
    if (!isLaid || Math.abs(offset() - settled) < 1) return;
    if (flow.isScrolled) {
      clearTimeout(scrolling);
      scrolling = setTimeout(() => {
        if (!isLaid || Math.abs(offset() - settled) < 1) return;
        settle();
        onScrolled();
      }, SCROLL_MS);
      return;
    }
    show(Math.round(offset() / flow.size));
    onScrolled();
  }

  view.addEventListener('scroll', onScroll);
  return {
    element,
    document: doc,
    get pages() {
      return pages;
    },
    get page() {
      return page;
    },
    get isAtStart() {
      return flow.isScrolled ? offset() <= 1 : page === 0;
    },
    get box() {
      return box();
    },
    show,
    showPlace(place) {
      const rect = rectOf(place);
      if (flow.isScrolled) scrollTo(rect && rect.top > topOf(doc) + WHOLE ? rect.top + offset() - WHOLE : 0);
      else show(rect ? pageOfRect(rect) : 0);
    },
    turn(by) {
      const scrolled = box();
      if (scrolled) {
        const hasScrolled = scrollView(scrolled, by);
        settle();
        return hasScrolled;
      }
      const to = page + by;
      if (to < 0 || to >= pages) return false;
      show(to);
      return true;
    },
    isReached(place) {
      const rect = rectOf(place);
      return rect === null || (flow.isScrolled ? rect.top <= flow.size * REACHED : pageOfRect(rect) <= page);
    },
    isInView(place) {
      const rect = rectOf(place);
      if (rect === null) return false;
      return flow.isScrolled ? rect.bottom > 0 && rect.top < flow.size : pageOfRect(rect) === page;
    },
    start,
    lay,
    close() {
      clearTimeout(scrolling);
      element.remove();
    },
  };
}

const ROOT = {
  'box-sizing': 'border-box',
  'column-width': 'auto',
  'column-fill': 'auto',
  margin: '0',
  border: '0',
  position: 'static',
  'overflow-wrap': 'break-word',
  'min-width': '0',
  'max-width': 'none',
  'min-height': '0',
  'max-height': 'none',
} as const;

const BODY = {
  display: 'block',
  margin: '0',
  padding: '0',
  width: 'auto',
  height: 'auto',
  'max-width': 'none',
  'max-height': 'none',
  position: 'static',
  float: 'none',
  columns: 'auto',
  overflow: 'visible',
} as const;

function set({ style }: HTMLElement, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value, 'important');
}

function rectOf(place: Range | Element): DOMRect | null {
  if (!('startContainer' in place)) return place.getClientRects()[0] ?? place.getBoundingClientRect();
  const { startContainer, startOffset } = place;
  if (isText(startContainer)) return rectFrom(startContainer, startOffset);
  const child = startContainer.childNodes[startOffset] ?? startContainer;
  if (isText(child)) return rectFrom(child, 0);
  return isElement(child) ? child.getBoundingClientRect() : null;
}
