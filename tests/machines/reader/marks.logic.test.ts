import { describe, expect, test } from 'vitest';
import {
  jsonOf,
  markdownOf,
  MarksFileException,
  newMarks,
  readMarksFile,
} from '../../../src/machines/reader/marks-file.logic.ts';
import {
  bookmarkOf,
  citationOf,
  isOfFile,
  marksInputOf,
  withChanges,
} from '../../../src/machines/reader/marks.logic.ts';
import { fakePlace } from '../../support/fakes/readers.ts';
import { markedBook, markOf } from '../../support/marks-fixtures.ts';
import { ebookItem } from '../../support/reader-fixtures.ts';

const words = {
  bookmark: 'Bookmark',
  colours: { yellow: 'Yellow', green: 'Green', blue: 'Blue', pink: 'Pink', purple: 'Purple' },
  locale: 'en-us',
};
const fileOf = (content: unknown) => new Blob([typeof content === 'string' ? content : JSON.stringify(content)]);
const faultOf = (file: Blob, book = markedBook) =>
  readMarksFile(file, book).then(
    () => null,
    (cause: unknown) => (cause instanceof MarksFileException ? cause.fault : cause),
  );

describe('a list of marks', () => {
  test('is in the order of the book, whatever was changed', () => {
    const [late, early] = [markOf({ share: 0.9 }), markOf({ id: 'b', share: 0.1 })];
    const all = withChanges([late], [{ kind: 'put', mark: early }]);
    expect(all.map(({ id }) => id)).toEqual(['b', 'a']);
    const changed = withChanges(all, [
      { kind: 'remove', mark: early },
      { kind: 'change', mark: markOf({ note: 'old', share: 0.9 }), fields: { colour: 'pink' } },
    ]);
    expect(changed).toEqual([{ ...late, colour: 'pink' }]);
  });

  test('is of the file by its id, or by its name when the server has given it another id', () => {
    expect(isOfFile(markOf(), markedBook)).toBe(true);
    expect(isOfFile(markOf({ ino: '1' }), markedBook)).toBe(true);
    expect(isOfFile(markOf({ ino: '1', fileName: 'Emma.mobi' }), markedBook)).toBe(false);
  });

  test('knows a page of a comic by its number, and none where text flows', () => {
    const maker = { userId: 'u', book: markedBook, id: 'x', now: 5 };
    expect(bookmarkOf(maker, fakePlace(3))).toMatchObject({ kind: 'bookmark', page: 3, target: '3', createdAt: 5 });
    expect(bookmarkOf(maker, { ...fakePlace(3), location: 'epubcfi(/6/4!/4)' }).page).toBeNull();
  });

  test('names the book that it is of', () => {
    const item = ebookItem();
    const file = { ino: '7', name: 'B.epub', format: 'epub', size: 1, isMain: true };
    expect(marksInputOf({ itemId: 'i', item }, file)).toMatchObject({
      itemId: 'i',
      fileName: 'B.epub',
      format: 'epub',
    });
    expect(marksInputOf({ itemId: 'i', item: null }, file)).toMatchObject({ title: '', author: '' });
  });
});

test('copied words have their source, as far as it is known', () => {
  expect(citationOf(markOf({ text: 'Words' }), markedBook)).toBe('“Words”\n— Jane Austen, Emma, One');
  expect(citationOf({ text: 'Words', chapter: null }, { title: '', author: '' })).toBe('“Words”');
});

describe('a file of marks', () => {
  test('is read as it was saved, without the account', async () => {
    const marks = [markOf({ note: 'A note' }), markOf({ id: 'b', kind: 'bookmark', text: '' })];
    const text = jsonOf(marks, markedBook);
    expect(text).not.toContain('userId');
    const { userId: _user, itemId: _item, ino: _ino, fileName: _name, ...first } = markOf({ note: 'A note' });
    expect((await readMarksFile(fileOf(text), markedBook))[0]).toEqual(first);
  });

  test('is of this book by one of its names', async () => {
    const file = fileOf(jsonOf([markOf()], markedBook));
    expect(await faultOf(file, { ...markedBook, itemId: 'new', fileName: 'New.epub' })).toBeNull();
    expect(await faultOf(file, { ...markedBook, itemId: 'new', title: 'Emma, edited' })).toBeNull();
    expect(await faultOf(file, { ...markedBook, itemId: 'new', title: 'Persuasion', fileName: 'P.epub' })).toBe(
      'otherBook',
    );
    expect(await faultOf(file, { ...markedBook, format: 'mobi' })).toBe('otherFormat');
  });

  test('reports its fault', async () => {
    const file = JSON.parse(jsonOf([markOf()], markedBook)) as { marks: { share: number }[] };
    expect(await faultOf(fileOf('no JSON'))).toBe('unreadable');
    expect(await faultOf(fileOf({ some: 'thing' }))).toBe('unreadable');
    expect(await faultOf(fileOf({ ...file, marks: [{ ...file.marks[0], share: 7 }] }))).toBe('unreadable');
    expect(await faultOf(fileOf({ ...file, version: 2 }))).toBe('newer');
    expect(await faultOf(new Blob([new Uint8Array(10_000_001)]))).toBe('tooLarge');
  });

  test('adds only missing ones', () => {
    const bookmark = markOf({ id: 'c', kind: 'bookmark' });
    expect(newMarks([markOf({ id: 'x' }), bookmark, { ...bookmark, id: 'd' }], [markOf()])).toEqual([bookmark]);
  });

  test('exports readable Markdown, by chapter, without signs of its own', () => {
    const marks = [
      markOf({ text: 'a *star* and # more', note: '1. first\n- second' }),
      markOf({ id: 'b', kind: 'bookmark', text: '', share: 0.999, chapter: 'Two' }),
    ];
    expect(markdownOf(marks, markedBook, words)).toBe(
      [
        '# Emma',
        'Jane Austen',
        '## One',
        '> a \\*star\\* and \\# more',
        '\\1. first\n\\- second',
        '*Yellow · 20%*',
        '## Two',
        '*Bookmark · 99%*\n',
      ].join('\n\n'),
    );
  });
});
