import ePub, { EpubCFI, type Book } from 'epubjs';
import type Section from 'epubjs/types/section';
import type { NavItem } from 'epubjs/types/navigation';
import { pause } from '../idle.ts';
import { markFreeText, chapterStyle, TEXT_TOUCH } from './page-style.ts';
import { openArchive, type Archive } from './archive.ts';
import { disarmChapter, guarded } from './chapter-safety.ts';
import {
  BookException,
  type ContentsEntry,
  type Match,
  type OpenOptions,
  type Place,
  type ReaderEngine,
} from './engine.ts';
import { nameOf, readFrom } from './epub-archive.ts';
import { createAssets } from './epub-assets.ts';
import { createNeighbours, type Neighbours } from './epub-neighbours.ts';
import { firstInView, isText, shownNodes } from './first-in-view.ts';
import { needsScripts } from './page-frame.ts';
import { edgeOf, gapOf, kindOf, SPREAD_WIDTH } from './page-margins.ts';
import { listenForPinch, type OnPinch } from './pinch.ts';
import { listenForPresses } from './presses.ts';
import { hasMore, letScroll, scrollView, topOf, WHOLE } from './scrolling.ts';
import { serifFont } from './serif-font.ts';
import { findText } from './find-text.ts';
import { createTextMarks, shareIn } from './text-marks.ts';
import { within } from './within.ts';

/** Timeouts for the next frame, and for fonts of a page, in ms. */
const FRAME_MS = 100;
const FONTS_MS = 1000;
/** How long the size of the pages must rest, in ms. */
const SETTLE_MS = 120;
/** How long scrolling rests before it is a new place, in ms. */
const SCROLL_MS = 100;
/** The least room beside scrolled text, in CSS pixels: it includes the scroll bar. */
const LEAST_SIDE = 16;
/** Vertical text from right to left would have its pages above each other, out of reach. */
const DOWNWARDS = 'html,body{direction:ltr!important}body *{unicode-bidi:plaintext}';
/** Obfuscation of fonts, which protects no text. */
const FONT_HIDING = /http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)/;

interface Relocated {
  readonly start: Edge;
  readonly end: Edge;
  readonly atStart?: boolean;
  readonly atEnd?: boolean;
}
interface Edge {
  readonly index: number;
  cfi: string;
  readonly displayed: { readonly page: number; readonly total: number };
}

interface Contents {
  readonly document: Document;
  readonly window: Window;
  readonly sectionIndex: number;
  cfiFromRange(range: Range): string;
  range(cfi: string): Range;
}

/** Missing in the types of epubjs. */
type Parts = {
  readonly spine: { readonly spineItems: readonly Section[] };
  readonly packaging: {
    readonly navPath?: string;
    readonly ncxPath?: string;
    readonly metadata: { direction?: string; layout?: string };
  };
};
interface Manager {
  readonly container: HTMLElement;
  readonly settings: { gap?: number; readonly axis?: string };
  readonly isPaginated: boolean;
  location: unknown;
  currentLocation: () => unknown;
  paginatedLocation(): unknown;
  scrolledLocation(): unknown;
  readonly layout?: { delta: number; readonly height: number };
  updateLayout(): void;
  on(event: 'resize', listener: () => void): void;
}

/** Opens an epub. Its chapters are in frames without scripts or remote content. */
export async function openEpub(file: Blob, options: OpenOptions): Promise<ReaderEngine> {
  const font = serifFont();
  try {
    return await openBook(file, options, font);
  } catch (cause) {
    void font.then((url) => url !== null && URL.revokeObjectURL(url));
    throw cause;
  }
}

async function openBook(file: Blob, options: OpenOptions, font: Promise<string | null>): Promise<ReaderEngine> {
  const { surface, onMoved, onPressed } = options;
  let look = options.look;
  let isVertical = false;
  const archive = await openArchive(file);
  if (await isProtected(archive)) throw new BookException('protected');
  const book = ePub();
  readFrom(archive, book);
  const rendition = await attempt(async () => {
    await within(book.open(new ArrayBuffer(), 'binary'));
    await within(book.ready);
    book.spine.hooks.content.register(disarmChapter);
    const layout = {
      width: '100%',
      height: '100%',
      flow: look.flow === 'paged' ? 'paginated' : 'scrolled',
      gap: gap(),
      spread: look.spread,
      minSpreadWidth: SPREAD_WIDTH,
      allowScriptedContent: needsScripts(),
      resizeOnOrientationChange: false,
    };
    return book.renderTo(surface, layout);
  });
  hurry(rendition);
  const assets = createAssets(book, archive);
  const { spine, packaging } = book as unknown as Parts;
  const sections = spine.spineItems;
  const sizes = sections.map(({ url }) => archive.sizes.get(nameOf(url)) ?? 1);
  const contents = entriesOf(book.navigation.toc, packaging.navPath || packaging.ncxPath || '', book);
  const chapters = chaptersOf(contents, book);
  const listeners = new AbortController();
  const isFixed = packaging.metadata.layout === 'pre-paginated';
  let shownFlow = look.flow;
  /** The last reported scroll offset, in CSS pixels. */
  let settled = 0;
  let serif: string | null = null;
  /** The place of the last turn: other changes return to it. */
  let anchor = options.location;
  let isBusy = false;
  let isClosed = false;
  let way: 1 | -1 = 1;
  let sought: { readonly target: string | undefined } | { readonly end: 'first' | 'last' } = { end: 'first' };
  let place: Place | null = null;
  let shown: { readonly doc: Document; readonly nodes: readonly (Text | Element)[] } | null = null;
  let view: readonly [start: string, end: string] | null = null;
  const marks = createTextMarks({ ...options, firstInView: firstShown, signal: listeners.signal });
  let settling: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let neighbours: Neighbours | null = null;
  const heard = new Map<Document, AbortController>();
  listeners.signal.addEventListener('abort', () => heard.forEach((own) => own.abort()));

  function gap(): number {
    const { paddingLeft, paddingRight } = getComputedStyle(surface);
    const width = surface.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return gapOf(isVertical ? surface.clientHeight : width, kindOf(width, isVertical, look), look);
  }
  const manager = () => (rendition as { manager?: Manager }).manager;
  const isScrolled = () => look.flow === 'scrolled' && !isVertical && !isFixed;
  const box = () => (isScrolled() ? (manager()?.container ?? null) : null);

  function style(): string {
    const side = isScrolled() ? `padding-inline:${Math.max(gap() / 2, LEAST_SIDE)}px!important` : '';
    const margins = isFixed
      ? ''
      : `html{touch-action:${TEXT_TOUCH}}body{padding-block:${edgeOf(look)}px!important;${side}}`;
    return chapterStyle(look, serif, getComputedStyle(surface)) + margins + (isVertical ? DOWNWARDS : '');
  }

  /** The line at the top of scrolled text is whole, the first one of a chapter has its room above. */
  async function put(target: string | undefined): Promise<void> {
    sought = { target };
    const { layout } = manager() ?? {};
    // epubjs finds places by the width of pages, also where they are above each other.
    if (isVertical && layout) layout.delta = layout.height;
    await rendition.display(target);
    const scrolled = box();
    const [page] = scrolled ? (rendition.getContents() as unknown as readonly Contents[]) : [];
    if (!scrolled || !page) return;
    const first = topOf(page.document);
    if (scrolled.scrollTop <= first + WHOLE) scrolled.scrollTop = 0;
    else if (hasMore(scrolled, 1)) scrolled.scrollTop -= WHOLE;
  }

  function arrange() {
    const { settings } = manager() ?? {};
    if (!settings) return;
    settings.gap = gap();
    const flow = isScrolled() ? 'scrolled' : 'paged';
    if (flow === shownFlow) return;
    shownFlow = flow;
    const held = rendition as unknown as { location?: Relocated | undefined };
    const { location } = held;
    // With a place epubjs would show it by itself.
    held.location = undefined;
    rendition.flow(flow === 'paged' ? 'paginated' : 'scrolled');
    held.location = location;
    dress();
  }

  function clear() {
    neighbours?.clear();
    rendition.clear();
    arrange();
    manager()?.updateLayout();
  }

  function dress() {
    const { container } = manager() ?? {};
    if (!container || !isScrolled()) return;
    container.style.overflowX = 'hidden';
    container.style.overscrollBehavior = 'contain';
    container.style.scrollbarWidth = 'thin';
  }
  (
    book.spine.hooks.serialize as { register(hook: (output: string, section: Section) => Promise<void>): void }
  ).register(async (_output, section) => {
    const text = await assets.fill(section.output, section.url);
    section.output = guarded(text.replace(/<\/head>/i, () => `<style>${style()}</style></head>`));
  });
  function note(isTurn: boolean) {
    const location = isClosed ? null : (rendition.currentLocation() as unknown as Relocated | null);
    if (!location?.start) return;
    location.start.cfi = topOfScrolled() ?? location.start.cfi;
    if (isTurn) anchor = location.start.cfi;
    notify(location);
  }

  /** With pages above each other, epubjs counts the next one as shown. */
  function countedDown({ start, end }: Relocated): Relocated {
    const { scrollTop = 0, clientHeight = 1, scrollHeight = 1 } = manager()?.container ?? {};
    const total = Math.max(Math.round(scrollHeight / clientHeight), 1);
    const displayed = { page: Math.min(Math.round(scrollTop / clientHeight) + 1, total), total };
    return { start: { ...start, displayed }, end: { ...end, index: start.index, displayed } };
  }

  /** epubjs reports the paragraph before the first whole line when it is near. */
  function topOfScrolled(): string | null {
    const scrolled = box();
    const [page] = scrolled ? (rendition.getContents() as unknown as readonly Contents[]) : [];
    const frame = page?.window.frameElement;
    if (!scrolled || !page || !frame) return null;
    const above = scrolled.getBoundingClientRect().top - frame.getBoundingClientRect().top;
    if (shown?.doc !== page.document) shown = { doc: page.document, nodes: shownNodes(page.document) };
    const first = firstInView(page.document, shown.nodes, ({ top }) => top < above);
    return first && page.cfiFromRange(first);
  }

  function notify(location: Relocated) {
    anchor ??= location.start.cfi;
    view = [location.start.cfi, location.end.cfi];
    place = placeOf(isVertical ? countedDown(location) : location, anchor, sizes, chapters, box());
    settled = box()?.scrollTop ?? 0;
    onMoved(place);
  }

  async function heedDirection() {
    const [page] = isClosed ? [] : (rendition.getContents() as unknown as readonly Contents[]);
    const runsDown = page?.window.getComputedStyle(page.document.documentElement).writingMode.startsWith('vertical');
    if (!page || runsDown === undefined || runsDown === isVertical) return;
    const target = 'target' in sought ? (sought.target ?? anchor ?? undefined) : endOf(page, sought.end);
    isVertical = runsDown;
    clear();
    await put(target);
  }

  function endOf(page: Contents, end: 'first' | 'last'): string | undefined {
    const text = end === 'last' ? shownNodes(page.document).at(-1) : undefined;
    if (!text) return sections[page.sectionIndex]?.href;
    const range = page.document.createRange();
    if (isText(text)) range.setStart(text, Math.max(text.data.trimEnd().length - 1, 0));
    else range.setStartBefore(text);
    return page.cfiFromRange(range);
  }

  /** Serialises changes. A turn sets the place: other changes return to it. */
  function run(isTurn: boolean, work: () => Promise<unknown>): Promise<void> {
    const done = last.then(async () => {
      if (isClosed) return;
      isBusy = true;
      try {
        await within(work());
        // Before waiting: a font that loads with the next frame has moved the text by then.
        const fonts = fontsOnTheirWay();
        await within(heedDirection());
        fonts.push(...fontsOnTheirWay());
        note(isTurn);
        // New content has its size in the next frame, which a hidden page does not get.
        await Promise.race([new Promise((next) => requestAnimationFrame(next)), pause(FRAME_MS)]);
        note(isTurn);
        // A loaded font moves the text: the anchor is located again.
        if (fonts.length > 0) await Promise.race([Promise.all(fonts.map(({ ready }) => ready)), pause(FONTS_MS)]);
        else if (isScrolled() || anchor === null || isOnPages(anchor) !== false) return;
        if (isClosed) return;
        await within(put(anchor ?? undefined));
        note(false);
      } finally {
        isBusy = false;
        neighbours?.prepare(way);
      }
    });
    last = done.catch(() => undefined);
    return done;
  }

  function isOnPages(target: string): boolean | null {
    try {
      return view && compare(view[0], target) <= 0 && compare(target, view[1]) <= 0;
    } catch {
      return null;
    }
  }

  function fontsOnTheirWay(): FontFaceSet[] {
    const pages = isClosed ? [] : (rendition.getContents() as unknown as readonly Contents[]);
    return pages.map(({ document }) => document.fonts).filter(({ status }) => status === 'loading');
  }

  const onPinch: OnPinch = ({ factor }, isOver) => onPressed({ kind: 'pinch', factor, isOver });
  rendition.hooks.content.register((page: Contents) => {
    const frame = page.window.frameElement;
    frame?.setAttribute('title', surface.getAttribute('aria-label') ?? '');
    const left = () => surface.getBoundingClientRect().left - (frame?.getBoundingClientRect().left ?? 0);
    for (const [doc, own] of heard)
      if (!doc.defaultView) {
        own.abort();
        heard.delete(doc);
      }
    const own = new AbortController();
    const { signal } = own;
    heard.set(page.document, own);
    if (look.alignment !== 'book') markFreeText(page.document);
    if (isScrolled() && frame?.parentElement) frame.parentElement.style.marginBottom = `${edgeOf(look)}px`;
    letScroll(page.document, { box, onPulled, signal });
    const end = listenForPresses(page.document, surface, left, onPressed);
    signal.addEventListener('abort', end);
    if (!isFixed) listenForPinch(page.document, signal, onPinch);
    const index = page.sectionIndex;
    marks.add({
      root: page.document.body,
      describe: (range) => ({
        target: page.cfiFromRange(range),
        share: shareAt(sizes, index, shareIn(page.document, range)),
        chapter: chapterAt(chapters, index),
      }),
      find: (target) => (new EpubCFI(target).spinePos === index ? page.range(target) : null),
    });
    page.document.addEventListener('click', (event) => followLink(event), { capture: true, signal });
  });
  const onPulled = (way: 1 | -1, at: number) => onPressed({ kind: 'wheel', delta: way, at });
  letScroll(surface, { box, signal: listeners.signal });
  const margins = listenForPresses(surface, surface, () => surface.getBoundingClientRect().left, onPressed);
  listeners.signal.addEventListener('abort', margins);
  const sizeOf = () => `${surface.clientWidth} ${surface.clientHeight}`;
  let laid = sizeOf();
  const sized = new ResizeObserver(() => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      if (sizeOf() !== laid) run(false, layAgain).catch(() => undefined);
    }, SETTLE_MS);
  });
  listeners.signal.addEventListener('abort', () => sized.disconnect());

  async function layAgain() {
    laid = sizeOf();
    clear();
    await put(anchor ?? undefined);
  }

  rendition.on('relocated', (location: Relocated) => {
    if (!isBusy && !isScrolled()) notify(location);
  });

  let scrolling: ReturnType<typeof setTimeout> | undefined;
  function onScroll() {
    clearTimeout(scrolling);
    scrolling = setTimeout(() => {
      // Layout scrolls too: only a person's scrolling counts.
      if (isBusy) return onScroll();
      const at = box()?.scrollTop;
      if (at !== undefined && Math.abs(at - settled) > 1) run(true, () => Promise.resolve()).catch(() => undefined);
    }, SCROLL_MS);
  }

  const display = (target: string | undefined) => run(true, () => put(target));

  function followLink(event: MouseEvent) {
    const link = (event.target as Element | null)?.closest?.('a[href]');
    const href = link?.getAttribute('href') ?? '';
    if (!link || /^[a-z][a-z\d+.-]*:/i.test(href)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const frame = (event.view ?? link.ownerDocument.defaultView)?.frameElement;
    const index = Number(frame?.parentElement?.getAttribute('ref'));
    const target = resolve(href, sections[index]?.href ?? '');
    if (book.spine.get(target)) void display(target).catch(() => undefined);
  }

  const sectionShown = () => (rendition.getContents() as unknown as readonly Contents[])[0]?.sectionIndex;

  function firstShown(): Range | null {
    const start = view?.[0];
    const pages = isClosed ? [] : (rendition.getContents() as unknown as readonly Contents[]);
    const page = start && pages.find(({ sectionIndex }) => sectionIndex === new EpubCFI(start).spinePos);
    return page ? page.range(start) : null;
  }

  function close() {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(settling);
    clearTimeout(scrolling);
    neighbours?.clear();
    listeners.abort();
    if (serif !== null) URL.revokeObjectURL(serif);
    assets.close();
    release(rendition, () => {
      rendition.destroy();
      book.destroy();
    });
  }

  try {
    serif = await font;
    try {
      await display(options.location ?? undefined);
    } catch {
      await display(undefined);
    }
  } catch (cause) {
    close();
    throw new BookException('corrupt', { cause });
  }
  forgetWindow(rendition);
  dress();
  manager()?.container.addEventListener('scroll', onScroll, { passive: true, signal: listeners.signal });
  manager()?.on('resize', () => {
    if (!isBusy && !isScrolled()) run(false, () => put(anchor ?? undefined)).catch(() => undefined);
  });
  sized.observe(surface);
  neighbours = createNeighbours(manager() ?? {}, {
    key: () => `${sizeOf()} ${JSON.stringify(look)}`,
    shown: () => (isBusy || isClosed || isVertical || isFixed ? undefined : sections[sectionShown() ?? -1]),
  });
  neighbours.prepare(1);

  return {
    contents,
    direction: packaging.metadata.direction === 'rtl' ? 'rtl' : 'ltr',
    async next() {
      await run(true, async () => {
        const scrolled = box();
        if (scrolled && scrollView(scrolled, 1)) return;
        way = 1;
        sought = { end: 'first' };
        if (!place?.atEnd) await rendition.next();
      });
    },
    async previous() {
      await run(true, async () => {
        const scrolled = box();
        if (place?.atStart || (scrolled && scrollView(scrolled, -1))) return;
        way = -1;
        sought = { end: 'last' };
        const before = sectionShown();
        await rendition.prev();
        // Scrolled chapters, and those with pages above each other, show their beginning first.
        const end = isVertical && sectionShown() !== before ? manager()?.container : box();
        if (end) end.scrollTop = end.scrollHeight;
      });
    },
    go: display,
    async show(next) {
      // The colours of the surface arrive in its next frame.
      await new Promise((done) => requestAnimationFrame(done));
      if (isClosed) return;
      await run(false, async () => {
        const hasSpread = next.spread !== look.spread;
        look = next;
        clear();
        if (hasSpread) rendition.spread(look.spread, SPREAD_WIDTH);
        await put(anchor ?? undefined);
      });
    },
    search: (query, signal) => search(book, sections, chapters, query, signal),
    isInView: (target) => isOnPages(target) === true,
    marking: marks,
    close,
  };
}

/** epubjs lays out again on a window resize, also during its own display: here this waits its turn. */
function forgetWindow(rendition: object): void {
  const { manager } = rendition as { manager?: { stage?: { resizeFunc?: EventListener } } };
  const listener = manager?.stage?.resizeFunc;
  if (listener) window.removeEventListener('resize', listener);
}

/**
 * epubjs waits a frame before each step and lays a chapter out twice to find the shown page, after each turn again.
 * Here steps run at once, and pages are laid out only when their size or look changes.
 */
function hurry(rendition: object): void {
  const held = rendition as {
    q?: { tick: (work: () => void) => void; enqueue(work: () => void): unknown };
    manager?: Manager;
    reportLocation: () => Promise<void>;
  };
  if (!held.q) return;
  held.q.tick = queueMicrotask;
  held.q.enqueue(() => {
    const { manager } = held;
    if (!manager) return;
    held.reportLocation = () => Promise.resolve();
    manager.currentLocation = () => {
      const isAcross = manager.isPaginated && manager.settings.axis === 'horizontal';
      return (manager.location = isAcross ? manager.paginatedLocation() : manager.scrolledLocation());
    };
  });
}

/** epubjs leaves listeners on the window that hold the whole book: they are cut off from it. */
function release(rendition: object, end: () => void): void {
  const { manager } = rendition as { manager?: Record<string, unknown> };
  const { orientationChangeFunc } = (manager?.['stage'] ?? {}) as { orientationChangeFunc?: EventListener };
  end();
  if (orientationChangeFunc) window.removeEventListener('orientationchange', orientationChangeFunc);
  if (!manager) return;
  for (const name of Reflect.ownKeys(manager)) Reflect.deleteProperty(manager, name);
  manager['destroy'] = manager['currentLocation'] = () => undefined;
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof BookException ? cause : new BookException('corrupt', { cause });
  }
}

/** Encrypted by DRM. */
async function isProtected({ sizes, readText }: Archive): Promise<boolean> {
  if (sizes.has('META-INF/rights.xml') || sizes.has('META-INF/sinf.xml')) return true;
  const encryption = await readText('META-INF/encryption.xml');
  const algorithms = encryption?.match(/EncryptionMethod[^>]*Algorithm\s*=\s*["'][^"']*/g) ?? [];
  return algorithms.some((algorithm) => !FONT_HIDING.test(algorithm));
}

function entriesOf(items: readonly NavItem[], base: string, book: Book): readonly ContentsEntry[] {
  return items.map(({ label, href, subitems }) => {
    const target = resolve(href, base);
    return {
      label: label.trim(),
      target: book.spine.get(target) ? target : href,
      children: entriesOf(subitems ?? [], base, book),
    };
  });
}

function chaptersOf(contents: readonly ContentsEntry[], book: Book): ReadonlyMap<number, string> {
  const titles = new Map<number, string>();
  const add = ({ target, label, children }: ContentsEntry) => {
    const index = book.spine.get(target)?.index;
    if (index !== undefined && !titles.has(index)) titles.set(index, label);
    children.forEach(add);
  };
  contents.forEach(add);
  return titles;
}

function chapterAt(chapters: ReadonlyMap<number, string>, index: number): string | null {
  for (let at = index; at >= 0; at--) if (chapters.has(at)) return chapters.get(at) ?? null;
  return null;
}

const compare = (one: string, other: string) => new EpubCFI().compare(one, other);
const sum = (list: readonly number[]) => list.reduce((total, size) => total + size, 0);

function shareAt(sizes: readonly number[], index: number, inside: number): number {
  return Math.min((sum(sizes.slice(0, index)) + (sizes[index] ?? 0) * inside) / sum(sizes), 1);
}

/** @param box the scroller; null: the text is in pages */
function placeOf(
  { start, end, atStart, atEnd }: Relocated,
  location: string,
  sizes: readonly number[],
  chapters: ReadonlyMap<number, string>,
  box: Element | null,
): Place {
  const chapter = chapterAt(chapters, start.index);
  if (box) {
    const { scrollTop, clientHeight, scrollHeight } = box;
    const isLast = start.index === sizes.length - 1 && !hasMore(box, 1);
    const pages = Math.max(Math.ceil(scrollHeight / Math.max(clientHeight, 1)), 1);
    return {
      location,
      share: isLast ? 1 : shareAt(sizes, start.index, scrollTop / Math.max(scrollHeight, 1)),
      page: hasMore(box, 1) ? Math.min(Math.floor(scrollTop / Math.max(clientHeight, 1)) + 1, pages) : pages,
      pages,
      chapter,
      atStart: start.index === 0 && !hasMore(box, -1),
      atEnd: isLast,
    };
  }
  const { page, total } = start.displayed;
  const isLast = atEnd === true || (end.index === sizes.length - 1 && end.displayed.page >= end.displayed.total);
  return {
    location,
    share: isLast ? 1 : shareAt(sizes, start.index, (page - 1) / Math.max(total, 1)),
    page,
    pages: total,
    chapter,
    atStart: atStart === true || (start.index === 0 && page <= 1),
    atEnd: isLast,
  };
}

async function search(
  book: Book,
  sections: readonly Section[],
  chapters: ReadonlyMap<number, string>,
  query: string,
  signal: AbortSignal,
): Promise<readonly Match[]> {
  const found: Match[] = [];
  for (const section of sections) {
    if (signal.aborted) return found;
    const isLoaded = Boolean(section.document);
    await section.load(book.load.bind(book));
    for (const { start, excerpt } of findText(section.document, query))
      found.push({ target: section.cfiFromRange(start), excerpt, chapter: chapterAt(chapters, section.index) });
    if (!isLoaded) section.unload();
  }
  return found;
}

/** Resolves an address relative to its file, as the spine names it. */
function resolve(href: string, base: string): string {
  const { pathname, hash } = new URL(href, new URL(base, 'http://book/'));
  return `${decode(pathname).slice(1)}${hash}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
