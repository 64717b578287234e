import type { Locator } from 'playwright/test';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whether one of two lies over a part of the other. */
export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** How many frames an element stands still before it counts as at rest: longer than one that is late. */
const STILL_FRAMES = 6;

/** How far an element is scrolled down once it scrolls no more, in CSS pixels. */
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

/** Where an element is in the window once what opens or moves has come to rest, in CSS pixels. */
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
