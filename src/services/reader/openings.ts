import type { PageLook } from './engine.ts';
import type { Arrangement, PageFrame } from './paged.ts';

/** CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels: wider pages are no easier to read. */
const STRIP_WIDTH = 900;

export function openingsOf(pages: number, isDouble: boolean): readonly (readonly number[])[] {
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  if (!isDouble) return all.map((page) => [page]);
  return all
    .filter((page) => page === 1 || page % 2 === 0)
    .map((page) => all.slice(page - 1, page === 1 ? 1 : page + 1));
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

export function createOpenings(frame: PageFrame, openings: () => readonly (readonly number[])[]): Arrangement {
  const { surface, root, source } = frame;
  const ready = new Set<number>();
  let at = 1;
  let run = 0;
  root.style.cssText =
    'display:flex;align-items:safe center;justify-content:safe center;min-width:100%;min-height:100%;width:max-content';

  const indexOf = (page: number) => openings().findIndex((opening) => opening.includes(page));

  async function drawn(opening: readonly number[]): Promise<HTMLElement[]> {
    const natural = await Promise.all(opening.map((page) => frame.measure(page)));
    const sizes = fitted(frame, natural);
    return Promise.all(
      opening.map((page, index) => {
        ready.add(page);
        return frame.draw(page, sizes[index] ?? { width: 1, height: 1 });
      }),
    );
  }

  async function put(page: number): Promise<void> {
    run += 1;
    const own = run;
    at = page;
    const all = openings();
    const index = indexOf(page);
    const opening = all[index] ?? [page];
    const elements = await drawn(opening);
    if (own !== run) return;
    root.replaceChildren(...elements);
    frame.moved({ page, last: opening.at(-1) ?? page, atStart: index <= 0, atEnd: index >= all.length - 1 });
    void prepare(index, own);
  }

  async function prepare(index: number, own: number): Promise<void> {
    const all = openings();
    const [first = 1] = all[index] ?? [];
    const last = all[index]?.at(-1) ?? first;
    const before = all[index - 1] ?? [];
    for (const page of ready)
      if (page < Math.min(first, ...before) || page > last + PAGES_AHEAD) {
        ready.delete(page);
        source.release(page);
      }
    const ahead = all.filter(([page = 0]) => page > last && page <= last + PAGES_AHEAD);
    for (const opening of [...ahead, before]) {
      if (own !== run) return;
      await drawn(opening);
    }
  }

  return {
    async show(page) {
      await put(page);
      surface.scrollTo(0, 0);
    },
    async turn(by) {
      const [page] = openings()[indexOf(at) + by] ?? [];
      if (page === undefined) return;
      await put(page);
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
