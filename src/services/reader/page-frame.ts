import type { Look } from './engine.ts';
import { createFixedFrame } from './fixed-frame.ts';
import type { Size } from './page-fit.ts';

/** A page of a book stands beside another one where the surface is this wide, in CSS pixels. */
const SPREAD_WIDTH = 900;
/** Room around a page, and the most that a line of it is long at the size that the book says, in CSS pixels. */
const MARGIN = 20;
const LINE = 760;
/** How long fonts of a page are waited for, in ms. */
const FONTS_MS = 1000;

/** A chapter in a frame that runs no script, its text in pages beside each other. Pages count from 0. */
export interface PageFrame {
  readonly element: HTMLIFrameElement;
  readonly document: Document;
  readonly pages: number;
  readonly page: number;
  show(page: number): void;
  /** The page of a place; the first one when it is not drawn. */
  pageOf(place: Range | Element): number;
  /** Where the shown page begins; null when there is nothing in the chapter. */
  start(): Range | null;
  /** Sets the text in pages again, after its size or its look has changed. The page that is shown then is any. */
  lay(look: Look): Promise<void>;
  close(): void;
}

export interface FrameOptions {
  /** The frame fills it. It is positioned, and its colours and title are those of the page. */
  readonly box: HTMLElement;
  readonly title: string;
  readonly markup: string;
  readonly look: Look;
  /** The chapter is one page of this size, where it says no other; null: its text is set in pages. */
  readonly fixed: Size | null;
  /** The page has changed, but not by `show`: by the focus, by a search of the browser. */
  readonly onScrolled: () => void;
}

/** Opens a frame with this chapter, over what is in the box. It is out of sight until `show`. */
export async function openFrame(options: FrameOptions): Promise<PageFrame> {
  const { box, title, markup, look } = options;
  // oxlint-disable-next-line react/iframe-missing-sandbox -- it has one from the next line on
  const element = box.ownerDocument.createElement('iframe');
  element.setAttribute('sandbox', 'allow-same-origin');
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

function framed(element: HTMLIFrameElement, doc: Document, view: Window, { box, onScrolled }: FrameOptions): PageFrame {
  const root = doc.documentElement;
  const end = doc.createElement('style');
  doc.head.append(end);
  const nodes = shownNodes(doc);
  const flow = { isVertical: false, isReversed: false, size: 1 };
  let [pages, page] = [1, 0];
  /** Until the next `show` any page may be in view. */
  let isLaid = false;

  const offset = () => Math.abs(flow.isVertical ? view.scrollY : view.scrollX);

  function show(to: number) {
    page = Math.min(Math.max(to, 0), pages - 1);
    const at = page * flow.size;
    const [left, top] = flow.isVertical ? [0, at] : [flow.isReversed ? -at : at, 0];
    view.scrollTo({ left, top, behavior: 'instant' });
    isLaid = true;
    element.style.visibility = 'visible';
  }

  /** On which page a rectangle of the frame's view begins. */
  function pageOfRect({ left, right, top }: DOMRect): number {
    const at = flow.isVertical ? top : flow.isReversed ? flow.size - right : left;
    return Math.min(Math.max(Math.floor((at + offset() + 1) / flow.size), 0), pages - 1);
  }

  function start(): Range | null {
    const first = firstOf(nodes.length, (index) => {
      const rect = lastRectOf(nodes[index]);
      return rect !== null && pageOfRect(rect) >= page;
    });
    const node = nodes[first] ?? nodes.at(-1);
    if (!node) return null;
    const range = doc.createRange();
    if (!isText(node)) range.setStart(node, 0);
    else {
      const { length } = node.data;
      const from = firstOf(length, (at) => pageOfRect(rectFrom(node, at) ?? new DOMRect()) >= page);
      range.setStart(node, Math.min(from, length - 1));
    }
    range.collapse(true);
    return range;
  }

  async function lay(look: Look): Promise<void> {
    isLaid = false;
    const { clientWidth, clientHeight } = box;
    // Two columns of whole pixels, so that the last page begins where the first one does.
    const width = Math.max(Math.floor(clientWidth / 2) * 2, 2);
    element.style.width = `${width}px`;
    const { writingMode, direction } = view.getComputedStyle(doc.body);
    flow.isVertical = writingMode.startsWith('vertical');
    flow.isReversed = !flow.isVertical && direction === 'rtl';
    flow.size = flow.isVertical ? Math.max(clientHeight, 1) : width;
    const isSplit = !flow.isVertical && look.spread === 'auto' && width >= SPREAD_WIDTH;
    const spare = flow.isVertical || isSplit ? 0 : width - LINE * Math.max(look.scale / 100, 1);
    const gap = Math.floor(Math.max(flow.size / 20, 32, spare) / 2) * 2;
    set(root, {
      ...ROOT,
      'writing-mode': writingMode,
      direction,
      width: flow.isVertical ? `${width}px` : 'auto',
      height: `${clientHeight}px`,
      padding: flow.isVertical ? `${gap / 2}px ${MARGIN}px` : `${MARGIN}px ${gap / 2}px`,
      'column-count': isSplit ? '2' : '1',
      'column-gap': `${gap}px`,
    });
    set(doc.body, BODY);
    await Promise.race([doc.fonts.ready, new Promise((done) => setTimeout(done, FONTS_MS))]);
    end.textContent = '';
    const total = flow.isVertical ? root.scrollHeight : root.scrollWidth;
    pages = Math.max(Math.ceil((total - 2) / flow.size), 1);
    // The last page may have less columns than others: it is as wide all the same.
    const edge = flow.isVertical ? 'top' : flow.isReversed ? 'right' : 'left';
    end.textContent = `html::after{content:'';position:absolute;${edge}:${pages * flow.size - 1}px;width:1px;height:1px}`;
  }

  view.addEventListener('scroll', () => {
    if (!isLaid || Math.abs(offset() - page * flow.size) < 1) return;
    show(Math.round(offset() / flow.size));
    onScrolled();
  });
  return {
    element,
    document: doc,
    get pages() {
      return pages;
    },
    get page() {
      return page;
    },
    show,
    pageOf(place) {
      const rect = rectOf(place);
      return rect ? pageOfRect(rect) : 0;
    },
    start,
    lay,
    close: () => element.remove(),
  };
}

const ROOT = {
  'box-sizing': 'border-box',
  'column-width': 'auto',
  'column-fill': 'auto',
  margin: '0',
  border: '0',
  position: 'static',
  overflow: 'hidden',
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

const isText = (node: Node): node is Text => node.nodeType === 3 || node.nodeType === 4;

/** What a person sees of a document, in its order: texts and pictures. */
function shownNodes(doc: Document): readonly (Text | Element)[] {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const nodes: (Text | Element)[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isText(node)) {
      if (node.data.trim() !== '' && lastRectOf(node)) nodes.push(node);
    } else if (/^(?:img|svg|video|image)$/i.test((node as Element).localName)) nodes.push(node as Element);
  }
  return nodes;
}

function rectOf(place: Range | Element): DOMRect | null {
  if (!('startContainer' in place)) return place.getClientRects()[0] ?? place.getBoundingClientRect();
  const { startContainer, startOffset } = place;
  if (isText(startContainer)) return rectFrom(startContainer, startOffset);
  const child = startContainer.childNodes[startOffset] ?? startContainer;
  return isText(child) ? rectFrom(child, 0) : (child as Element).getBoundingClientRect();
}

/** Where a text goes on from a character. */
function rectFrom(text: Text, offset: number): DOMRect | null {
  const range = text.ownerDocument.createRange();
  range.selectNodeContents(text);
  range.setStart(text, Math.min(offset, text.data.length));
  return (
    [...range.getClientRects()].find(({ height }) => height > 0) ?? text.parentElement?.getClientRects()[0] ?? null
  );
}

function lastRectOf(node: Text | Element | undefined): DOMRect | null {
  if (!node) return null;
  if (!isText(node)) return node.getBoundingClientRect();
  const range = node.ownerDocument.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].at(-1) ?? null;
}

/** The first number from which on something holds, found by halves; `end` when it never does. */
function firstOf(end: number, holds: (number: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
