import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allAuthors, listAuthors } from '../../../server/library/query/authors.ts';
import { listItems, type ListQuery } from '../../../server/library/query/list.ts';
import type { Database, SqlValue } from '../../../server/store/database.ts';
import type { Library } from '../../../server/store/libraries.repo.ts';
import type { User } from '../../../server/store/users.repo.ts';
import { startServer, type TestServer } from '../../support/embedded-server.ts';
import { seedLibrary } from './seed.ts';

let server: TestServer;
let database: Database;
let library: Library;
let everything: User;
let noExplicit: User;

beforeAll(async () => {
  server = await startServer();
  database = server.ctx.store.database;
  const [root, listener] = [await server.account('root', 'root'), await server.account('listener')];
  if (!root.user || !listener.user) throw new Error('No accounts');
  [everything, noExplicit] = [root.user, listener.user];
  library = seedLibrary(server.ctx.store, root.user.id, 1200);
  database.run('UPDATE libraryItems SET title = titleIgnorePrefix');
  // Many ties, in a different order than they were added.
  database.run(
    "UPDATE libraryItems SET title = 'Same', titleIgnorePrefix = 'Same', size = 5 WHERE CAST(ino AS INTEGER) % 4 = 1",
  );
  database.run('UPDATE libraryItems SET publishedYear = NULL WHERE CAST(ino AS INTEGER) % 5 = 1');
});
afterAll(() => server.stop());

const query = (more: Partial<ListQuery>): ListQuery => ({
  filter: { group: 'genres', value: 'Poetry' },
  sortBy: 'media.metadata.title',
  sortDesc: false,
  limit: 10,
  page: 0,
  ...more,
});
const ids = (user: User, more: Partial<ListQuery>, ignorePrefix = false): string[] =>
  listItems(database, library, user, query(more), { ignorePrefix }).rows.map(({ id }) => id);

/** Queries of a page and their query plans. */
function plansOf(work: () => unknown): string[] {
  const requested: [string, SqlValue[]][] = [];
  const all = vi.spyOn(database, 'all');
  try {
    work();
    for (const [sql, ...values] of all.mock.calls) requested.push([sql, values]);
  } finally {
    all.mockRestore();
  }
  return requested.map(([sql, values]) =>
    database
      .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
      .map(({ detail }) => detail)
      .join('; '),
  );
}

const SORTS = [
  '',
  'addedAt',
  'size',
  'media.duration',
  'media.metadata.title',
  'media.metadata.authorName',
  'media.metadata.authorNameLF',
  'media.metadata.publishedYear',
];

test.each(SORTS.flatMap((sortBy) => [false, true].map((sortDesc) => [sortBy, sortDesc] as const)))(
  'the first books of a genre by "%s" (descending: %s) come from an index, without sorting all of them',
  (sortBy, sortDesc) => {
    const [first, ...others] = plansOf(() => ids(everything, { sortBy, sortDesc }));
    expect(first).toMatch(/SEARCH i USING (COVERING )?INDEX libraryItems\w+ \(libraryId=\?\)/);
    expect(first).not.toContain('TEMP B-TREE FOR ORDER BY');
    expect(others).toEqual([]);
  },
);

test.each(SORTS.flatMap((sortBy) => [false, true].map((sortDesc) => [sortBy, sortDesc] as const)))(
  'pages of a genre by "%s" (descending: %s) fit together, however they are found',
  (sortBy, sortDesc) => {
    for (const user of [everything, noExplicit]) {
      const all = ids(user, { sortBy, sortDesc, limit: 0 });
      expect(all.length).toBeGreaterThan(250);
      const pages = Array.from({ length: Math.ceil(all.length / 10) }, (_, page) =>
        ids(user, { sortBy, sortDesc, page }),
      );
      expect(pages.flat()).toEqual(all);
    }
  },
);

test('a rare value, a late page and one far down the list are found by the value', () => {
  const byValue = /itemValuesByValue \(kind=\? AND value=\?\)/;
  const [rare] = plansOf(() => ids(everything, { filter: { group: 'narrators', value: 'Narrator 7' }, limit: 3 }));
  expect(rare).toMatch(byValue);
  const [late] = plansOf(() => ids(everything, { page: 20 }));
  expect(late).toMatch(byValue);
  database.run(
    "UPDATE libraryItems SET title = 'Zz ' || title WHERE id IN (SELECT itemId FROM itemValues WHERE value = 'Poetry')",
  );
  const looks = plansOf(() => expect(ids(everything, {})).toEqual(ids(everything, { limit: 0 }).slice(0, 10)));
  expect(looks[0]).not.toMatch(byValue);
  expect(looks[1]).toMatch(byValue);
  expect(ids(everything, { filter: { group: 'genres', value: 'Nothing' } })).toEqual([]);
});

test('all authors at once come in the order of their pages', () => {
  for (const sortBy of ['name', 'lastFirst', 'addedAt', 'updatedAt', 'numBooks', ''])
    for (const sortDesc of [false, true]) {
      const list = JSON.parse(allAuthors(database, library, everything, query({ sortBy, sortDesc }))) as {
        name: string;
      }[];
      const { results } = listAuthors(database, library, everything, query({ sortBy, sortDesc, limit: 500 }));
      expect(list.map(({ name }) => name)).toEqual(results.map(({ name }) => name));
    }
});
