import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  continueItemOf,
  effectOf,
  moveStart,
  moveToFront,
  shelvesBelow,
  startTimeOf,
} from '../../../../src/machines/browse/home/continue-item.logic.ts';
import {
  dropEntity,
  patchEntity,
  patchShelves,
  renewShelves,
  showsItem,
  isLongShelf,
  linesOf,
  packShelves,
} from '../../../../src/machines/browse/home/shelves.logic.ts';
import type { BookItemMinified } from '../../../../src/schemas/api/library-item-minified.ts';
import { shelves as shelvesSchema, type Shelf } from '../../../../src/schemas/api/shelf.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { recording } from '../../../support/recordings.ts';

const books = z.parse(shelvesSchema, recording('libraries/personalized').response.body).items;
const podcasts = z.parse(shelvesSchema, recording('libraries/personalized-podcast').response.body).items;
const idsOf = (shelves: readonly Shelf[], id: string) =>
  shelves.find((shelf) => shelf.id === id)?.entities.items.map((entity) => entity.id) ?? [];
const listening = idsOf(books, 'continue-listening');
const [first = '', second = ''] = listening;
const fact = (libraryItemId: string, change: object = {}) => ({
  libraryItemId,
  episodeId: null,
  isFinished: false,
  hideFromContinueListening: false,
  ...change,
});
const bookOf = (shelves: readonly Shelf[], id: string): BookItemMinified => {
  const found = shelves
    .flatMap((shelf) => (shelf.type === 'book' ? shelf.entities.items : []))
    .find((item) => item.id === id);
  if (!found) throw new Error(`no book ${id}`);
  return found;
};

describe('the first card', () => {
  test('shows the first of the continue shelf, which then is not below it', () => {
    expect(continueItemOf(books)).toMatchObject({
      item: { id: first },
      episodeId: null,
      shelfId: 'continue-listening',
    });
    expect(idsOf(shelvesBelow(books), 'continue-listening')).toEqual(listening.slice(1));
  });

  test('shows the episode that represents a podcast', () => {
    const continueItem = continueItemOf(podcasts);
    expect(continueItem?.episodeId).toBe(
      continueItem?.item.mediaType === 'podcast' ? continueItem.item.recentEpisode?.id : 'none',
    );
  });

  test('is missing when nothing was started', () => {
    expect(
      continueItemOf(
        dropEntity(
          books.filter(({ id }) => id !== 'continue-listening'),
          'none',
        ),
      ),
    ).toBeNull();
  });

  test('leaves no empty shelf below it', () => {
    const one = listening.slice(1).reduce<readonly Shelf[]>((shelves, id) => dropEntity(shelves, id), books);
    expect(
      shelvesBelow(one).some(({ id, entities }) => id === 'continue-listening' || entities.items.length === 0),
    ).toBe(false);
  });
});

describe('where the first card begins', () => {
  const shown = {
    ...fact(first),
    id: 'p',
    userId: 'u',
    mediaItemId: 'm',
    mediaItemType: 'book',
    duration: 100,
    progress: 0.2,
    currentTime: 20,
    ebookLocation: null,
    ebookProgress: null,
    lastUpdate: 1,
    startedAt: 1,
    finishedAt: null,
  } as const;

  test('moves by each jump, from where it was left, to one of the ends at most', () => {
    const back = moveStart(null, shown, -15);
    expect(startTimeOf(back, shown)).toBe(5);
    expect(startTimeOf(moveStart(back, shown, -15), shown)).toBe(0);
    expect(startTimeOf(moveStart(back, shown, 300), shown)).toBe(100);
  });

  test('is where the account is again once that moved, or another item is shown', () => {
    const moved = moveStart(null, shown, -15);
    expect(startTimeOf(moved, { ...shown, currentTime: 60 })).toBeNull();
    expect(startTimeOf(moved, { ...shown, libraryItemId: second })).toBeNull();
    expect(startTimeOf(moved, null)).toBeNull();
    expect(startTimeOf(moveStart(moved, { ...shown, currentTime: 60 }, 10), { ...shown, currentTime: 60 })).toBe(70);
  });
});

describe('an updated item', () => {
  test('is shown in all its places and leaves other shelves the same objects', () => {
    const item = bookOf(books, first);
    const update = { ...item, updatedAt: 7, media: { ...item.media, coverPath: '/new.jpg' } };
    const patched = patchShelves(books, new Map([[first, update]]));
    expect(bookOf(patched, first)).toEqual(update);
    const untouched = books.findIndex((shelf) => shelf.type === 'authors');
    expect(patched[untouched]).toBe(books[untouched]);
  });

  test('reaches the books of a series', () => {
    const series = books.find((shelf) => shelf.type === 'series');
    const book = series?.entities.items[0];
    if (!book || !('books' in book) || !book.books[0]) throw new Error('no series');
    const update = { ...book.books[0], updatedAt: 7 };
    expect(showsItem(books, update.id)).toBe(true);
    const patched = patchShelves([series as Shelf], new Map([[update.id, update]]))[0];
    expect(patched?.type === 'series' && patched.entities.items[0]?.books[0]).toEqual(update);
  });

  test('that is on no shelf changes nothing', () => {
    expect(patchShelves(books, new Map([['elsewhere', bookOf(books, first)]]))).toBe(books);
  });

  test('keeps what only the shelf knew', () => {
    const item = { ...bookOf(books, first), collapsedSeries: { id: 's', name: 'S', numBooks: 2, libraryItemIds: [] } };
    const shelf = books.find(({ id }) => id === 'continue-listening');
    if (shelf?.type !== 'book') throw new Error('no shelf');
    const { collapsedSeries, ...update } = item;
    const patched = patchShelves([{ ...shelf, entities: { items: [item], dropped: [] } }], new Map([[first, update]]));
    expect(bookOf(patched, first).collapsedSeries).toEqual(collapsedSeries);
  });
});

test('an author gets the new name, and nothing else changes', () => {
  const [id = ''] = idsOf(books, 'newest-authors');
  const renamed = patchEntity(books, { id, name: 'Renamed' });
  expect(renamed.find((shelf) => shelf.id === 'newest-authors')?.entities.items[0]).toMatchObject({
    id,
    name: 'Renamed',
  });
  expect(patchEntity(books, { id: 'nobody', name: 'X' })).toBe(books);
});

test('a removed item leaves all shelves', () => {
  expect(dropEntity(books, first).some((shelf) => shelf.entities.items.some(({ id }) => id === first))).toBe(false);
});

describe('a change of progress', () => {
  test.each([
    ['of the first card moves only its line', fact(first), 'none'],
    ['of another begun book makes it the first', fact(second), 'first'],
    ['of a book on no shelf is for the server to sort out', fact('new'), 'unknown'],
    ['that finishes is for the server to sort out', fact(first, { isFinished: true }), 'unknown'],
    ['that hides is for the server to sort out', fact(second, { hideFromContinueListening: true }), 'unknown'],
    ['of an episode is not about the book', fact(first, { episodeId: 'e' }), 'unknown'],
  ] as const)('%s', (_name, change, effect) => {
    expect(effectOf(books, change)).toBe(effect);
  });

  test('moves the last played one to the front and keeps the others in order', () => {
    const third = listening[2] ?? '';
    expect(idsOf(moveToFront(books, fact(third)), 'continue-listening')).toEqual([
      third,
      ...listening.filter((id) => id !== third),
    ]);
  });
});

describe('the lines of shelves', () => {
  const shelf = (id: string, count: number): Shelf => ({
    id,
    label: id,
    labelStringKey: id,
    total: count,
    type: 'book',
    entities: { items: Array.from({ length: count }, () => bookOf(books, first)), dropped: [] },
  });
  const linesFor = (...counts: number[]) =>
    packShelves(counts.map((count, at) => shelf(`s${at}`, count))).map((line) =>
      line.map(({ entities }) => entities.items.length),
    );

  test.each([
    ['a long shelf has a line of its own', [10, 8], [[10], [8]]],
    ['small shelves share a line', [1, 2, 3], [[1, 2, 3]]],
    ['a line of small shelves is full at seven covers', [3, 3, 2], [[3, 3], [2]]],
    ['a long shelf stands beside a small one before it', [2, 10, 9], [[2, 10], [9]]],
    ['a long shelf does not stand beside many small ones', [2, 3, 10], [[2, 3], [10]]],
    ['a small one left at the end goes to the line before', [10, 1], [[10, 1]]],
    ['nothing gives no line', [], []],
  ])('%s', (_name, counts, lines) => {
    expect(linesFor(...counts)).toEqual(lines);
  });

  test('count a series as two covers wide', () => {
    const series = books.find(({ type }) => type === 'series');
    if (series?.type !== 'series') throw new Error('no series');
    const two = { ...series, entities: { ...series.entities, items: series.entities.items.slice(0, 2) } };
    expect(packShelves([two, shelf('long', 9)]).map((line) => line.map(({ id }) => id))).toEqual([[two.id], ['long']]);
  });

  test('count two episodes, one below the other, as two covers wide', () => {
    const episodes = podcasts.find(({ type }) => type === 'episode');
    const [entity] = episodes?.type === 'episode' ? episodes.entities.items : [];
    if (episodes?.type !== 'episode' || !entity) throw new Error('no episodes');
    const of = (count: number) => ({ ...episodes, entities: { items: Array(count).fill(entity), dropped: [] } });
    expect([1, 2, 3].map((count) => [linesOf(of(count)), isLongShelf(of(count))])).toEqual([
      [1, false],
      [2, false],
      [2, true],
    ]);
  });

  test('hold every shelf once and in its order, one long one at most, and no shelf alone that its neighbours have room for', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 12 });
    fc.assert(
      fc.property(counts, (all) => {
        const shelves = all.map((count, at) => shelf(`s${at}`, count));
        const lines = packShelves(shelves);
        expect(lines.flat()).toEqual(shelves);
        for (const [at, line] of lines.entries()) {
          const small = line.filter((one) => !isLongShelf(one));
          const covers = small.reduce((sum, { entities }) => sum + entities.items.length, 0);
          expect(line.length).toBeGreaterThan(0);
          expect(line.length - small.length).toBeLessThanOrEqual(1);
          expect(covers).toBeLessThanOrEqual(line.length === small.length ? 7 : 3);
          const isLonely = at > 0 && at === lines.length - 1 && line.length === 1 && small.length === 1;
          expect(isLonely && lines[at - 1]?.length === 1).toBe(false);
        }
      }),
    );
  });
});

describe('shelves refetched', () => {
  const again = (): readonly Shelf[] => z.parse(shelvesSchema, recording('libraries/personalized').response.body).items;

  test('keep every shelf that is as before, and take what changed', () => {
    const changed = dropEntity(again(), first);
    const renewed = renewShelves(books, changed, { picksStay: true });
    expect(renewed).toEqual(
      changed.map((shelf) => (shelf.id === 'discover' ? books.find(({ id }) => id === 'discover') : shelf)),
    );
    const same = renewed.filter((shelf) => books.includes(shelf)).map(({ id }) => id);
    const shelvesWithFirst = books
      .filter((shelf) => shelf.id !== 'discover' && showsItem([shelf], first))
      .map(({ id }) => id);
    expect(shelvesWithFirst).toContain('continue-listening');
    expect(same).toEqual(books.map(({ id }) => id).filter((id) => !shelvesWithFirst.includes(id)));
  });

  describe('and the shelf of random picks', () => {
    const discover = (shelves: readonly Shelf[]) => shelves.find(({ id }) => id === 'discover');
    const picked = dropEntity(again(), idsOf(books, 'discover')[0] ?? '');

    test('leave it unchanged while no change was missed', () => {
      expect(discover(picked)).not.toEqual(discover(books));
      expect(discover(renewShelves(books, picked, { picksStay: true }))).toBe(discover(books));
    });

    test('take the new picks after missed changes: the server may have removed a kept one', () => {
      expect(discover(renewShelves(books, picked, { picksStay: false }))).toBe(discover(picked));
    });
  });
});
