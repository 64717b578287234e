import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createItemRepository } from '../../../server/items/items.repo.ts';
import type { BookItem } from '../../../server/items/model.ts';
import { createFinder } from '../../../server/library/query/find-texts.ts';
import { slipsBetween } from '../../../server/library/query/slips.ts';
import { copyDatabase, databaseFile, prepareCopy, type Database } from '../../../server/store/database.ts';
import { openStore, type Store } from '../../../server/store/index.ts';
import type { Library } from '../../../server/store/libraries.repo.ts';
import type { SearchedKind } from '../../../server/store/tables/search.ts';
import { WITHOUT_COUNTS, WITHOUT_RANGES } from './older-schema.ts';
import { reader, seedLibrary } from './seed.ts';

let folder: string;
let store: Store;
let database: Database;
let library: Library;
let template: BookItem;

const user = reader();

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-search-'));
  store = openStore(folder);
  database = store.database;
  store.users.insert(user);
  library = seedLibrary(store, user.id, 1);
  const [seeded] = database.all<{ id: string }>('SELECT id FROM libraryItems');
  const item = createItemRepository(database, () => []).load(seeded?.id ?? '');
  if (item?.mediaType !== 'book') throw new Error('No book');
  template = item;
  for (const table of ['libraryItems', 'authors', 'series']) database.run(`DELETE FROM ${table}`);
});
afterEach(() => {
  store.close();
  fs.rmSync(folder, { recursive: true });
});

interface Added {
  readonly subtitle?: string;
  readonly author?: string;
  readonly series?: string;
  readonly narrator?: string;
  readonly genre?: string;
  readonly tag?: string;
  readonly explicit?: boolean;
}
const add = (title: string, { subtitle, author, series, narrator, genre, tag, explicit = false }: Added = {}): void => {
  const list = (text: string | undefined) => (text === undefined ? [] : [text]);
  createItemRepository(database, () => []).save({
    ...template,
    id: title,
    mediaId: `m${title}`,
    path: `/nowhere/${title}`,
    tags: list(tag),
    metadata: {
      ...template.metadata,
      title,
      subtitle: subtitle ?? null,
      authors: list(author).map((name) => ({ id: '', name })),
      series: list(series).map((name) => ({ id: '', name, sequence: null })),
      narrators: list(narrator),
      genres: list(genre),
      explicit,
    },
  });
};

/** Hits of a kind, by name; similar ones after a bar. */
const find = (text: string, kind: SearchedKind = 'item', by = user, from = database): string[] => {
  const hits = createFinder({ database: from, library, user: by }, text)(kind, 50);
  const nameOf = (id: string): string =>
    kind === 'author' || kind === 'series'
      ? (from.get<{ name: string }>(`SELECT name FROM ${kind === 'author' ? 'authors' : 'series'} WHERE id = ?`, id)
          ?.name ?? '')
      : id;
  const names = (isNear: boolean) => hits.filter((hit) => hit.isNear === isNear).map(({ id }) => nameOf(id));
  const near = names(true);
  return [...names(false), ...(near.length > 0 ? ['|', ...near] : [])];
};

describe('ignored in a search', () => {
  test.each([
    ['case of any script', 'НОЧЬ', ['Тихая ночь']],
    ['accents in the title', 'shogun', ['Shōgun']],
    ['accents in the text', 'rivér', ['The River']],
    ['the normal form', 'Sho\u0304gun', ['Shōgun']],
    ['the kind of quote', "ender's", ['Ender’s Game']],
    ['a quote that is missing', 'enders game', ['Ender’s Game']],
    ['quotes around words', '"the river"', ['The River']],
    ['the order of words', 'doyle scarlet', ['A Study in Scarlet']],
    ['where the words are', 'scarlet holmes fry', ['A Study in Scarlet']],
    ['dots of initials', 'jrr hobbit', ['The Hobbit']],
    ['spaces of initials', 'hobbit J. R. R. Tolkien', ['The Hobbit']],
    ['what a word begins or ends with', 'bbi', ['The Hobbit']],
  ])('%s', (_what, text, titles) => {
    add('Тихая ночь');
    add('Shōgun');
    add('The River');
    add('Ender’s Game');
    add('A Study in Scarlet', { author: 'Arthur Conan Doyle', series: 'Sherlock Holmes', narrator: 'Stephen Fry' });
    add('The Hobbit', { author: 'J.R.R. Tolkien' });
    expect(find(text)).toEqual(titles);
  });

  test('an author alone is found as author, not by each book', () => {
    add('A Study in Scarlet', { author: 'Arthur Conan Doyle' });
    expect([find('doyle'), find('doyle', 'author')]).toEqual([[], ['Arthur Conan Doyle']]);
  });

  test.each(['narrator', 'genre', 'tag'] as const)('a %s is found the same way', (kind) => {
    add('A', { [kind]: 'Zoë Łącka' });
    expect([find('lacka zoe', kind), find('zoë', kind), find('zoe lacke', kind)]).toEqual([
      ['Zoë Łącka'],
      ['Zoë Łącka'],
      ['|', 'Zoë Łącka'],
    ]);
  });

  test('syntax of the index is text or ignored', () => {
    add('C++ "quick" OR (start) NEAR* ^');
    for (const text of ['c++', '"quick', 'or (start', 'near*', '^', "' OR 1=1 --"])
      expect([text, find(text)]).toEqual([text, text.startsWith("'") ? [] : ['C++ "quick" OR (start) NEAR* ^']]);
    expect([find(''), find('   '), find('%'), find('_')]).toEqual([[], [], [], []]);
  });
});

describe('the order of hits', () => {
  test('names that begin with it, that hold the exact words, in any order, with a slip', () => {
    add('River Wild');
    add('Another Wild River');
    add('Wild River');
    add('Wild Rivet');
    add('A River of Wild Water', { subtitle: 'x' });
    expect(find('wild river')).toEqual([
      'Wild River',
      'Another Wild River',
      'A River of Wild Water',
      'River Wild',
      '|',
      'Wild Rivet',
    ]);
  });

  test.each([
    ['a wrong letter', 'alise'],
    ['the first letter wrong', 'elice'],
    ['the last letter wrong', 'alica'],
    ['a missing letter', 'alce'],
    ['a letter too many', 'allice'],
    ['two letters exchanged', 'ailce'],
    ['two slips in a long word', 'wondreladn'],
    ['a slip in one of two words', 'wonderland alise'],
  ])('%s is forgiven, last', (_what, text) => {
    add('Alice in Wonderland');
    add('Another Book');
    expect(find(text)).toEqual(['|', 'Alice in Wonderland']);
  });

  test('a short word, a number and two slips in a short word are not', () => {
    add('Alice in 1984');
    expect([find('ale'), find('1983'), find('elise')]).toEqual([[], [], []]);
  });

  test('the slips between two words', () => {
    expect([
      slipsBetween('alice', 'alice'),
      slipsBetween('alice', 'alise'),
      slipsBetween('alice', 'ailce'),
      slipsBetween('', 'ab'),
      slipsBetween('kitten', 'sitting'),
    ]).toEqual([0, 1, 1, 2, 3]);
  });
});

describe('hidden from an account', () => {
  const bound = reader({ accessExplicitContent: false });
  test.each([
    ['item', 'secret', 'Secret Nights'],
    ['author', 'hidden', 'Hidden Author'],
    ['series', 'hidden', 'Hidden Series'],
  ] as const)('is not found: %s', (kind, text, name) => {
    add('Secret Nights', {
      author: 'Hidden Author',
      series: 'Hidden Series',
      explicit: true,
    });
    expect([find(text, kind), find(text, kind, bound), find(`${text.slice(0, -1)}x`, kind, bound)]).toEqual([
      [name],
      [],
      [],
    ]);
  });
});

describe('the index', () => {
  test('follows additions, changes and removals, with the library as well', () => {
    add('The River', { author: 'Ann River' });
    add('Drivers');
    expect([find('RIVER'), find('river', 'author')]).toEqual([['Drivers', 'The River'], ['Ann River']]);
    database.run("UPDATE libraryItems SET title = 'The Lake', size = 5 WHERE id = 'The River'");
    database.run("UPDATE authors SET name = 'Ann Lake'");
    expect([find('river'), find('lake'), find('lake', 'author')]).toEqual([['Drivers'], ['The River'], ['Ann Lake']]);
    database.run("DELETE FROM libraryItems WHERE id = 'Drivers'");
    expect(find('river')).toEqual([]);
    database.run('DELETE FROM libraries');
    expect(database.all('SELECT * FROM searchTexts')).toEqual([]);
    expect(database.all("SELECT rowid FROM searchIndex WHERE searchIndex MATCH 'lake'")).toEqual([]);
  });

  test('rolls back with a change', () => {
    add('The River');
    expect(() =>
      database.transaction(() => {
        add('Another River');
        throw new Error('undone');
      }),
    ).toThrow('undone');
    expect(find('river')).toEqual(['The River']);
    add('Third River');
    expect(find('river')).toEqual(['The River', 'Third River']);
  });

  test('keeps nothing of a row added and removed in one transaction', () => {
    database.transaction(() => {
      add('The River');
      database.run('DELETE FROM libraryItems');
    });
    expect([database.all('SELECT * FROM searchDue'), database.all('SELECT * FROM searchTexts')]).toEqual([[], []]);
  });

  test('is built for an older database, and a backup has its own texts', () => {
    add('The River');
    add('The Mountain');
    const copy = path.join(folder, 'copy.sqlite');
    copyDatabase({ from: databaseFile(folder), to: copy });
    const old = new Libsql(copy);
    old.exec(
      `${WITHOUT_COUNTS}
      ${['itemSearch', 'episodeSearch']
        .map(
          (name) =>
            `DROP TRIGGER ${name}Added; DROP TRIGGER ${name}Changed; DROP TRIGGER ${name}Removed; DROP TABLE ${name}; DROP TABLE ${name}Keys;`,
        )
        .join('')}
      DELETE FROM libraryItems WHERE id = 'The River'; UPDATE libraryItems SET title = 'The Sea' WHERE id = 'The Mountain';
      DROP INDEX libraryItemsInOrder; DROP INDEX libraryItemsByLibrary; PRAGMA user_version = 4;`,
    );
    old.close();
    prepareCopy({ file: copy });
    store.database.exchange(copy);
    expect([find('the sea'), find('river')]).toEqual([['The Mountain'], []]);
    expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  });

  test('of the tenth schema gets ranges of keys and short words', () => {
    add('The River 7', { author: 'Ann Lake', series: 'Lakes', narrator: 'Bo Lake' });
    add('The Mountain 8');
    const copy = path.join(folder, 'copy.sqlite');
    copyDatabase({ from: databaseFile(folder), to: copy });
    const old = new Libsql(copy);
    old.exec(WITHOUT_RANGES);
    old.close();
    prepareCopy({ file: copy });
    store.database.exchange(copy);
    const lakes = ['author', 'series', 'narrator'] as const;
    expect([find('7 river'), ...lakes.map((kind) => find('lake', kind))]).toEqual([
      ['The River 7'],
      ['Ann Lake'],
      ['Lakes'],
      ['Bo Lake'],
    ]);
    add('Another River 7');
    database.run("UPDATE libraryItems SET title = 'The Lake 9' WHERE id = 'The River 7'");
    expect([find('river 7'), find('9 lake'), find('8 the')]).toEqual([
      ['Another River 7'],
      ['The River 7'],
      ['The Mountain 8'],
    ]);
    expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  });
});
