import type { Page } from 'playwright/test';
import { expect, scroller, test } from './fixtures.ts';

test.beforeEach(async ({ signIn }) => signIn());

/** Ids of the items whose covers were requested since the last `forget`. */
function coverCalls(page: Page) {
  const ids = new Set<string>();
  page.on('request', (request) => {
    const id = /\/api\/items\/([^/]+)\/cover/.exec(request.url())?.[1];
    if (id) ids.add(id);
  });
  return { ids, forget: () => ids.clear() };
}

/** Ids of the items that have a card on the page now, in view and close to it. */
const shown = (page: Page) =>
  scroller(page).evaluate((element) =>
    [...element.querySelectorAll('[data-cell] a')].map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''),
  );

const inView = (page: Page) =>
  scroller(page).evaluate((element) => {
    const frame = element.getBoundingClientRect();
    return [...element.querySelectorAll('[data-cell]')].filter((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return bottom > frame.top && top < frame.bottom;
    }).length;
  });

/** Waits until every cover in view is there, whatever else was requested meanwhile. */
const expectPictures = (page: Page) =>
  expect
    .poll(() =>
      scroller(page).evaluate((element) => {
        const frame = element.getBoundingClientRect();
        const pictures = [...element.querySelectorAll<HTMLImageElement>('[data-cell] img')].filter((picture) => {
          const { top, bottom } = picture.getBoundingClientRect();
          return bottom > frame.top && top < frame.bottom;
        });
        return pictures.length > 0 && pictures.every((picture) => picture.complete);
      }),
    )
    .toBe(true);

for (const [what, steps] of [
  ['a fling through a thousand books', { pixels: 30_000, ms: 1000 }],
  ['a drag of the scrollbar through all of them', { pixels: Infinity, ms: 800 }],
] as const) {
  test(`${what} requests the covers of where it comes to rest, and of no place that flew past`, async ({
    page,
    shelf,
  }) => {
    const calls = coverCalls(page);
    await shelf.open(page);
    await shelf.expectFilled(page);
    await expectPictures(page);
    const screenful = await inView(page);
    calls.forget();
    // A hand moves as fast however many frames the page can draw meanwhile.
    await scroller(page).evaluate(async (element, { pixels, ms }) => {
      const far = Math.min(pixels ?? Infinity, element.scrollHeight - element.clientHeight);
      const begin = performance.now();
      for (let share = 0; share < 1;) {
        await new Promise(requestAnimationFrame);
        share = Math.min(1, (performance.now() - begin) / ms);
        element.scrollTop = far * share;
      }
    }, steps);
    await shelf.expectFilled(page);
    await expectPictures(page);
    const here = new Set(await shown(page));
    const elsewhere = [...calls.ids].filter((id) => !here.has(id));
    expect(here.size).toBeGreaterThan(10);
    expect([...here].some((id) => calls.ids.has(id))).toBe(true);
    // The first step of a movement is a jump, which arrives at once.
    expect(elsewhere.length, `${calls.ids.size} covers in all`).toBeLessThanOrEqual(screenful);
  });
}
