import { afterEach, expect, test } from 'vitest';
import { keepPlace, type Place } from '../../../src/views/ui/place-keeper.tsx';

afterEach(() => document.body.replaceChildren());

/** A page with one row; its last report. */
function openPage(): { page: HTMLElement; row: HTMLElement; link: HTMLElement; leave: () => Place | null } {
  document.body.innerHTML =
    '<main><ul data-shelf="Recently added"><li><a href="/item/a">A</a></li></ul><a href="/item/b">B</a></main>';
  const page = document.querySelector('main') ?? document.body;
  const row = page.querySelector<HTMLElement>('[data-shelf]') ?? page;
  const link = page.querySelector<HTMLElement>('[data-shelf] a') ?? page;
  let last: Place | null = null;
  const stop = keepPlace(page, null, (place) => (last = place));
  return {
    page,
    row,
    link,
    leave: () => {
      stop();
      return last;
    },
  };
}

test.each(['keydown', 'pointerdown'])('a %s notes scrolling that the browser has not reported yet', (press) => {
  const { page, row, link, leave } = openPage();
  page.scrollTop = 120;
  row.scrollLeft = 40;
  link.dispatchEvent(new Event(press, { bubbles: true }));
  page.scrollTop = 0;
  expect(leave()).toEqual({ top: 120, rows: { 'Recently added': 40 }, focus: null });
});

test('a closing page, as on a reload, notes scrolling that the browser has not reported yet', () => {
  const { page, row, leave } = openPage();
  page.scrollTop = 120;
  row.scrollLeft = 40;
  window.dispatchEvent(new Event('pagehide'));
  page.scrollTop = 0;
  expect(leave()).toEqual({ top: 120, rows: { 'Recently added': 40 }, focus: null });
});

test('a press on an unscrolled page reports nothing', () => {
  const { link, leave } = openPage();
  link.dispatchEvent(new Event('keydown', { bubbles: true }));
  expect(leave()).toBeNull();
});
