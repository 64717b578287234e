import type { Page } from 'playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Duration of a swipe by the clock of its events, in ms: as short on a busy machine. */
const SWIPE_MS = 80;

/** Two fingers that move from two points of the window to two others. */
export async function pinch(page: Page, from: [Point, Point], to: [Point, Point]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  await touch('touchStart', from.slice(0, 1));
  await touch('touchStart', from);
  for (const share of [0.25, 0.5, 0.75, 1])
    await touch(
      'touchMove',
      from.map(({ x, y }, id) => {
        const end = to[id] ?? { x, y };
        return { x: x + (end.x - x) * share, y: y + (end.y - y) * share };
      }),
    );
  await touch('touchEnd', []);
  await cdp.detach();
}

/** One finger on the page that moves from one point of the window to another, in CSS pixels. */
export async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const endsAt = Date.now();
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[], before: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: (endsAt - before) / 1000 });
  await touch('touchStart', [from], SWIPE_MS);
  await touch('touchMove', [to], SWIPE_MS / 2);
  await touch('touchEnd', [], 0);
  await cdp.detach();
}
