import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Chapter } from '../../../../src/schemas/api/audio-file.ts';
import { updateChapters } from '../../../../src/services/endpoints/item-editing.ts';
import { searchChapters } from '../../../../src/services/endpoints/provider-search.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import '../../../../src/machines/edit/chapters-editor/chapters-editor.machine.ts';
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/views/edit/chapters-editor/chapters-page.tsx';
import '../../../../src/views/browse/item/item-page.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { foundBody } from '../../../support/chapter-fixtures.ts';
import { bookBody } from '../../../support/item-fixtures.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const { id } = bookBody;
const open = (body: object = bookBody, options: ClientOptions = {}) =>
  openClient(`/audiobook/${id}/chapters`, { prepare: ({ api }) => api.answer(getItem, body), ...options });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test('chapters are edited in their rows, with errors beside them, undone, and saved', async () => {
  const { ports } = open();
  const title = await field('Title of chapter 2');
  expect(title.value).toBe('The Pool of Tears');
  const start = await field('Start of chapter 2');
  expect(start.value).toBe('0:01:41.472');
  fireEvent.change(start, { target: { value: '0:05:00' } });
  expect((await field('Start of chapter 3')).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Starts before the chapter above')).toBeTruthy();
  await userEvent.click(screen.getByText('Save'));
  expect(await screen.findByText(/needs a correction before this can be saved/)).toBeTruthy();
  fireEvent.change(start, { target: { value: 'soon' } });
  expect(screen.getByText('Type a time like 1:02:03, or seconds')).toBeTruthy();
  fireEvent.blur(start);
  fireEvent.keyDown(title, { key: 'z', ctrlKey: true });
  expect(start.value).toBe('0:01:41.472');
  fireEvent.change(title, { target: { value: 'Tears' } });
  ports.api.answer(updateChapters, { success: true, updated: true });
  fireEvent.keyDown(title, { key: 's', ctrlKey: true });
  await vi.waitFor(() => expect(location.pathname).toBe(`/item/${id}`));
  const [{ chapters }] = ports.api.inputsOf(updateChapters) as [{ chapters: readonly Chapter[] }];
  expect(chapters[1]).toEqual({ id: 1, start: 101.472, end: 164.406, title: 'Tears' });
});

test.each(['Remove all', 'Back to saved'])('the focus that %s removes stays where its keys work', async (name) => {
  open();
  fireEvent.change(await field('Title of chapter 2'), { target: { value: 'Tears' } });
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name })).toBeNull();
  expect(document.activeElement?.hasAttribute('data-takes-focus')).toBe(true);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(await screen.findByRole('button', { name })).toBeTruthy();
});

test('a tool opened by keyboard has the focus, and returns it to its button', async () => {
  open();
  await field('Title of chapter 1');
  // jsdom has no :focus-visible for keys.
  const { matches } = Element.prototype;
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':focus-visible' ? this === document.activeElement : matches.call(this, selector);
  });
  const button = screen.getByRole('button', { name: 'Paste a list' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('List of chapters'));
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(button);
  const rename = screen.getByRole('button', { name: 'Rename' });
  rename.focus();
  await userEvent.keyboard('{Enter}');
  const pattern = screen.getByRole('textbox', { name: 'Title' });
  expect(document.activeElement).toBe(pattern);
  fireEvent.change(pattern, { target: { value: 'Part {n}' } });
  await userEvent.keyboard('{Enter}');
  expect([document.activeElement, screen.queryByRole('textbox', { name: 'Title' })]).toEqual([rename, null]);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
});

test('a list is pasted, shifted from one chapter on, renamed by a pattern and shown in other formats', async () => {
  open();
  await field('Title of chapter 1');
  await userEvent.click(screen.getByText('Paste a list'));
  fireEvent.change(screen.getByLabelText('List of chapters'), { target: { value: '0:00 A\n1:00 B\n2:00 C\nend' } });
  expect(screen.getByText('3 chapters found, 1 line skipped. They replace all that are here.')).toBeTruthy();
  await userEvent.click(screen.getByText('Apply'));
  const second = await field('Start of chapter 2');
  expect(second.value).toBe('0:01:00');
  fireEvent.focus(second);
  await userEvent.click(screen.getByText('Shift times'));
  await userEvent.click(screen.getByLabelText('From chapter 2 on'));
  fireEvent.change(screen.getByLabelText('Seconds or time, with − for earlier'), { target: { value: '-90' } });
  await userEvent.click(screen.getByText('Apply'));
  expect(screen.getByText('A chapter would start before the one above.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Seconds or time, with − for earlier'), { target: { value: '-0.5' } });
  await userEvent.click(screen.getByText('Apply'));
  expect(second.value).toBe('0:00:59.5');
  await userEvent.click(screen.getByText('Export'));
  const text = screen.getByLabelText<HTMLTextAreaElement>('The chapters as text');
  expect(text.value).toBe('0:00:00 A\n0:00:59.5 B\n0:01:59.5 C\n');
  await userEvent.click(screen.getByLabelText('ffmpeg'));
  expect(text.value).toContain('[CHAPTER]\nTIMEBASE=1/1000\nSTART=59500\nEND=119500\ntitle=B\n');
});

test('a book without chapters gets its first one, and Enter adds the next', async () => {
  open({ ...bookBody, media: { ...bookBody.media, chapters: [] } });
  await userEvent.click(await screen.findByText('Add a chapter'));
  const first = await field('Title of chapter 1');
  fireEvent.focus(first);
  fireEvent.keyDown(first, { key: 'Enter' });
  expect((await field('Start of chapter 2')).value).toBe('0:00:00');
  expect(within(screen.getByRole('grid', { name: 'Chapters' })).getAllByText('Needs a title')).toHaveLength(2);
});

test('chapters are looked up by the ASIN of the book, compared and applied', async () => {
  const { ports } = open();
  await userEvent.click(await screen.findByText('Look up'));
  fireEvent.change(screen.getByLabelText('ASIN'), { target: { value: 'B00' } });
  await userEvent.click(within(screen.getByRole('form', { name: 'Look up' })).getByText('Search'));
  expect(screen.getByText('An ASIN has ten letters and digits.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('ASIN'), { target: { value: 'B002V5D7KM' } });
  ports.api.answer(searchChapters, foundBody);
  await userEvent.click(within(screen.getByRole('form', { name: 'Look up' })).getByText('Search'));
  expect(await screen.findByText(/^Found 3 chapters \(0:04:54\)\. Yours: 6 chapters/)).toBeTruthy();
  expect(screen.getByText('here: 0:01:41.472 The Pool of Tears')).toBeTruthy();
  await userEvent.click(screen.getByText('Take titles only'));
  expect((await field('Title of chapter 2')).value).toBe('One');
  expect((await field('Start of chapter 2')).value).toBe('0:01:41.472');
  await userEvent.click(screen.getByText('Take these chapters'));
  expect((await field('Start of chapter 2')).value).toBe('0:00:10');
  expect(screen.queryByLabelText('Title of chapter 4')).toBeNull();
});

test('a failed lookup differs from an empty one', async () => {
  const { ports } = open();
  await userEvent.click(await screen.findByText('Look up'));
  const form = within(screen.getByRole('form', { name: 'Look up' }));
  fireEvent.change(screen.getByLabelText('ASIN'), { target: { value: 'B002V5D7KM' } });
  ports.api.refuse(searchChapters, { kind: 'rejected', status: 400, message: 'The shop is closed' });
  await userEvent.click(form.getByText('Search'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The lookup failed: The server rejected the request. The server says: The shop is closed',
  );
  ports.api.answer(searchChapters, { error: 'Chapters not found', stringKey: 'MessageChaptersNotFound' });
  await userEvent.click(form.getByText('Search'));
  const nothing = 'The shop has no chapters for this ASIN, or didn’t answer: the server doesn’t say which.';
  expect(await screen.findByText(nothing)).toBeTruthy();
  expect(screen.queryByText(/^The lookup failed/)).toBeNull();
});

test('an item that can’t be edited says why', async () => {
  open(podcastBody);
  expect(await screen.findByText('This item has no audio, so it can’t have chapters')).toBeTruthy();
});

test('a book that failed to load is reloaded', async () => {
  const { ports } = open(bookBody, {
    prepare: ({ api }) => api.refuse(getItem, { kind: 'server', status: 500, message: '' }),
  });
  expect(await screen.findByText('Couldn’t load the chapters')).toBeTruthy();
  ports.api.answer(getItem, bookBody);
  await userEvent.click(screen.getByText('Try again'));
  expect(await field('Title of chapter 1')).toBeTruthy();
});

test('signing out confirms discarding unsaved changes first', async () => {
  const { app } = open();
  fireEvent.change(await field('Title of chapter 1'), { target: { value: 'Mine' } });
  const signOut = async () => {
    fireEvent.click(screen.getByLabelText(/^Account: /));
    fireEvent.click(await screen.findByText('Sign out'));
    return within(await screen.findByRole('dialog'));
  };
  fireEvent.click((await signOut()).getByText('Cancel'));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await field('Title of chapter 1')).value).toBe('Mine');
  fireEvent.click((await signOut()).getByText('Discard', { selector: 'button *' }));
  await vi.waitFor(() => expect(app.getSnapshot().matches('signedOut')).toBe(true));
});
