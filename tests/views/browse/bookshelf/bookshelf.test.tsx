import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BookshelfRef } from '../../../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import type { ItemsPageInput } from '../../../../src/services/endpoints/libraries.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { playItem } from '../../../../src/services/endpoints/playback.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const PODCASTS = 'b5715ef4-f7b2-4aeb-89e5-7b4712bb0675';
const [sample] = (
  recording('libraries/items-final-minified').response.body as {
    results: { id: string; media: { metadata: object } }[];
  }
).results;
if (!sample) throw new Error('The recording has no items');
const book = (at: number) => ({
  ...sample,
  libraryId: BOOKS,
  id: `i${at}`,
  media: { ...sample.media, metadata: { ...sample.media.metadata, title: `Book ${at}`, authorName: 'Somebody' } },
});
/** A library of so many books, answered page by page. */
const library =
  (total: number) =>
  ({ limit, page }: ItemsPageInput) => ({
    results: Array.from({ length: Math.max(0, Math.min(limit, total - page * limit)) }, (_, at) =>
      book(page * limit + at),
    ),
    total,
    limit,
    page,
  });

function open(path = `/library/${BOOKS}/bookshelf`, answer: unknown = library(500)) {
  return openClient(path, { prepare: ({ api }) => api.answer(listItems, answer) });
}

const grid = () => screen.findByRole('grid', { name: 'Items' });
const titles = async () => (await within(await grid()).findAllByRole('link')).map((link) => link.textContent);

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

describe('the bookshelf', () => {
  test('shows the books in view and the total, and requests only the pages it needs (SHF-001, GEN-003)', async () => {
    const { ports } = open();
    expect((await titles()).slice(0, 3)).toEqual(['Book 0', 'Book 1', 'Book 2']);
    expect(screen.getByText('500 books')).toBeTruthy();
    await waitFor(() =>
      expect(ports.api.inputsOf(listItems).map((input) => (input as ItemsPageInput).page)).toEqual([0, 1]),
    );
  });

  test('marks on a card that a book is explicit, its progress and that it is finished (SHF-012, SHF-014, WID-010)', async () => {
    const half = { id: 'p1', libraryItemId: 'i1', progress: 0.5, currentTime: 5, isFinished: false, finishedAt: null };
    const entry = (change: object) => ({
      userId: 'u',
      episodeId: null,
      mediaItemId: 'm',
      mediaItemType: 'book',
      duration: 10,
      hideFromContinueListening: false,
      ebookLocation: null,
      ebookProgress: null,
      lastUpdate: 1,
      startedAt: 1,
      ...half,
      ...change,
    });
    const root = recording('auth/login-root').response.body as { user: object };
    const mediaProgress = [
      entry({}),
      entry({ id: 'p2', libraryItemId: 'i2', progress: 1, currentTime: 10, isFinished: true, finishedAt: 2 }),
    ];
    const shelf = (input: ItemsPageInput) => ({
      ...library(3)(input),
      results: [0, 1, 2].map((at) => ({
        ...book(at),
        media: { ...sample.media, metadata: { ...sample.media.metadata, title: `Book ${at}`, explicit: at === 0 } },
      })),
    });
    openClient(`/library/${BOOKS}/bookshelf`, {
      prepare: ({ api }) => {
        api.answer(authorize, { ...root, user: { ...root.user, mediaProgress } });
        api.answer(listItems, shelf);
      },
    });
    await grid();
    const marks = screen.getAllByRole('gridcell').map((cell) => ({
      signs: within(cell)
        .queryAllByRole('img', { name: /./ })
        .map((sign) => sign.getAttribute('aria-label')),
      share: cell.querySelector<HTMLElement>('[style*="inline-size"]')?.style.inlineSize ?? null,
    }));
    expect(marks).toEqual([
      { signs: ['Explicit'], share: null },
      { signs: [], share: '50%' },
      { signs: ['Finished'], share: null },
    ]);
  });

  test('marks issues on a card, and its number in a series (SHF-011, SHF-013)', async () => {
    const changes = [
      { isMissing: true },
      { isInvalid: true },
      {
        media: {
          ...sample.media,
          metadata: { ...sample.media.metadata, series: { id: 's', name: 'S', sequence: '2.5' } },
        },
      },
    ];
    openClient(`/library/${BOOKS}/bookshelf?filter=${encodeURIComponent('series.cw==')}`, {
      prepare: ({ api }) =>
        api.answer(listItems, (input: ItemsPageInput) => ({
          ...library(3)(input),
          results: changes.map((change, at) => ({ ...book(at), ...change })),
        })),
    });
    await grid();
    const cells = screen.getAllByRole('gridcell');
    const signs = cells.map((cell) =>
      within(cell)
        .queryAllByRole('img', { name: /./ })
        .map((sign) => sign.getAttribute('aria-label')),
    );
    expect(signs.slice(0, 2)).toEqual([['Files missing'], ['Unreadable']]);
    expect(within(cells[2] ?? document.body).getByText('#2.5')).toBeTruthy();
    expect(within(cells[0] ?? document.body).queryByRole('button', { name: /^Play/ })).toBeNull();
  });

  test('a cover that fails to load says so (VAL-042)', async () => {
    open(undefined, library(1));
    const [picture] = [...(await grid()).querySelectorAll('img')];
    if (!picture) throw new Error('The card has no cover');
    fireEvent.error(picture);
    expect((await screen.findByText(/invalid/i)).textContent).toBe('Invalid Cover');
  });

  test('sorts by another key, and the same key again reverses it', async () => {
    const { ports } = open();
    await grid();
    await userEvent.click(screen.getByRole('button', { name: 'Sorted by Title, ascending' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Size' }));
    const bySize = await screen.findByRole('button', { name: 'Sorted by Size, ascending' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await userEvent.click(bySize);
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Size, ascending' }));
    await screen.findByRole('button', { name: 'Sorted by Size, descending' });
    expect(ports.api.inputsOf(listItems).at(-1)).toMatchObject({ sort: 'size', desc: true });
  });

  test('sorts dates newest first, and random without a direction', async () => {
    const { ports } = open();
    await grid();
    await userEvent.click(screen.getByRole('button', { name: 'Sorted by Title, ascending' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Date added' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sorted by Date added, descending' }));
    expect(ports.api.inputsOf(listItems).at(-1)).toMatchObject({ sort: 'addedAt', desc: true });
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Random' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sorted by Random' }));
    expect(await screen.findByRole('menuitemradio', { name: 'Random' })).toBeTruthy();
  });

  test('shows authors by last name when sorted by it', async () => {
    open(`/library/${BOOKS}/bookshelf?sort=media.metadata.authorNameLF`, (input: ItemsPageInput) => ({
      ...library(1)(input),
      results: [
        {
          ...book(0),
          media: {
            ...sample.media,
            metadata: {
              ...sample.media.metadata,
              title: 'Emma',
              authorName: 'Jane Austen',
              authorNameLF: 'Austen, Jane',
            },
          },
        },
      ],
    }));
    expect(within(await grid()).getByText('Austen, Jane')).toBeTruthy();
  });

  test('counts books and series where series are collapsed', async () => {
    const { app } = open(undefined, library(17));
    await screen.findByText('17 books');
    act(() =>
      (app.system.get('preferences') as { send: (event: object) => void }).send({
        type: 'preferences.set',
        change: { collapseSeries: true },
      }),
    );
    expect(await screen.findByText('17 books and series')).toBeTruthy();
  });

  test('the filter menu shows the values of a group at once, with the focus in its search field, and reopens at its groups', async () => {
    open();
    await grid();
    const button = screen.getByRole('button', { name: 'Filter' });
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('button', { name: 'Progress' }));
    expect(
      within(await screen.findByRole('grid', { name: 'Progress' }))
        .getAllByRole('button')
        .map((row) => row.textContent),
    ).toEqual(['Finished', 'In progress', 'Not started', 'Not finished']);
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search Progress' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back to all filters' }));
    expect(document.activeElement?.textContent).toBe('Progress');
    await userEvent.click(await screen.findByRole('button', { name: 'Genre' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(button);
    expect(await screen.findByRole('button', { name: 'Genre' })).toBeTruthy();
  });

  test('the arrow keys, Home and End move through the groups of the filter menu, and Enter opens one', async () => {
    open();
    await grid();
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    const focused = () => document.activeElement?.textContent;
    const groups = within(await screen.findByRole('dialog'))
      .getAllByRole('button')
      .map((row) => row.textContent);
    await waitFor(() => expect(focused()).toBe('All'));
    await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(focused()).toBe(groups[1]);
    await userEvent.keyboard('{End}{ArrowDown}');
    expect(focused()).toBe(groups.at(-1));
    await userEvent.keyboard('{Home}{ArrowDown}{Enter}');
    expect(await screen.findByRole('searchbox', { name: `Search ${groups[1]}` })).toBeTruthy();
  });

  test.each([
    ['MM/dd/yyyy', /^Added [A-Z][a-z]{2} \d{1,2}(, \d{4})?$/],
    ['dd.MM.yyyy', /^Added \d{2}\.\d{2}\.\d{4}$/],
  ])('days are short without a chosen format, else as the server sets: %s', async (dateFormat, shown) => {
    const root = recording('auth/login-root').response.body as { serverSettings: object };
    openClient(`/library/${BOOKS}/bookshelf?sort=addedAt`, {
      prepare: ({ api }) => {
        api.answer(authorize, { ...root, serverSettings: { ...root.serverSettings, dateFormat } });
        api.answer(listItems, library(1));
      },
    });
    expect(within(await grid()).getByText(/^Added/).textContent).toMatch(shown);
  });

  test('the card of a collapsed series marks that one of its books is open in the player', async () => {
    const collapsedSeries = { id: 's', name: 'Short', numBooks: 2, libraryItemIds: ['i5', 'i6'] };
    const { app, ports } = open(undefined, (input: ItemsPageInput) => ({
      ...library(2)(input),
      results: [{ ...book(0), collapsedSeries }, book(1)],
    }));
    await grid();
    ports.api.defer(playItem);
    act(() => app.system.get('player').send({ type: 'player.play', libraryItemId: 'i6', preview: null }));
    const [series, other] = screen.getAllByRole('gridcell');
    expect(await within(series ?? document.body).findByRole('img', { name: 'Now playing' })).toBeTruthy();
    expect(within(other ?? document.body).queryByRole('img', { name: 'Now playing' })).toBe(null);
  });

  test('ArrowDown leads from the search field of a filter to the first match, and Enter takes it', async () => {
    const { here } = open();
    await grid();
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Progress' }));
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search Progress' }), 'not st');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Not started' }));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(here()).toBe(`/library/${BOOKS}/bookshelf?filter=progress.bm90LXN0YXJ0ZWQ%253D`));
  });

  test('is filtered by the two levels of the menu; the filter is in the address and can be removed', async () => {
    const { ports, here } = open();
    await grid();
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Progress' }));
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search Progress' }), 'not st');
    await userEvent.click(await screen.findByRole('button', { name: 'Not started' }));
    await waitFor(() => expect(here()).toBe(`/library/${BOOKS}/bookshelf?filter=progress.bm90LXN0YXJ0ZWQ%253D`));
    expect(await screen.findByText('Progress: Not started')).toBeTruthy();
    await waitFor(() =>
      expect(ports.api.inputsOf(listItems).at(-1)).toMatchObject({ filter: 'progress.bm90LXN0YXJ0ZWQ%3D' }),
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Audiobooks: Progress: Not started');
    expect(document.title).toBe('Audiobooks: Progress: Not started · Earmark');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }));
    await waitFor(() => expect(here()).toBe(`/library/${BOOKS}/bookshelf`));
    expect(screen.queryByText('Progress: Not started')).toBeNull();
  });

  test('says when nothing matches the filter and offers to clear it', async () => {
    const { ports, here } = open(`/library/${BOOKS}/bookshelf?filter=abridged`, library(0));
    expect(await screen.findByText('No items match this filter')).toBeTruthy();
    ports.api.answer(listItems, library(3));
    const [clear] = screen.getAllByRole('button', { name: 'Clear filter' });
    if (clear) await userEvent.click(clear);
    expect(await titles()).toEqual(['Book 0', 'Book 1', 'Book 2']);
    expect(here()).toBe(`/library/${BOOKS}/bookshelf`);
  });

  test('says when there are no issues', async () => {
    open(`/library/${BOOKS}/bookshelf?filter=issues`, library(0));
    expect(await screen.findByText('No issues found')).toBeTruthy();
  });

  test('keeps the place of an unreadable entry and says so in one line', async () => {
    open(undefined, (input: ItemsPageInput) => ({
      ...library(3)(input),
      results: [book(0), { ...book(1), media: null }, book(2)],
    }));
    expect(await titles()).toEqual(['Book 0', 'Book 2']);
    expect(screen.getByText('1 entry couldn’t be read.')).toBeTruthy();
    expect(
      within(await grid())
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent?.includes('Book') ?? false),
    ).toEqual([true, false, true]);
  });

  test('says why it failed to load, and retries', async () => {
    const { ports } = openClient(`/library/${BOOKS}/bookshelf`, {
      prepare: ({ api }) => api.refuseOnce(listItems, { kind: 'timeout' }),
    });
    ports.api.answer(listItems, library(2));
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the library');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await titles()).toEqual(['Book 0', 'Book 1']);
  });

  test('of a missing library offers the others, under one heading', async () => {
    openClient(`/library/${BOOKS}/bookshelf`, {
      prepare: ({ api }) => api.refuse(listItems, { kind: 'notFound', message: 'Library not found' }),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Library not found' })).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('link').length).toBeGreaterThan(0);
    expect(main.queryByRole('button', { name: 'Try again' })).toBeNull();
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
    expect(
      within(await grid())
        .getAllByRole('link')
        .filter(({ tabIndex }) => tabIndex === 0)
        .map((link) => link.textContent),
    ).toEqual(['Book 1']);
  });

  test('is restored: another page and back request only what may have changed (SHF-009, STT-009)', async () => {
    const { ports, app } = open();
    await grid();
    await waitFor(() => expect(ports.api.inputsOf(listItems)).toHaveLength(2));
    const page = app.system.get('page') as BookshelfRef;
    const content = document.getElementById('content');
    if (!content) throw new Error('There is no content');
    content.scrollTop = 900;
    fireEvent.scroll(content);
    await waitFor(() => expect(page.getSnapshot().context.list.getSnapshot().context.offset).toBe(900));
    await userEvent.click(within(await grid()).getByRole('link', { name: 'Book 9' }));
    await waitFor(() => expect(screen.queryByRole('grid', { name: 'Items' })).toBeNull());
    act(() => window.history.back());
    expect(await titles()).toContain('Book 9');
    expect(content.scrollTop).toBe(900);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Book 9'));
  });

  test('reports a failed refresh once, keeps the books in view, and retries on request', async () => {
    const { ports, app } = open();
    await grid();
    await waitFor(() => expect(ports.api.inputsOf(listItems)).toHaveLength(2));
    ports.api.refuse(listItems, { kind: 'timeout' });
    act(() => (app.system.get('page') as BookshelfRef).send({ type: 'page.refresh', again: true }));
    expect(await screen.findAllByText('Couldn’t refresh. What you see may be out of date.')).toHaveLength(1);
    expect((await titles())[0]).toBe('Book 0');
    ports.api.answer(listItems, library(500));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Couldn’t refresh. What you see may be out of date.')).toBeNull());
  });
});
