import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFinder } from '../../../server/library/query/find-texts.ts';
import { countedValues } from '../../../server/library/query/values.ts';
import { wordsLike } from '../../../server/library/query/slips.ts';
import { foldText } from '../../../server/store/fold-text.ts';
import { openStore, type Store } from '../../../server/store/index.ts';
import type { Library } from '../../../server/store/libraries.repo.ts';
import type { SearchedKind } from '../../../server/store/tables/search.ts';
import type { User } from '../../../server/store/users.repo.ts';
import { reader, seedLibrary } from './seed.ts';

/** More than the index is read for at once, so that frequent texts are searched in the order of the names, too. */
const BOOKS = 5000;
const QUERIES = 250;

const WORDS = 'the of and a in book river rivers wild harry potter königin 7 70 12 night knight x to story 学'.split(
  ' ',
);
const NAMES = 'Ann John Maria Ottó Li Theo Booker'.split(' ');

let folder: string;
let store: Store;
let library: Library;

/** Numbers that are the same in each run. */
let seed = 7;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const word = (): string => WORDS[Math.min(random(WORDS.length), random(WORDS.length))] ?? '';
const words = (most: number): string => Array.from({ length: 1 + random(most) }, word).join(' ');

/** Accounts by what is hidden from them; every seventh book has the tag. */
const rights: readonly Partial<User['permissions']>[] = [
  { accessExplicitContent: true },
  { accessExplicitContent: false },
  { accessExplicitContent: false, accessAllTags: false },
  { accessExplicitContent: false, accessAllTags: false, selectedTagsNotAccessible: true },
];
const account = (permissions: Partial<User['permissions']> = {}): User => reader(permissions, ['favourite']);

interface Text {
  readonly id: string;
  readonly own: string;
  readonly rest: string;
  readonly isExplicit: number;
  readonly isTagged: number;
}
const texts = new Map<SearchedKind, Text[]>();

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-search-'));
  store = openStore(folder);
  const { database } = store;
  store.users.insert(account());
  library = seedLibrary(store, 'u', BOOKS);
  database.transaction(() => {
    const rows = database.all<{ id: string }>('SELECT id FROM libraryItems ORDER BY rowid');
    for (const { id } of rows)
      database.run(
        'UPDATE libraryItems SET title = ?, subtitle = ?, authorName = ?, explicit = ? WHERE id = ?',
        random(10) ? `The ${words(3)}` : words(4),
        random(2) ? words(3) : null,
        `${NAMES[random(NAMES.length)] ?? ''} ${word()}`,
        Number(random(10) === 0),
        id,
      );
  });
  for (const kind of ['item', 'author', 'series', 'narrator'] as const)
    texts.set(
      kind,
      database.all<Text>(
        `SELECT t.id, t.own, t.rest, coalesce(i.explicit, 0) AS isExplicit,
         EXISTS (SELECT 1 FROM itemValues v WHERE v.itemId = i.id AND v.kind = 'tag') AS isTagged FROM searchTexts t LEFT JOIN libraryItems i
         ON i.id = t.id WHERE t.kind = ? ORDER BY t.own, t.rest, t.id`,
        kind,
      ),
    );
}, 120_000);
afterAll(() => {
  store.close();
  fs.rmSync(folder, { recursive: true });
});

const isSeen = ({ isExplicit, isTagged }: Omit<Text, 'own' | 'rest'>, { permissions }: User): boolean =>
  (permissions.accessExplicitContent || !isExplicit) &&
  (permissions.accessAllTags || Boolean(isTagged) !== permissions.selectedTagsNotAccessible);

/** The same search over all texts, without an index: names that begin with it, that hold it, its words, similar ones. */
function plainly(kind: SearchedKind, text: string, limit: number, user: User): string[] {
  const phrase = foldText(text);
  const parts = [...new Set(phrase.split(' '))];
  const isShort = (part: string) => [...part].length < 3;
  const holds = (text: Text, part: string): boolean =>
    ` ${text.own} ${text.rest}`.includes(isShort(part) && !/学/.test(part) ? ` ${part}` : part);
  const alike = parts.filter((part) => !isShort(part)).map((part) => [part, ...wordsLike(store.database, part)]);
  const all = texts.get(kind)?.filter((entry) => kind !== 'item' || isSeen(entry, user)) ?? [];
  const inAnyOrder = (entry: Text) =>
    parts.some((part) => entry.own.includes(part)) && parts.every((part) => holds(entry, part));
  const isNear = (entry: Text) =>
    alike.some((list) => list.length > 1) &&
    alike.every((list) => list.some((part) => holds(entry, part))) &&
    parts.filter(isShort).every((part) => holds(entry, part)) &&
    alike.flat().some((part) => entry.own.includes(part));
  const found = new Set<string>();
  for (const step of [
    (entry: Text) => entry.own.startsWith(phrase),
    (entry: Text) => entry.own.includes(phrase),
    (entry: Text) => parts.length > 1 && inAnyOrder(entry),
    (entry: Text) => isNear(entry) && !inAnyOrder(entry),
  ])
    for (const entry of all) if (step(entry)) found.add(entry.id);
  return [...found].slice(0, limit);
}

/** A slip, a part of a word or another order in some texts. */
const query = (): string => {
  const text = words(4);
  const at = random(text.length);
  return (
    [text, text, text.slice(at), text.slice(0, at + 1), `${text.slice(0, at)}${text.slice(at + 1)}`][random(5)] ?? ''
  );
};

test('the index finds what a plain filter over all texts finds, in the same order', () => {
  const wrong: unknown[] = [];
  let found = 0;
  for (let n = 0; n < QUERIES; n += 1) {
    const text = query();
    const user = account(rights[n % rights.length]);
    const find = createFinder({ database: store.database, library, user }, text);
    for (const kind of n % 4 === 0 ? texts.keys() : (['item'] as const)) {
      const hits = find(kind, 12).map(({ id }) => id);
      const expected = foldText(text) === '' ? [] : plainly(kind, text, 12, user);
      if (hits.join() !== expected.join()) wrong.push({ text, kind, permissions: user.permissions, hits, expected });
      found += hits.length;
    }
  }
  expect(wrong).toEqual([]);
  expect(found).toBeGreaterThan(QUERIES);
}, 120_000);

test.each(rights)('the books of each genre are those that an account sees: %o', (permissions) => {
  const { database } = store;
  const user = account(permissions);
  const counts = new Map<string, number>();
  for (const row of database.all<Omit<Text, 'own' | 'rest'> & { value: string }>(
    `SELECT w.value, i.id, i.explicit AS isExplicit,
     EXISTS (SELECT 1 FROM itemValues v WHERE v.itemId = i.id AND v.kind = 'tag') AS isTagged
     FROM itemValues w JOIN libraryItems i ON i.id = w.itemId WHERE w.kind = 'genre'`,
  ))
    if (isSeen(row, user)) counts.set(row.value, (counts.get(row.value) ?? 0) + 1);
  const sorted = [...counts]
    .map(([value, n]) => ({ value, n }))
    .toSorted((a, b) => b.n - a.n || (a.value < b.value ? -1 : 1));
  const genres = [...counts.keys()];
  expect(countedValues(database, library, user, 'genre')).toEqual(sorted);
  expect(countedValues(database, library, user, 'genre', genres)).toEqual(sorted);
});
