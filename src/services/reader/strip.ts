import { fitStrip, type Size } from './page-fit.ts';
import type { Arrangement, PageFrame } from './paged.ts';

/** The page at this share of the view's height is the one that one is on. */
const READING_LINE = 1 / 3;
/** How much of the view a turn scrolls. */
const TURN = 0.9;
/** Pages are ready this far from the view: two views below it, one above. */
const NEAR = '100% 0px 200%';

/** All pages below each other; only those near the view are drawn. */
export function createStrip(frame: PageFrame): Arrangement {
  const { surface, root, source } = frame;
  const natural = new Map<number, Size>();
  const near = new Set<number>();
  let guess: Size = { width: 600, height: 900 };
  let told = '';
  let isOver = false;
  root.style.cssText = 'display:flex;flex-direction:column;align-items:center;min-width:100%;width:max-content';
  const boxes = Array.from({ length: source.count }, () => document.createElement('div'));
  const boxOf = (page: number) => boxes[page - 1] ?? root;
  const pageOf = new Map<Element, number>(boxes.map((box, index) => [box, index + 1]));
  root.replaceChildren(...boxes);

  const room = () => ({ width: surface.clientWidth, height: surface.clientHeight });
  const sizeOf = (page: number, into = room()) => fitStrip(natural.get(page) ?? guess, into, frame.look());
  /** Pages above the view that get another height move nothing in it. */
  function size(page: number) {
    const box = boxOf(page);
    const { width, height } = sizeOf(page);
    const grown = height - box.offsetHeight;
    const isAbove = box.offsetTop + box.offsetHeight <= surface.scrollTop + 1;
    box.style.width = `${width}px`;
    box.style.height = `${height}px`;
    if (isAbove && grown !== 0) surface.scrollTop += grown;
  }

  async function draw(page: number): Promise<void> {
    near.add(page);
    if (!natural.has(page)) {
      natural.set(page, await frame.measure(page));
      if (isOver) return;
      size(page);
    }
    const element = await frame.draw(page, sizeOf(page));
    if (isOver || !near.has(page)) return source.release(page);
    boxOf(page).replaceChildren(element);
  }

  function drop(page: number) {
    if (!near.delete(page)) return;
    boxOf(page).replaceChildren();
    source.release(page);
  }

  const isAtEnd = () => surface.scrollTop + surface.clientHeight >= surface.scrollHeight - 2;
  function current(): number {
    if (isAtEnd() && surface.scrollTop > 0) return source.count;
    const line = surface.scrollTop + surface.clientHeight * READING_LINE;
    let [low, high] = [0, boxes.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((boxes[middle]?.offsetTop ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  function tell() {
    const place = { page: current(), last: current(), atStart: surface.scrollTop <= 1, atEnd: isAtEnd() };
    const text = JSON.stringify(place);
    if (isOver || text === told) return;
    told = text;
    frame.moved(place);
  }

  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = pageOf.get(target) ?? 1;
        if (!isIntersecting) drop(page);
        else if (!near.has(page)) void draw(page);
      }
    },
    { root: surface, rootMargin: NEAR },
  );
  let isTelling = false;
  const onScroll = () => {
    if (isTelling) return;
    isTelling = true;
    requestAnimationFrame(() => {
      isTelling = false;
      tell();
    });
  };
  surface.addEventListener('scroll', onScroll, { passive: true });

  const sizeAll = () => {
    // Asked once: after each box that gets its size, all would be laid out for the answer.
    const into = room();
    for (let page = 1; page <= source.count; page++) {
      const { width, height } = sizeOf(page, into);
      const { style } = boxOf(page);
      style.width = `${width}px`;
      style.height = `${height}px`;
    }
  };
  return {
    async show(page) {
      if (natural.size === 0) {
        natural.set(page, (guess = await frame.measure(page)));
        sizeAll();
        boxes.forEach((box) => watch.observe(box));
      }
      surface.scrollTo(0, boxOf(page).offsetTop);
      await draw(page);
      tell();
    },
    async turn(by) {
      surface.scrollBy({ top: by * surface.clientHeight * TURN, behavior: 'instant' });
      tell();
    },
    async refit(onFitted) {
      const page = current();
      const before = (surface.scrollTop - boxOf(page).offsetTop) / Math.max(boxOf(page).offsetHeight, 1);
      // Turned or of another size: what was measured does not hold any more.
      const shown = [...near];
      for (const one of shown) natural.set(one, await frame.measure(one));
      guess = natural.get(page) ?? guess;
      for (const one of natural.keys()) if (!near.has(one)) natural.delete(one);
      sizeAll();
      surface.scrollTop = boxOf(page).offsetTop + before * boxOf(page).offsetHeight;
      onFitted?.();
      await Promise.all(shown.map(draw));
      tell();
    },
    page: current,
    end() {
      isOver = true;
      watch.disconnect();
      surface.removeEventListener('scroll', onScroll);
      for (const page of near) source.release(page);
      root.replaceChildren();
    },
  };
}
