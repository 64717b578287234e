import { ZOOM_LIMITS } from '../../schemas/reading.ts';
import type { ContentsEntry, OpenOptions, PageLook, ReaderEngine, Press } from './engine.ts';
import { createOpenings, openingsOf, type Size } from './openings.ts';
import { createPageZoom } from './page-zoom.ts';
import { listenForPinch, listenForWheelZoom, type OnPinch } from './pinch.ts';
import { KEYS, listenForPresses } from './presses.ts';
import { isWide, letScroll } from './scrolling.ts';
import { pageAt, shareOfTarget } from './shares.ts';
import { createStrip } from './strip.ts';
import { createThumbnails } from './thumbnails.ts';

const PAGE_KEYS: ReadonlySet<string> = new Set([...KEYS, '+', '=', '-', '0', 'r', 'Home', 'End']);

/** The returned function stops listening. Wheel and touch only scroll a strip. */
function listenOnPages(surface: HTMLElement, isStrip: () => boolean, report: (press: Press) => void): () => void {
  const end = new AbortController();
  letScroll(surface, { box: () => surface, isStrip, signal: end.signal });
  const left = () => surface.getBoundingClientRect().left;
  const endPresses = listenForPresses(
    surface,
    surface,
    left,
    (press) => {
      // A finger that moves a wide page is no swipe.
      if (press.kind === 'swipe' && isWide(surface)) return;
      report(press);
    },
    PAGE_KEYS,
  );
  return () => {
    end.abort();
    endPresses();
  };
}

/** Pages of a fixed size (CSS pixels), counted from 1. */
export interface PageSource {
  readonly count: number;
  readonly direction: 'ltr' | 'rtl';
  readonly contents: readonly ContentsEntry[];
  readonly search: ReaderEngine['search'];
  /** At 100 %. Rejects when it is damaged. */
  measure(page: number, rotation: PageLook['rotation']): Promise<Size>;
  /** The same element again until it is released. Rejects when the page is damaged. */
  draw(page: number, size: Size, rotation: PageLook['rotation']): Promise<HTMLElement>;
  release(page: number): void;
  /** A small picture, this wide in device pixels. Rejects when the page is damaged. */
  sketch(page: number, width: number): Promise<HTMLCanvasElement>;
  /** null: the `target` leads nowhere. */
  find(target: string): Promise<number | null>;
  chapterOf(page: number): string | null;
  close(): void;
}

export interface PageFrame {
  readonly surface: HTMLElement;
  readonly root: HTMLElement;
  readonly source: PageSource;
  /** Never rejects: a damaged page has a size, and an element that says so. */
  measure(page: number): Promise<Size>;
  draw(page: number, size: Size): Promise<HTMLElement>;
  look(): PageLook;
  room(): Size;
  /** `opening`: its pages, where they are two; `page` is one of them. */
  moved(place: {
    page: number;
    opening?: readonly [first: number, last: number];
    last: number;
    atStart: boolean;
    atEnd: boolean;
  }): void;
}

export interface Arrangement {
  show(page: number): Promise<void>;
  turn(by: 1 | -1): Promise<void>;
  refit(onFitted?: () => void): Promise<void>;
  page(): number;
  end(): void;
}

export const DEFAULT_PAGE_LOOK: PageLook = {
  fit: 'whole',
  layout: 'single',
  direction: null,
  zoom: 100,
  rotation: 0,
};

const DAMAGED: Size = { width: 600, height: 900 };

const PAGES_TRIED = 5;

const SCROLLER = { overflow: 'auto', overflowAnchor: 'none', overscrollBehavior: 'contain', scrollbarWidth: 'thin' };

/** `damage`: why no page could be drawn; null: at least one was, or none was tried. */
function createFrame(source: PageSource, { surface, onMoved }: OpenOptions, root: HTMLElement, look: () => PageLook) {
  const name = surface.getAttribute('aria-label') ?? '';
  let damaged: unknown = null;
  let drawn = 0;
  let view: readonly [first: number, last: number] = [0, 0];
  const frame: PageFrame = {
    surface,
    root,
    source,
    measure: (page) => source.measure(page, look().rotation).catch(() => DAMAGED),
    async draw(page, size) {
      try {
        const element = await source.draw(page, size, look().rotation);
        drawn += 1;
        return element;
      } catch (cause) {
        damaged = cause;
        return damagedPage(`${name} ${page}`, size);
      }
    },
    look,
    room: () => ({ width: surface.offsetWidth, height: surface.offsetHeight }),
    moved({ page, opening, last, atStart, atEnd }) {
      view = opening ?? [page, last];
      onMoved({
        location: String(page),
        share: last >= source.count ? 1 : (page - 1) / source.count,
        page,
        pages: source.count,
        ...(opening && { opening }),
        chapter: source.chapterOf(page),
        atStart,
        atEnd,
      });
    },
  };
  return {
    ...frame,
    damage: () => (drawn === 0 ? damaged : null),
    isInView: (page: number) => view[0] <= page && page <= view[1],
  };
}

function watchSize(surface: HTMLElement, onChange: () => void): ResizeObserver {
  const size = () => `${surface.offsetWidth} ${surface.offsetHeight}`;
  let lastSize = size();
  return new ResizeObserver(() => {
    if (size() === lastSize) return;
    lastSize = size();
    onChange();
  });
}

function listenForZoom(
  surface: HTMLElement,
  zoom: ReturnType<typeof createPageZoom>,
  zoomed: () => number,
  onPressed: OpenOptions['onPressed'],
  signal: AbortSignal,
): void {
  const onPinch: OnPinch = (pinch, isOver) => {
    const factor = Math.min(Math.max(pinch.factor, ZOOM_LIMITS.min / zoomed()), ZOOM_LIMITS.max / zoomed());
    zoom.preview({ ...pinch, factor });
    onPressed({ kind: 'pinch', factor, isOver });
  };
  listenForPinch(surface, signal, onPinch);
  listenForWheelZoom(surface, signal, onPinch);
}

/** Opens a book of fixed pages. Rejects when none of its first pages can be drawn. */
export async function openPages(source: PageSource, options: OpenOptions): Promise<ReaderEngine> {
  const { surface, onPressed } = options;
  const before = surface.getAttribute('style');
  const root = document.createElement('div');
  let look = options.look.pages ?? DEFAULT_PAGE_LOOK;
  const frame = createFrame(source, options, root, () => look);
  const isWide = () => surface.offsetWidth > surface.offsetHeight;
  const openings = (isAlone: (page: number) => boolean) =>
    openingsOf(source.count, look.layout === 'double' && isWide(), isAlone);
  const direction = () => look.direction ?? source.direction;
  const arrange = () => (look.layout === 'strip' ? createStrip(frame) : createOpenings(frame, openings));
  const dress = () => {
    surface.dir = direction();
    surface.style.touchAction = look.zoom > 100 || look.fit === 'original' ? 'pan-x pan-y' : 'pan-y';
  };
  Object.assign(surface.style, SCROLLER);
  dress();
  surface.replaceChildren(root);
  let shown = arrange();
  const thumbnails = createThumbnails((page, width) => source.sketch(page, width));
  const endPresses = listenOnPages(surface, () => look.layout === 'strip', onPressed);
  const watch = watchSize(surface, () => void shown.refit());
  const close = () => {
    watch.disconnect();
    endPresses();
    shown.end();
    thumbnails.close();
    source.close();
    root.remove();
    surface.removeAttribute('dir');
    if (before === null) surface.removeAttribute('style');
    else surface.setAttribute('style', before);
  };
  const clamp = (page: number) => Math.min(Math.max(Math.round(page) || 1, 1), source.count);
  await shown.show(clamp(Number(options.location ?? 1)));
  const damage = frame.damage();
  if (damage !== null && !(await hasAnyPage(source))) {
    close();
    throw damage;
  }
  watch.observe(surface, { box: 'border-box' });
  const ending = new AbortController();
  const zoom = createPageZoom(surface, root);
  listenForZoom(surface, zoom, () => look.zoom, onPressed, ending.signal);
  return {
    contents: source.contents,
    direction: direction(),
    next: () => shown.turn(1),
    previous: () => shown.turn(-1),
    async go(target) {
      const share = shareOfTarget(target);
      if (share !== null) return shown.show(pageAt(share, source.count));
      const page = /^\d+$/.test(target) ? Number(target) : await source.find(target);
      if (page !== null) await shown.show(clamp(page));
    },
    async show({ pages }) {
      if (!pages) return;
      const isOther = (pages.layout === 'strip') !== (look.layout === 'strip');
      const isZoom = pages.layout === look.layout && pages.rotation === look.rotation;
      if (isZoom) zoom.hold();
      look = pages;
      dress();
      if (isZoom) return shown.refit(zoom.settle);
      if (!isOther) return shown.refit();
      const at = shown.page();
      shown.end();
      shown = arrange();
      await shown.show(at);
    },
    search: source.search,
    isInView: (target) => frame.isInView(Number(target)),
    marking: null,
    aloud: null,
    thumbnails,
    close() {
      ending.abort();
      close();
    },
  };
}

async function hasAnyPage(source: PageSource): Promise<boolean> {
  const first = Array.from({ length: Math.min(source.count, PAGES_TRIED) }, (_, index) => index + 1);
  const sizes = await Promise.allSettled(first.map((page) => source.measure(page, 0)));
  return sizes.some(({ status }) => status === 'fulfilled');
}

function damagedPage(name: string, { width, height }: Size): HTMLElement {
  const box = document.createElement('div');
  box.textContent = `⚠ ${name}`;
  box.style.cssText = `display:grid;place-items:center;width:${width}px;height:${height}px;box-sizing:border-box;border:1px dashed currentColor;opacity:.7`;
  return box;
}
