import { fitStrip, type Size } from './openings.ts';
import type { Arrangement, PageFrame } from './paged.ts';

const READING_LINE = 1 / 3;
const TURN = 0.9;
/** Views above and below in which pages are prepared. */
const [ABOVE, BELOW] = [1, 2];

export function createStrip(frame: PageFrame): Arrangement {
  const { surface, root } = frame;
  const heights = createHeights(frame);
  const { natural, topOf, endOf } = heights;
  const place = createPlace(frame, heights);
  const pages = createStripPages(frame, heights, place.shift);
  let isOver = false;
  root.style.cssText = 'display:flex;flex-direction:column;align-items:center;min-width:100%;width:max-content';
  root.replaceChildren();

  const onScroll = oncePerFrame(() => {
    if (isOver) return;
    pages.fill();
    place.notify();
  });
  surface.addEventListener('scroll', onScroll, { passive: true });

  function placeAll() {
    const { clientWidth: width, clientHeight: height } = surface;
    heights.room = { width, height };
    heights.place(1);
    pages.lay();
  }

  return {
    async show(page) {
      if (natural.size === 0) {
        heights.guess = await frame.measure(page);
        if (isOver) return;
        natural.set(page, heights.guess);
        placeAll();
        if (surface.clientWidth !== heights.room.width) placeAll();
      }
      place.scrollTo(topOf(page), page);
      pages.fill();
      await pages.drawn(page);
      place.notify();
    },
    async turn(by) {
      surface.scrollBy({ top: by * surface.clientHeight * TURN, behavior: 'instant' });
      pages.fill();
      place.notify();
    },
    async refit(onFitted) {
      const [page, wasHeld] = [place.current(), place.isHeld()];
      const before = (surface.scrollTop - topOf(page)) / Math.max(endOf(page) - topOf(page), 1);
      const measure = async (one: number) => [one, await frame.measure(one)] as const;
      const measured = await Promise.all(pages.all().map(measure));
      if (isOver) return;
      natural.clear();
      for (const [one, size] of measured) if (pages.has(one)) natural.set(one, size);
      heights.guess = natural.get(page) ?? heights.guess;
      placeAll();
      place.scrollTo(topOf(page) + before * (endOf(page) - topOf(page)), wasHeld ? page : undefined);
      onFitted?.();
      const shown = pages.all();
      pages.fill();
      await Promise.all(shown.map(pages.draw));
      place.notify();
    },
    page: place.current,
    end() {
      isOver = true;
      place.end();
      surface.removeEventListener('scroll', onScroll);
      pages.end();
      root.replaceChildren();
      root.style.padding = '0';
    },
  };
}

/** Where the strip is scrolled, and the page that is read there. */
function createPlace({ surface, source, moved }: PageFrame, heights: Heights) {
  /** The requested page, while the view stays there: it may not reach the reading line. */
  let held: { readonly page: number; readonly at: number } | null = null;
  let report = '';
  let isOver = false;

  function scrollTo(top: number, page?: number) {
    surface.scrollTo(0, top);
    held = page === undefined ? null : { page, at: surface.scrollTop };
  }

  const isAtEnd = () => surface.scrollTop + surface.clientHeight >= surface.scrollHeight - 2;
  const isHeld = () => held !== null && Math.abs(surface.scrollTop - held.at) < 1;

  function current(): number {
    if (held && isHeld()) return held.page;
    if (isAtEnd() && surface.scrollTop > 0) return source.count;
    return heights.pageAt(surface.scrollTop + surface.clientHeight * READING_LINE);
  }

  function notify() {
    const [page, atEnd] = [current(), isAtEnd()];
    const place = { page, last: atEnd ? source.count : page, atStart: surface.scrollTop <= 1, atEnd };
    const text = JSON.stringify(place);
    if (isOver || text === report) return;
    report = text;
    moved(place);
  }
  return {
    scrollTo,
    /** Pages above the view that change their height must not move it. */
    shift: (top: number) => scrollTo(top, isHeld() ? held?.page : undefined),
    isHeld,
    current,
    notify,
    end: () => (isOver = true),
  };
}

/** The pages near the view. `onShifted`: a page above the view has another height: the view is here now. */
function createStripPages(frame: PageFrame, heights: Heights, onShifted: (top: number) => void) {
  const { surface, root, source } = frame;
  const { natural, endOf, pageAt } = heights;
  const boxes = new Map<number, HTMLElement>();
  const drawn = new Map<number, Promise<void>>();
  let isOver = false;

  function fill() {
    const { scrollTop, clientHeight } = surface;
    const first = pageAt(scrollTop - ABOVE * clientHeight);
    const last = pageAt(scrollTop + (1 + BELOW) * clientHeight);
    for (const page of boxes.keys()) if (page < first || page > last) drop(page);
    let next: HTMLElement | null = null;
    for (let page = last; page >= first; page--) {
      const box: HTMLElement = boxes.get(page) ?? document.createElement('div');
      if (!boxes.has(page)) {
        boxes.set(page, box);
        dress(box, heights.sizeOf(page));
        root.insertBefore(box, next);
        drawn.set(page, draw(page));
      }
      next = box;
    }
    heights.pad(root, boxes.keys());
  }

  async function draw(page: number): Promise<void> {
    const box = boxes.get(page);
    if (!box) return;
    const isClosed = () => isOver || boxes.get(page) !== box;
    if (!natural.has(page)) {
      const measured = await frame.measure(page);
      if (isClosed()) return;
      natural.set(page, measured);
      resize(page, box);
    }
    const size = heights.sizeOf(page);
    const element = await frame.draw(page, size);
    const { width, height } = heights.sizeOf(page);
    if (isClosed()) {
      if (!boxes.has(page)) source.release(page);
    } else if (width === size.width && height === size.height) box.replaceChildren(element);
  }

  function resize(page: number, box: HTMLElement) {
    const { scrollTop } = surface;
    const end = endOf(page);
    heights.place(page);
    dress(box, heights.sizeOf(page));
    heights.pad(root, boxes.keys());
    const grown = endOf(page) - end;
    if (grown !== 0 && end <= scrollTop + 1) onShifted(scrollTop + grown);
  }

  function drop(page: number) {
    boxes.get(page)?.remove();
    boxes.delete(page);
    drawn.delete(page);
    source.release(page);
  }

  return {
    all: () => [...boxes.keys()],
    has: (page: number) => boxes.has(page),
    drawn: (page: number) => drawn.get(page),
    draw,
    fill,
    lay() {
      for (const [page, box] of boxes) dress(box, heights.sizeOf(page));
      heights.pad(root, boxes.keys());
    },
    end() {
      isOver = true;
      for (const page of boxes.keys()) source.release(page);
      boxes.clear();
      drawn.clear();
    },
  };
}

type Heights = ReturnType<typeof createHeights>;

/** Where each page begins and ends, in CSS pixels; pages that are not measured yet have the size of one that is. */
function createHeights(frame: PageFrame) {
  const { source } = frame;
  const natural = new Map<number, Size>();
  const tops = new Float64Array(source.count + 1);
  const heights = {
    natural,
    guess: { width: 600, height: 900 } satisfies Size,
    room: { width: 1, height: 1 } satisfies Size,
    topOf,
    endOf,
    sizeOf,
    pageAt,
    place,
    pad,
  };
  return heights;

  function topOf(page: number): number {
    return tops[page - 1] ?? 0;
  }

  function endOf(page: number): number {
    return tops[page] ?? 0;
  }

  function sizeOf(page: number): Size {
    return fitStrip(natural.get(page) ?? heights.guess, heights.room, frame.look());
  }

  function pageAt(y: number): number {
    let [low, high] = [1, source.count];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (topOf(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** For the pages above and below these. */
  function pad({ style }: HTMLElement, shown: Iterable<number>) {
    const pages = [...shown];
    style.paddingTop = `${topOf(Math.min(...pages))}px`;
    style.paddingBottom = `${endOf(source.count) - endOf(Math.max(...pages))}px`;
  }

  function place(from: number) {
    for (let page = from; page <= source.count; page++) tops[page] = topOf(page) + sizeOf(page).height;
  }
}

function dress({ style }: HTMLElement, { width, height }: Size) {
  style.width = `${width}px`;
  style.height = `${height}px`;
}

function oncePerFrame(work: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      work();
    });
  };
}
