import type { PageLook } from './engine.ts';
import type { Arrangement, PageFrame } from './paged.ts';

/** CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels: wider pages are no easier to read. */
const STRIP_WIDTH = 900;

/** Two pages side by side; the cover, and pages that are `alone`, have an opening of their own. */
export function openingsOf(
  pages: number,
  isDouble: boolean,
  isAlone: (page: number) => boolean = () => false,
): readonly (readonly number[])[] {
  const openings: (readonly number[])[] = [];
  const isPair = (page: number) => page > 1 && page < pages && !isAlone(page) && !isAlone(page + 1);
  for (let page = 1; page <= pages; page += openings.at(-1)?.length ?? 1)
    openings.push(isDouble && isPair(page) ? [page, page + 1] : [page]);
  return openings;
}

export function fitPages(natural: readonly Size[], room: Size, { fit, zoom }: PageLook): readonly Size[] {
  const height = Math.max(1, ...natural.map((size) => size.height));
  const even = natural.map((size) => ({ width: (size.width * height) / Math.max(size.height, 1), height }));
  const width = Math.max(
    1,
    even.reduce((sum, size) => sum + size.width, 0),
  );
  const byFit = { width: room.width / width, height: room.height / height, original: 1 };
  const scale = (fit === 'whole' ? Math.min(byFit.width, byFit.height) : byFit[fit]) * (zoom / 100);
  return even.map((size) => scaled(size, scale));
}

export function fitStrip(natural: Size, room: Size, { fit, zoom }: PageLook): Size {
  const scale = fit === 'original' ? 1 : Math.min(room.width, STRIP_WIDTH) / Math.max(natural.width, 1);
  return scaled(natural, scale * (zoom / 100));
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

const PAGES_AHEAD = 2;

type Openings = (isAlone: (page: number) => boolean) => readonly (readonly number[])[];

export function createOpenings(frame: PageFrame, openings: Openings): Arrangement {
  const { surface, root, source } = frame;
  const ready = new Set<number>();
  const wide = new Set<number>();
  let hasUpright = false;
  let at = 1;
  let run = 0;
  root.style.cssText =
    'display:flex;align-items:safe center;justify-content:safe center;min-width:100%;min-height:100%;width:max-content';

  /** A picture over two pages, in a book whose pages are higher than wide. */
  const isSpread = (page: number) => hasUpright && wide.has(page);
  const all = () => openings(isSpread);
  const indexOf = (page: number) => all().findIndex((opening) => opening.includes(page));

  /** Pages have a size only when they are unpacked: what is known of a few decides. */
  async function openingOf(page: number): Promise<{ opening: readonly number[]; natural: readonly Size[] }> {
    const opening = all()[indexOf(page)] ?? [page];
    const natural = await Promise.all(opening.map((one) => frame.measure(one)));
    for (const [index, { width, height }] of natural.entries())
      if (width > height) wide.add(opening[index] ?? page);
      else hasUpright = true;
    const isSame = all()[indexOf(page)]?.join() === opening.join();
    return isSame ? { opening, natural } : openingOf(page);
  }

  async function drawn(page: number): Promise<{ opening: readonly number[]; elements: readonly HTMLElement[] }> {
    const { opening, natural } = await openingOf(page);
    const sizes = fitted(frame, natural);
    const elements = await Promise.all(
      opening.map((one, index) => {
        ready.add(one);
        return frame.draw(one, sizes[index] ?? { width: 1, height: 1 });
      }),
    );
    return { opening, elements };
  }

  /** `isTurn`: its opening is meant, not the page. */
  async function put(page: number, isTurn = false): Promise<void> {
    run += 1;
    const own = run;
    at = page;
    const { opening, elements } = await drawn(page);
    if (own !== run) return;
    const [first = page] = opening;
    const last = opening.at(-1) ?? page;
    if (isTurn) at = first;
    root.replaceChildren(...elements);
    frame.moved({
      page: at,
      ...(first < last && { opening: [first, last] as const }),
      last,
      atStart: first <= 1,
      atEnd: last >= source.count,
    });
    void prepare(first, last, own);
  }

  async function prepare(first: number, last: number, own: number): Promise<void> {
    for (const page of ready)
      if (page < first - PAGES_AHEAD || page > last + PAGES_AHEAD) {
        ready.delete(page);
        source.release(page);
      }
    const isCurrent = () => own === run;
    let next = last + 1;
    while (isCurrent() && next <= Math.min(last + PAGES_AHEAD, source.count))
      next = ((await drawn(next)).opening.at(-1) ?? next) + 1;
    if (isCurrent() && first > 1) await drawn(first - 1);
  }

  return {
    async show(page) {
      await put(page);
      surface.scrollTo(0, 0);
    },
    async turn(by) {
      const page = all()[indexOf(at) + by]?.at(by > 0 ? 0 : -1);
      if (page === undefined) return;
      await put(page, true);
      surface.scrollTo(0, by > 0 ? 0 : surface.scrollHeight);
    },
    async refit(onFitted) {
      const middle = (surface.scrollTop + surface.clientHeight / 2) / surface.scrollHeight;
      await put(at);
      surface.scrollTop = middle * surface.scrollHeight - surface.clientHeight / 2;
      onFitted?.();
    },
    page: () => at,
    end() {
      run += 1;
      for (const page of ready) source.release(page);
      ready.clear();
      root.replaceChildren();
    },
  };
}

/** With room for the scroll bar of pages that are higher than the view. */
function fitted(frame: PageFrame, natural: readonly Size[]): readonly Size[] {
  const room = frame.room();
  const sizes = fitPages(natural, room, frame.look());
  const isHigher = sizes.some(({ height }) => height > room.height);
  return isHigher ? fitPages(natural, { ...room, width: room.width - barWidth(frame.surface) }, frame.look()) : sizes;
}

function barWidth(surface: HTMLElement): number {
  const overflow = surface.style.overflow;
  surface.style.overflow = 'scroll';
  const width = surface.offsetWidth - surface.clientWidth;
  surface.style.overflow = overflow;
  return width;
}
