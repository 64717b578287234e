import { describe, expect, test } from 'vitest';
import { folderReader } from '../../../../src/machines/edit/batch-table/folder-pattern.logic.ts';
import { titleWith, type TitleRules } from '../../../../src/machines/edit/batch-table/title-rules.logic.ts';
import {
  FIRST_VALUES,
  folderRows,
  searchedOf,
  searchedTexts,
  splitRows,
  titleRows,
  type TableRow,
} from '../../../../src/machines/edit/batch-table/tools.logic.ts';
import { NO_DETAILS, type Details } from '../../../../src/machines/edit/item-edit/details.logic.ts';
import { replaceTexts } from '../../../../src/services/replace-texts.ts';

const row = (details: Partial<Details>, path = 'Author/Title', isFile = false): TableRow => ({
  id: details.title ?? 'id',
  details: { ...NO_DETAILS, ...details },
  path,
  isFile,
});

describe('find and replace', () => {
  const rows = [
    row({
      title: 'One',
      authors: ['Ann; Co', 'Béa'],
      series: [{ name: 'Ann saga', sequence: '2' }],
      explicit: true,
    }),
    row({ title: 'Ann', authors: ['Ann', 'Bob'] }),
  ];
  const run = (find: string, replacement: string, isPattern = false, matchesCase = true) => {
    const { texts, changes } = searchedTexts(rows, searchedOf(['title', 'authors', 'series', 'explicit'], null));
    const answer = replaceTexts({ find, replacement, isPattern, matchesCase, texts });
    return answer.kind === 'done'
      ? changes(answer.texts).map(({ id, field, value }) => ({ id, field, value }))
      : answer;
  };

  test('changes each name separately, keeps numbers, and reports only changed names', () => {
    expect(run('Ann', 'Eve')).toEqual([
      { id: 'One', field: 'authors', value: ['Eve; Co', 'Béa'] },
      { id: 'One', field: 'series', value: [{ name: 'Eve saga', sequence: '2' }] },
      { id: 'Ann', field: 'title', value: 'Eve' },
      { id: 'Ann', field: 'authors', value: ['Eve', 'Bob'] },
    ]);
    expect(run('Ann', 'Ann')).toEqual([]);
    expect(run('', 'x')).toEqual([]);
  });

  test('a name that becomes an existing or empty one is dropped', () => {
    expect(run('^Ann$', 'bob', true)).toEqual([
      { id: 'Ann', field: 'title', value: 'bob' },
      { id: 'Ann', field: 'authors', value: ['bob'] },
    ]);
    expect(run('bob', '', false, false)).toEqual([{ id: 'Ann', field: 'authors', value: ['Ann'] }]);
  });

  test('a text is literal, a pattern has groups, and an invalid one is reported', () => {
    expect(run('. *', '$1')).toEqual([]);
    expect(run('(O)(ne)', '$2$1', true)).toEqual([{ id: 'One', field: 'title', value: 'neO' }]);
    expect(run('One', '$&$1')).toEqual([{ id: 'One', field: 'title', value: '$&$1' }]);
    expect(run('(', 'x', true)).toMatchObject({ kind: 'invalid', reason: expect.any(String) as string });
  });

  test('searches one column, or those that are shown, and no flags', () => {
    expect(searchedOf(['title', 'explicit', 'tags'], null)).toEqual(['title', 'tags']);
    expect(searchedOf(['title', 'tags'], 'tags')).toEqual(['tags']);
  });
});

describe('names', () => {
  const values = { list: 'authors', isJoin: false, separators: ', &' } as const;
  test('are split at each separator, without repeats', () => {
    const rows = [row({ title: 'a', authors: ['Ann & Béa, Cid', 'ann'] }), row({ title: 'b', authors: ['Dan'] })];
    expect(splitRows(rows, values)).toEqual([
      { id: 'a', field: 'authors', value: ['Ann', 'Béa', 'Cid'], before: ['Ann & Béa, Cid', 'ann'] },
    ]);
    expect(splitRows(rows, { ...values, separators: '  ' })).toEqual([]);
  });
  test('are joined by a comma at the word, or a sign between spaces', () => {
    const rows = [row({ title: 'a', authors: ['Ann', 'Béa'] }), row({ title: 'b', authors: ['Dan'] })];
    const joined = (separators: string) => splitRows(rows, { ...values, isJoin: true, separators });
    expect([joined(','), joined('&'), joined('')].map((all) => all.map(({ value }) => value))).toEqual([
      [['Ann, Béa']],
      [['Ann & Béa']],
      [['Ann, Béa']],
    ]);
  });
});

describe('a pattern of paths', () => {
  const read = (pattern: string, path: string, isFile = false) =>
    folderReader(pattern, 'book')?.({ path, isFile })?.map(({ field, value }) => [field, value]);

  test('reads the end of the path', () => {
    expect(read('{author}/{series}/{sequence} - {title}', 'shelf/Ann & Béa/Saga/Book 03 - The End - Part 1')).toEqual([
      ['title', 'The End - Part 1'],
      ['authors', ['Ann', 'Béa']],
      ['series', [{ name: 'Saga', sequence: '3' }]],
    ]);
    expect(read('{year} - {title} [{narrator}]', '1999 - Title [Bob]')).toEqual([
      ['title', 'Title'],
      ['publishedYear', '1999'],
      ['narrators', ['Bob']],
    ]);
  });
  test('leaves the ending of a book that is one file', () => {
    expect(read('{title}', 'Ann/Title 1.5.m4b', true)).toEqual([['title', 'Title 1.5']]);
  });
  test('a path that does not match is reported', () => {
    expect([read('{author}/{title}', 'Title'), read('{year} - {title}', 'A/Title'), read('({title})', '()')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(
      folderRows([row({ title: 'Title' }, 'A/Title'), row({ title: 'Old' }, 'A')], '{author}/{title}', 'book'),
    ).toEqual({
      isValid: true,
      unread: 1,
      rows: [{ id: 'Title', field: 'authors', value: ['A'], before: [] }],
    });
  });
  test.each([
    '',
    'text',
    '{title}{author}',
    '{title} {title}',
    '{colour}',
    '{title',
    '{title} }',
    '{any}',
    'a/{title}',
  ])('is reported as unreadable: %s', (pattern) => {
    expect(folderReader(pattern, 'book')).toBe(null);
  });
  test('never takes long, whatever it is', () => {
    const pattern = Array.from(
      { length: 8 },
      (_, at) => `{${['title', 'subtitle', 'author', 'narrator', 'series', 'sequence', 'year', 'any'][at] ?? ''}}`,
    ).join('a');
    expect(read(pattern, 'a'.repeat(100_000))).toBe(undefined);
  });
});

describe('titles', () => {
  const none: TitleRules = { article: 'keep', articles: 'the a an', tidies: false, dropsBrackets: false, case: 'keep' };
  test.each<[string, Partial<TitleRules>, string]>([
    ['The Hobbit', { article: 'toEnd' }, 'Hobbit, The'],
    ['Theory', { article: 'toEnd' }, 'Theory'],
    ['The', { article: 'toEnd' }, 'The'],
    ['Hobbit, The', { article: 'toFront' }, 'The Hobbit'],
    ['Red, White', { article: 'toFront' }, 'Red, White'],
    ['Der Prozess', { article: 'toEnd', articles: 'der die' }, 'Prozess, Der'],
    ['  a__b  c ', { tidies: true }, 'a b c'],
    ['Title (Unabridged) [HQ]', { dropsBrackets: true }, 'Title'],
    ['Title (a (b) c) end', { dropsBrackets: true, tidies: true }, 'Title end'],
    ['Smile :) (', { dropsBrackets: true }, 'Smile :) ('],
    ['(all)', { dropsBrackets: true }, '(all)'],
    ['the lord OF the rings: the return', { case: 'title' }, 'The Lord of the Rings: The Return'],
    ['THE LORD Of', { case: 'sentence' }, 'The lord of'],
    ['THE_HOBBIT (x)', { article: 'toEnd', tidies: true, dropsBrackets: true, case: 'title' }, 'Hobbit, The'],
  ])('%s with %j is %s', (title, rules, after) => {
    expect(titleWith(title, { ...none, ...rules })).toBe(after);
  });
  test('only changed ones are reported', () => {
    expect(titleRows([row({ title: 'The One' }), row({ title: 'Two' })], FIRST_VALUES)).toEqual([
      { id: 'The One', field: 'title', value: 'One, The', before: 'The One' },
    ]);
  });
});
