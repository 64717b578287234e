import type { Pinch, Point } from './pinch.ts';

interface Spot extends Point {
  readonly page: Element;
  readonly index: number;
}

export interface PageZoom {
  preview(pinch: Pinch): void;
  hold(): void;
  settle(): void;
}

export function createPageZoom(surface: HTMLElement, root: HTMLElement): PageZoom {
  let held: { readonly spot: Spot; to: Point } | null = null;

  function spotAt({ x, y }: Point): Spot | null {
    let found: { readonly spot: Spot; readonly away: number } | null = null;
    for (const [index, page] of [...root.children].entries()) {
      const { left, top, right, bottom, width, height } = page.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
      if (found && found.away <= away) continue;
      found = { spot: { page, index, x: (x - left) / width, y: (y - top) / height }, away };
    }
    return found && found.spot;
  }

  function holdAt(from: Point, to: Point) {
    const spot = held?.spot ?? spotAt(from);
    held = spot && { spot, to };
  }

  return {
    preview({ factor, from, to }) {
      holdAt(from, to);
      const { left, top } = surface.getBoundingClientRect();
      const { style } = root;
      if (style.transform === '') {
        const x = from.x - left + surface.scrollLeft - root.offsetLeft;
        style.transformOrigin = `${x}px ${from.y - top + surface.scrollTop - root.offsetTop}px`;
      }
      style.transform = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${factor})`;
    },
    hold() {
      const { left, top, width, height } = surface.getBoundingClientRect();
      const middle = { x: left + width / 2, y: top + height / 2 };
      holdAt(middle, held?.to ?? middle);
    },
    settle() {
      root.style.transform = '';
      const page = held && (root.contains(held.spot.page) ? held.spot.page : root.children[held.spot.index]);
      if (held && page) {
        const { spot, to } = held;
        const { left, top, width, height } = page.getBoundingClientRect();
        surface.scrollBy({
          left: left + spot.x * width - to.x,
          top: top + spot.y * height - to.y,
          behavior: 'instant',
        });
      }
      held = null;
    },
  };
}
