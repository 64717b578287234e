import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canSeeContent } from '../../../server/http/access.ts';
import { createItemRepository } from '../../../server/items/items.repo.ts';
import type { BookItem } from '../../../server/items/model.ts';
import type { User } from '../../../server/store/users.repo.ts';
import { createAccount } from '../../../server/users/accounts.ts';
import { startServer, type TestServer } from '../../support/embedded-server.ts';
import { seedLibrary } from './seed.ts';
import { at, listAt } from './support.ts';

const COUNT = 240;

let server: TestServer;
let libraryId: string;
let token: string;
let books: BookItem[];
let begun: Set<string>;

const listener = (): User => {
  const user = server.ctx.store.users.byName('listener');
  if (!user) throw new Error('No listener');
  return user;
};

beforeAll(async () => {
  server = await startServer();
  await createAccount(server.ctx, { username: 'listener', password: 'secret', type: 'user', isActive: true });
  libraryId = seedLibrary(server.ctx.store, listener().id, COUNT).id;
  token = await server.ctx.tokens.access(listener());
  const items = createItemRepository(server.ctx.store.database, () => []);
  const numbered = new Map<string, number>();
  const all = server.ctx.store.database
    .all<{ id: string }>('SELECT id FROM libraryItems ORDER BY rowid')
    .flatMap(({ id }) => items.load(id) ?? [])
    .filter((item): item is BookItem => item.mediaType === 'book');
  // Some books belong to a second series, some have no number in theirs, and some of a series have the same number.
  books = all.map((book, index) => {
    const { series } = book.metadata;
    const [own] = series;
    if (!own) return book;
    numbered.set(own.name, (numbered.get(own.name) ?? 0) + 1);
    const sequence = index % 9 === 0 ? null : index % 4 === 0 ? '1' : own.sequence;
    const second = index % 12 === 0 ? [{ id: '', name: 'Best of all', sequence: String(index) }] : [];
    return items.save({
      ...book,
      metadata: { ...book.metadata, series: [{ ...own, sequence }, ...second] },
    }) as BookItem;
  });
  begun = new Set(server.ctx.store.progress.ofUser(listener().id).map(({ libraryItemId }) => libraryItemId));
});
afterAll(() => server.stop());

const get = async (path: string): Promise<unknown> =>
  (
    await fetch(`${server.url}/api/libraries/${libraryId}${path}`, { headers: { authorization: `Bearer ${token}` } })
  ).json();

const byTitle = (a: BookItem, b: BookItem): number => {
  const [one, other] = [a.metadata.title?.toLowerCase() ?? '', b.metadata.title?.toLowerCase() ?? ''];
  return one < other ? -1 : one > other ? 1 : 0;
};
const numberOf = (sequence: string | null): number =>
  sequence !== null && /^\d/.test(sequence) ? Number.parseFloat(sequence) : Infinity;
const sequenceIn = (book: BookItem, seriesId: string): number =>
  numberOf(book.metadata.series.find(({ id }) => id === seriesId)?.sequence ?? null);
const bySeries = (list: readonly BookItem[]): Map<string, BookItem[]> => {
  const found = new Map<string, BookItem[]>();
  for (const book of list) for (const { id } of book.metadata.series) found.set(id, [...(found.get(id) ?? []), book]);
  for (const [id, inside] of found)
    found.set(
      id,
      inside.toSorted((a, b) => {
        const [one, other] = [sequenceIn(a, id), sequenceIn(b, id)];
        return one === other ? byTitle(a, b) : one - other;
      }),
    );
  return found;
};
const countsOf = (lists: readonly (readonly string[])[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of lists.flat()) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};
/** 0 for a title that begins with it, 1 for one with the exact words, 2 with all words in title and names. */
const rankOf = (book: BookItem, wanted: string): number | null => {
  const title = textOf(book).toLowerCase();
  if (title.includes(wanted)) return title.startsWith(wanted) ? 0 : 1;
  const words = wanted.split(' ');
  const { authors, series, narrators } = book.metadata;
  const numbered = series.map(({ name, sequence }) => `${name} ${sequence ?? ''}`);
  const all = ` ${[title, ...authors.map(({ name }) => name), ...numbered, ...narrators].join(' ')}`.toLowerCase();
  const isWhole = words.length > 1 && words.every((word) => all.includes(` ${word}`));
  return isWhole && words.some((word) => title.includes(word)) ? 2 : null;
};
const textOf = (book: BookItem): string => book.metadata.title ?? '';

describe.each([
  ['that may see everything', { accessExplicitContent: true, accessAllTags: true }],
  ['without explicit content', { accessExplicitContent: false, accessAllTags: true }],
  ['with one tag only', { accessExplicitContent: true, accessAllTags: false, selectedTagsNotAccessible: false }],
  ['without one tag', { accessExplicitContent: false, accessAllTags: false, selectedTagsNotAccessible: true }],
])('an account %s', (_name, permissions) => {
  let visible: BookItem[];
  beforeAll(() => {
    const user = listener();
    const next = { ...user, permissions: { ...user.permissions, ...permissions }, itemTagsSelected: ['favourite'] };
    server.ctx.store.users.update(next);
    visible = books.filter((book) => canSeeContent(next, { explicit: book.metadata.explicit, tags: book.tags }));
  });

  test.each(['bo', 'TH', 'f', '1', 'of 1', '12 book', 'Book', 'zq'])(
    'finds the visible hits of "%s", in order (ROL-038, AMB-96)',
    async (text) => {
      const found = await get(`/search?q=${encodeURIComponent(text)}&limit=200`);
      const wanted = text.toLowerCase();
      const hits = [0, 1, 2].flatMap((rank) =>
        visible.filter((book) => rankOf(book, wanted) === rank).toSorted(byTitle),
      );
      expect(listAt(found, 'book').map((hit) => at(hit, 'libraryItem', 'media', 'metadata', 'title'))).toEqual(
        hits.map(textOf).slice(0, 200),
      );
      for (const [kind, number, values] of [
        ['genres', 'numItems', visible.map(({ metadata }) => [...new Set(metadata.genres)])],
        ['tags', 'numItems', visible.map(({ tags }) => tags)],
        ['narrators', 'numBooks', visible.map(({ metadata }) => metadata.narrators)],
      ] as const) {
        const expected = Object.entries(countsOf(values))
          .filter(([value]) => value.toLowerCase().includes(wanted))
          .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
        expect(listAt(found, kind).map((entry) => [at(entry, 'name'), at(entry, number)])).toEqual(
          expected.slice(0, 200),
        );
      }
    },
  );

  test('gets a page with each series as its first visible book', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6, 7].map((page) => get(`/items?limit=25&page=${page}&sort=addedAt&collapseseries=1`)),
    );
    const heads = new Map<string, string>();
    for (const [seriesId, [first]] of bySeries(visible)) {
      const known = first && heads.get(first.id);
      const names = first?.metadata.series.map(({ id }) => id) ?? [];
      if (first && (known === undefined || names.indexOf(seriesId) < names.indexOf(known)))
        heads.set(first.id, seriesId);
    }
    const expected = visible
      .filter(({ id, metadata }) => metadata.series.length === 0 || heads.has(id))
      .toSorted((a, b) => a.addedAt - b.addedAt);
    expect(new Set(pages.map((page) => at(page, 'total')))).toEqual(new Set([expected.length]));
    expect(
      pages
        .flatMap((page) => listAt(page, 'results'))
        .map((item) => [at(item, 'id'), at(item, 'collapsedSeries', 'id')]),
    ).toEqual(expected.slice(0, 200).map(({ id }) => [id, heads.get(id)]));
  });

  test('gets series by the number of visible books', async () => {
    const page = await get('/series?limit=100&sort=numBooks&desc=1');
    const numbers = listAt(page, 'results').map((series) => listAt(series, 'books').length);
    const expected = [...bySeries(visible).values()].map(({ length }) => length).toSorted((a, b) => b - a);
    expect([at(page, 'total'), numbers]).toEqual([expected.length, expected.slice(0, 100)]);
  });

  test('discovers every book without a series, and the first of every series, that it did not begin', async () => {
    const shelf = ((await get('/personalized?limit=500')) as unknown[]).find((entry) => at(entry, 'id') === 'discover');
    const begunSeries = new Set(
      books.filter(({ id }) => begun.has(id)).flatMap(({ metadata }) => metadata.series.map(({ id }) => id)),
    );
    const isOpen = ({ id, metadata }: BookItem): boolean =>
      !begun.has(id) && metadata.series.every((series) => !begunSeries.has(series.id));
    const firsts = new Set([...bySeries(visible).values()].flatMap(([first]) => first ?? []));
    const expected = visible
      .filter((book) => isOpen(book) && (book.metadata.series.length === 0 || firsts.has(book)))
      .map(({ id }) => id);
    expect(
      listAt(shelf, 'entities')
        .map((item) => String(at(item, 'id')))
        .toSorted(),
    ).toEqual(expected.toSorted());
    expect(at(shelf, 'total')).toBe(expected.length);
    const few = ((await get('/personalized?limit=5')) as unknown[]).find((entry) => at(entry, 'id') === 'discover');
    expect([listAt(few, 'entities').length, at(few, 'total')]).toEqual([Math.min(5, expected.length), expected.length]);
  });
});
