import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ItemsPageInput } from '../../../src/services/endpoints/libraries.ts';
import { listItems } from '../../../src/services/endpoints/libraries.ts';
import { openClient } from '../../support/dom/client.tsx';
import { recording } from '../../support/recordings.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const PODCASTS = 'b5715ef4-f7b2-4aeb-89e5-7b4712bb0675';
const [sample] = (recording('libraries/items-final-minified').response.body as { results: { id: string; media: { metadata: object } }[] }).results;
if (!sample) throw new Error('The recording has no items');
const book = (at: number) => ({
  ...sample, libraryId: BOOKS, id: `i${at}`, media: { ...sample.media, metadata: { ...sample.media.metadata, title: `Book ${at}`, authorName: 'Somebody' } },
});
/** A library of so many books, answered page by page. */
const library = (total: number) => ({ limit, page }: ItemsPageInput) => ({
  results: Array.from({ length: Math.max(0, Math.min(limit, total - page * limit)) }, (_, at) => book(page * limit + at)), total, limit, page,
});

function open(path = `/library/${BOOKS}/bookshelf`, answer: unknown = library(500)) {
  return openClient(path, { prepare: ({ api }) => api.answer(listItems, answer) });
}

const grid = () => screen.findByRole('grid', { name: 'Items' });
const titles = async () => within(await grid()).getAllByRole('link').map((link) => link.textContent);

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

describe('the bookshelf', () => {
  test('shows the books in view and how many there are, and asks for no more pages than it needs', async () => {
    const { ports } = open();
    expect((await titles()).slice(0, 3)).toEqual(['Book 0', 'Book 1', 'Book 2']);
    expect(screen.getByText('500 books')).toBeTruthy();
    await waitFor(() => expect(ports.api.inputsOf(listItems).map((input) => (input as ItemsPageInput).page)).toEqual([0, 1]));
  });

  test('sorts by another key, and the same key again turns it round', async () => {
    const { ports } = open();
    await grid();
    await userEvent.click(screen.getByRole('button', { name: 'Sorted by Title, ascending' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Size' }));
    await screen.findByRole('button', { name: 'Sorted by Size, ascending' });
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Size, ascending' }));
    await screen.findByRole('button', { name: 'Sorted by Size, descending' });
    expect(ports.api.inputsOf(listItems).at(-1)).toMatchObject({ sort: 'size', desc: true });
  });

  test('is filtered from the two levels of the menu; the filter stands in the address and can be taken off', async () => {
    const { ports, here } = open();
    await grid();
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Progress' }));
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search in Progress' }), 'not st');
    await userEvent.click(await screen.findByRole('button', { name: 'Not started' }));
    await waitFor(() => expect(here()).toBe(`/library/${BOOKS}/bookshelf?filter=progress.bm90LXN0YXJ0ZWQ%253D`));
    expect(await screen.findByText('Progress: Not started')).toBeTruthy();
    await waitFor(() => expect(ports.api.inputsOf(listItems).at(-1)).toMatchObject({ filter: 'progress.bm90LXN0YXJ0ZWQ%3D' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Audiobooks: Progress: Not started');
    expect(document.title).toBe('Audiobooks: Progress: Not started · Earmark');
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filter' }));
    await waitFor(() => expect(here()).toBe(`/library/${BOOKS}/bookshelf`));
    expect(screen.queryByText('Progress: Not started')).toBeNull();
  });

  test('says when nothing fits the filter and offers to clear it', async () => {
    const { ports, here } = open(`/library/${BOOKS}/bookshelf?filter=abridged`, library(0));
    expect(await screen.findByText('Nothing fits this filter')).toBeTruthy();
    ports.api.answer(listItems, library(3));
    const [clear] = screen.getAllByRole('button', { name: 'Clear the filter' });
    if (clear) await userEvent.click(clear);
    expect(await titles()).toEqual(['Book 0', 'Book 1', 'Book 2']);
    expect(here()).toBe(`/library/${BOOKS}/bookshelf`);
  });

  test('says when there are no issues', async () => {
    open(`/library/${BOOKS}/bookshelf?filter=issues`, library(0));
    expect(await screen.findByText('There are no issues: everything can be read')).toBeTruthy();
  });

  test('keeps the place of an entry that cannot be read and says so in one line', async () => {
    open(undefined, (input: ItemsPageInput) => ({ ...library(3)(input), results: [book(0), { ...book(1), media: null }, book(2)] }));
    expect(await titles()).toEqual(['Book 0', 'Book 2']);
    expect(screen.getByText('1 entry could not be read.')).toBeTruthy();
    expect(within(await grid()).getAllByRole('gridcell').map((cell) => cell.textContent?.includes('Book') ?? false)).toEqual([true, false, true]);
  });

  test('says why it could not be loaded, and tries again', async () => {
    const { ports } = openClient(`/library/${BOOKS}/bookshelf`, { prepare: ({ api }) => api.refuseOnce(listItems, { kind: 'timeout' }) });
    ports.api.answer(listItems, library(2));
    expect((await screen.findByRole('alert')).textContent).toContain('The library could not be loaded');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await titles()).toEqual(['Book 0', 'Book 1']);
  });

  test('has no series to collapse in a podcast library', async () => {
    open(`/library/${PODCASTS}/bookshelf`, library(2));
    await grid();
    await userEvent.click(await screen.findByRole('button', { name: 'View' }));
    await screen.findByRole('menuitemradio', { name: 'Medium covers' });
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Collapse series' })).toBeNull();
  });

  test('moves by arrow keys with one stop of Tab', async () => {
    open();
    const links = within(await grid()).getAllByRole('link');
    act(() => links[0]?.focus());
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Book 1'));
    expect(within(await grid()).getAllByRole('link').filter(({ tabIndex }) => tabIndex === 0).map((link) => link.textContent)).toEqual(['Book 1']);
  });

  test('is found again as it was left: another page and back ask for nothing but what may have changed', async () => {
    const { ports, app } = open();
    await grid();
    await waitFor(() => expect(ports.api.inputsOf(listItems)).toHaveLength(2));
    const page = app.system.get('page') as { send: (event: object) => void };
    act(() => page.send({ type: 'bookshelf.rested', offset: 900 }));
    await userEvent.click(within(await grid()).getByRole('link', { name: 'Book 3' }));
    await waitFor(() => expect(screen.queryByRole('grid', { name: 'Items' })).toBeNull());
    act(() => window.history.back());
    expect((await titles())).toContain('Book 3');
    expect(document.getElementById('content')?.scrollTop).toBe(900);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Book 3'));
  });
});
