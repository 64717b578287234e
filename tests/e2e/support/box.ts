import type { Locator } from 'playwright/test';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Frames that an element must keep its position to count as at rest: more than one late frame. */
const STILL_FRAMES = 6;

/** Scroll offset of an element at rest, in CSS pixels. */
export function topAtRest(locator: Locator): Promise<number> {
  return locator.evaluate(async (element, frames) => {
    let top = element.scrollTop;
    for (let still = 0; still < frames; still += 1) {
      await new Promise(requestAnimationFrame);
      if (element.scrollTop !== top) still = -1;
      top = element.scrollTop;
    }
    return Math.round(top);
  }, STILL_FRAMES);
}

/** Box of an element at rest in the window, in CSS pixels. */
export function boxAtRest(locator: Locator): Promise<Box> {
  return locator.evaluate(async (element, frames) => {
    const look = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    };
    let box = look();
    for (let still = 0; still < frames; still += 1) {
      await new Promise(requestAnimationFrame);
      const now = look();
      if (now.x !== box.x || now.y !== box.y || now.width !== box.width || now.height !== box.height) still = -1;
      box = now;
    }
    return box;
  }, STILL_FRAMES);
}
