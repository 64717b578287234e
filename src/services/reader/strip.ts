import { fitStrip, type Size } from './openings.ts';
import type { Arrangement, PageFrame } from './paged.ts';

const READING_LINE = 1 / 3;
const TURN = 0.9;
/** Views above and below in which pages are prepared. */
const [ABOVE, BELOW] = [1, 2];

export function createStrip(frame: PageFrame): Arrangement {
  const { surface, root, source } = frame;
  const heights = createHeights(frame);
  const { natural, topOf, endOf, sizeOf, pageAt } = heights;
  const boxes = new Map<number, HTMLElement>();
  const drawn = new Map<number, Promise<void>>();
  /** The requested page, while the view stays there: it may not reach the reading line. */
  let held: { readonly page: number; readonly at: number } | null = null;
  let report = '';
  let isOver = false;
  root.style.cssText = 'display:flex;flex-direction:column;align-items:center;min-width:100%;width:max-content';
  root.replaceChildren();

  function dress(page: number, { style }: HTMLElement) {
    const { width, height } = sizeOf(page);
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  function pad() {
    const pages = [...boxes.keys()];
    root.style.paddingTop = `${topOf(Math.min(...pages))}px`;
    root.style.paddingBottom = `${endOf(source.count) - endOf(Math.max(...pages))}px`;
  }

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
        dress(page, box);
        root.insertBefore(box, next);
        drawn.set(page, draw(page));
      }
      next = box;
    }
    pad();
  }

  async function draw(page: number): Promise<void> {
    const box = boxes.get(page);
    if (!box) return;
    const isGone = () => isOver || boxes.get(page) !== box;
    if (!natural.has(page)) {
      const measured = await frame.measure(page);
      if (isGone()) return;
      natural.set(page, measured);
      resize(page, box);
    }
    const size = sizeOf(page);
    const element = await frame.draw(page, size);
    const { width, height } = sizeOf(page);
    if (isGone()) {
      if (!boxes.has(page)) source.release(page);
    } else if (width === size.width && height === size.height) box.replaceChildren(element);
  }

  /** Pages above the view that change their height must not move it. */
  function resize(page: number, box: HTMLElement) {
    const { scrollTop } = surface;
    const end = endOf(page);
    heights.place(page);
    dress(page, box);
    pad();
    const grown = endOf(page) - end;
    if (grown !== 0 && end <= scrollTop + 1) scrollTo(scrollTop + grown, isHeld() ? held?.page : undefined);
  }

  function scrollTo(top: number, page?: number) {
    surface.scrollTo(0, top);
    held = page === undefined ? null : { page, at: surface.scrollTop };
  }

  function drop(page: number) {
    boxes.get(page)?.remove();
    boxes.delete(page);
    drawn.delete(page);
    source.release(page);
  }

  const isAtEnd = () => surface.scrollTop + surface.clientHeight >= surface.scrollHeight - 2;
  const isHeld = () => held !== null && Math.abs(surface.scrollTop - held.at) < 1;

  function current(): number {
    if (held && isHeld()) return held.page;
    if (isAtEnd() && surface.scrollTop > 0) return source.count;
    return pageAt(surface.scrollTop + surface.clientHeight * READING_LINE);
  }

  function notify() {
    const [page, atEnd] = [current(), isAtEnd()];
    const place = { page, last: atEnd ? source.count : page, atStart: surface.scrollTop <= 1, atEnd };
    const text = JSON.stringify(place);
    if (isOver || text === report) return;
    report = text;
    frame.moved(place);
  }

  const onScroll = oncePerFrame(() => {
    if (isOver) return;
    fill();
    notify();
  });
  surface.addEventListener('scroll', onScroll, { passive: true });

  function placeAll() {
    const { clientWidth: width, clientHeight: height } = surface;
    heights.room = { width, height };
    heights.place(1);
    for (const [page, box] of boxes) dress(page, box);
    pad();
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
      scrollTo(topOf(page), page);
      fill();
      await drawn.get(page);
      notify();
    },
    async turn(by) {
      surface.scrollBy({ top: by * surface.clientHeight * TURN, behavior: 'instant' });
      fill();
      notify();
    },
    async refit(onFitted) {
      const [page, wasHeld] = [current(), isHeld()];
      const before = (surface.scrollTop - topOf(page)) / Math.max(endOf(page) - topOf(page), 1);
      const measure = async (one: number) => [one, await frame.measure(one)] as const;
      const measured = await Promise.all([...boxes.keys()].map(measure));
      if (isOver) return;
      natural.clear();
      for (const [one, size] of measured) if (boxes.has(one)) natural.set(one, size);
      heights.guess = natural.get(page) ?? heights.guess;
      placeAll();
      scrollTo(topOf(page) + before * (endOf(page) - topOf(page)), wasHeld ? page : undefined);
      onFitted?.();
      const shown = [...boxes.keys()];
      fill();
      await Promise.all(shown.map(draw));
      notify();
    },
    page: current,
    end() {
      isOver = true;
      surface.removeEventListener('scroll', onScroll);
      for (const page of boxes.keys()) source.release(page);
      boxes.clear();
      drawn.clear();
      root.replaceChildren();
      root.style.padding = '0';
    },
  };
}

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

  function place(from: number) {
    for (let page = from; page <= source.count; page++) tops[page] = topOf(page) + sizeOf(page).height;
  }
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
