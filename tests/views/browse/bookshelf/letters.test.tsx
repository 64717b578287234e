import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listItems, type ItemsPageInput } from '../../../../src/services/endpoints/libraries.ts';
import '../../../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import '../../../../src/machines/kit/windowed-list/letters.logic.ts';
import '../../../../src/views/browse/bookshelf/bookshelf-page.tsx';
import '../../../../src/views/shared/letter-bar.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const [sample] = (
  recording('libraries/items-final-minified').response.body as { results: { media: { metadata: object } }[] }
).results;
if (!sample) throw new Error('The recording has no items');

/** Twenty books with each letter but X, in order. */
const NAMES = [...ALPHABET.replace('X', '')].flatMap((letter) =>
  Array.from({ length: 20 }, (_, at) => `${letter}${String(at).padStart(2, '0')}`),
);
const library = ({ limit, page, desc }: ItemsPageInput) => {
  const names = desc ? NAMES.toReversed() : NAMES;
  return {
    results: names.slice(page * limit, (page + 1) * limit).map((name) => ({
      ...sample,
      id: name,
      libraryId: BOOKS,
      media: { ...sample.media, metadata: { ...sample.media.metadata, title: name, titleIgnorePrefix: name } },
    })),
    total: names.length,
    limit,
    page,
  };
};

const open = (query = '') =>
  openClient(`/library/${BOOKS}/bookshelf${query}`, { prepare: ({ api }) => api.answer(listItems, library) });
const strip = () => screen.findByRole('slider', { name: 'Go to a letter' });
const said = (text: string) => waitFor(() => expect(screen.getByText(text).closest('[role="status"]')).toBeTruthy());
const scrolled = () => document.querySelector('#content')?.scrollTop ?? 0;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLElement.prototype, 'setPointerCapture');
});

test('a typed letter leads to its first title, which is then the tab stop of the shelf', async () => {
  const { ports } = open();
  (await strip()).focus();
  await userEvent.keyboard('m');
  await said('M: 241 of 500');
  expect((await strip()).getAttribute('aria-valuetext')).toBe('M');
  expect(scrolled()).toBeGreaterThan(0);
  const first = await screen.findByText('M00');
  await waitFor(() => expect(first.tabIndex).toBe(0));
  const singles = ports.api.inputsOf(listItems).filter((input) => (input as ItemsPageInput).limit === 1);
  expect(singles.length).toBeGreaterThan(0);
  expect(singles.length).toBeLessThan(20);
});

test('arrow keys move from letter to letter, and a letter without titles leads to the next', async () => {
  open();
  (await strip()).focus();
  await userEvent.keyboard('m{ArrowDown}');
  await said('N: 261 of 500');
  await userEvent.keyboard('x');
  await said('Nothing with X. Y: 461 of 500');
  await userEvent.keyboard('#');
  await said('Nothing with #. A: 1 of 500');
  expect(scrolled()).toBe(0);
});

const marked = (bar: HTMLElement) => bar.querySelector('[aria-current="true"]')?.textContent;

test('scrolling moves the mark to the letter of the first row in view, without a request', async () => {
  const { ports } = open();
  const bar = await strip();
  await waitFor(() => expect(marked(bar)).toBe('A'));
  const frame = document.querySelector('#content');
  if (!frame) throw new Error('No frame');
  fireEvent.keyDown(bar, { key: 'd' });
  await said('D: 61 of 500');
  await waitFor(() => expect(marked(bar)).toBe('D'));
  const requests = ports.api.inputsOf(listItems).length;
  frame.scrollTop = 0;
  fireEvent.scroll(frame);
  await waitFor(() => expect(marked(bar)).toBe('A'));
  expect(bar.getAttribute('aria-valuetext')).toBe('A');
  expect(bar.getAttribute('aria-valuenow')).toBe('1');
  expect(ports.api.inputsOf(listItems)).toHaveLength(requests);
});

test('letters known to be empty are dimmed, and arrow keys pass over them', async () => {
  open();
  const bar = await strip();
  const letter = (name: string) => within(bar).getByText(name);
  expect(letter('X').className).not.toContain('opacity');
  bar.focus();
  await userEvent.keyboard('x');
  await said('Nothing with X. Y: 461 of 500');
  expect(marked(bar)).toBe('Y');
  expect(letter('X').className).toContain('opacity');
  expect(letter('W').className).not.toContain('opacity');
  await userEvent.keyboard('{ArrowUp}');
  await said('W: 441 of 500');
  await userEvent.keyboard('{ArrowDown}');
  await said('Y: 461 of 500');
});

test('the letters of a reversed shelf begin with Z', async () => {
  open('?sort=media.metadata.title&desc=1');
  expect((await strip()).textContent.slice(0, 3)).toBe('ZYX');
  (await strip()).focus();
  await userEvent.keyboard('b');
  await said('B: 461 of 500');
});

test('a press goes to its letter, a drag to the one where it rests', async () => {
  const { ports } = open();
  const bar = await strip();
  vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue({ top: 0, height: 270 } as DOMRect);
  fireEvent.pointerDown(bar, { button: 0, pointerId: 1, clientY: 15 });
  await said('A: 1 of 500');
  fireEvent.pointerMove(bar, { pointerId: 1, clientY: 65 });
  fireEvent.pointerMove(bar, { pointerId: 1, clientY: 35 });
  expect(within(bar).getAllByText('C')).toHaveLength(2);
  ports.clock.advance(100);
  await said('C: 41 of 500');
  fireEvent.pointerUp(bar, { pointerId: 1 });
  expect(within(bar).getAllByText('C')).toHaveLength(1);
  fireEvent.pointerMove(bar, { pointerId: 1, clientY: 105 });
  expect(screen.getByText('C: 41 of 500')).toBeTruthy();
});

test('letters show only in the order of names', async () => {
  open('?sort=addedAt&desc=1');
  expect(await screen.findByText('Z19')).toBeTruthy();
  expect(screen.queryByRole('slider', { name: 'Go to a letter' })).toBeNull();
});
