import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupFiles, type PickedFile } from '../../../../src/machines/edit/upload/grouping.logic.ts';

const file = (path: string): PickedFile => ({ path, file: new File(['x'], path.split('/').at(-1) ?? '') });
const group = (mediaType: 'book' | 'podcast', ...paths: string[]) => {
  const { items, ignored } = groupFiles(paths.map(file), mediaType);
  return {
    items: items.map(({ author, series, title, files }) => [author, series, title, files.map(({ name }) => name)]),
    ignored: ignored.map(({ path, reason }) => [path, reason]),
  };
};

describe('files picked for books', () => {
  test('is an item for each folder with media, and its path says title, series and author', () => {
    expect(
      group(
        'book',
        'Title/10.mp3',
        'Title/2.mp3',
        'Ann Author/Alone/book.m4b',
        'Ann Author/Some Series/First/book.epub',
        'Ann Author/More/Some Series/Second/book.m4b',
      ).items,
    ).toEqual([
      ['Ann Author', '', 'Alone', ['book.m4b']],
      ['Ann Author', 'Some Series', 'Second', ['book.m4b']],
      ['Ann Author', 'Some Series', 'First', ['book.epub']],
      ['', '', 'Title', ['2.mp3', '10.mp3']],
    ]);
  });

  test('has the discs of a book in one item, in their order, under names of their own', () => {
    expect(group('book', 'A/T/CD 2/01.mp3', 'A/T/CD 10/01.mp3', 'A/T/cover.jpg', 'A/T/CD 1/01.mp3').items).toEqual([
      ['A', '', 'T', ['CD 1 - 01.mp3', 'CD 2 - 01.mp3', 'CD 10 - 01.mp3', 'cover.jpg']],
    ]);
    expect(group('book', 'CD 1/01.mp3').items).toEqual([['', '', 'CD 1', ['01.mp3']]]);
  });

  test('without a folder is a book for each name, with its files; a picture goes to the only one', () => {
    expect(group('book', 'One.m4b', 'one.EPUB', 'One.jpg', 'Two.mp3', 'cover.jpg')).toEqual({
      items: [
        ['', '', 'one', ['one.EPUB', 'One.jpg', 'One.m4b']],
        ['', '', 'Two', ['Two.mp3']],
      ],
      ignored: [['cover.jpg', 'noItem']],
    });
    expect(group('book', 'One.m4b', 'cover.jpg').items).toEqual([['', '', 'One', ['cover.jpg', 'One.m4b']]]);
  });

  test('leaves out what servers do not take, what systems leave behind, and what belongs to no item', () => {
    expect(
      group('book', 'A/T/1.mp3', 'A/T/setup.exe', 'A/T/._1.mp3', 'A/T/.git/x.txt', 'A/author.jpg', 'A/T/art/big.png'),
    ).toEqual({
      items: [['A', '', 'T', ['1.mp3', 'art - big.png']]],
      ignored: [
        ['A/T/._1.mp3', 'hidden'],
        ['A/T/.git/x.txt', 'hidden'],
        ['A/T/setup.exe', 'unsupported'],
        ['A/author.jpg', 'noItem'],
      ],
    });
  });

  test.each(['CD 1', 'cd1', 'Disc 02', 'Disk-3', 'Part_4', 'CD.5', 'CD#6', 'CD - 7', 'Disc 123'])(
    'knows %s as a disc of the book around it',
    (folder) => {
      expect(group('book', `A/T/${folder}/1.mp3`).items).toEqual([['A', '', 'T', [`${folder} - 1.mp3`]]]);
    },
  );

  test.each(['My CD 1', 'CD 1 extras', 'CD', 'Disco 1', 'CD one', 'CD x1', 'Part 1234'])(
    'takes %s for the title of a book of its own',
    (folder) => {
      expect(group('book', `A/T/${folder}/1.mp3`).items).toEqual([['A', 'T', folder, ['1.mp3']]]);
    },
  );

  test('is read past empty and current folders, and what an archive adds is left out', () => {
    expect(group('book', './A//T/1.mp3', '__MACOSX/T/1.mp3')).toEqual({
      items: [['A', '', 'T', ['1.mp3']]],
      ignored: [['__MACOSX/T/1.mp3', 'hidden']],
    });
  });

  test('loses only its extension where a name has dots', () => {
    expect(group('book', 'Vol. 1.m4b', 'Vol. 2.m4b').items).toEqual([
      ['', '', 'Vol. 1', ['Vol. 1.m4b']],
      ['', '', 'Vol. 2', ['Vol. 2.m4b']],
    ]);
  });

  test('gives a loose picture to the only loose book, whatever is in folders', () => {
    expect(group('book', 'A/T/1.mp3', 'One.m4b', 'cover.jpg').items).toEqual([
      ['A', '', 'T', ['1.mp3']],
      ['', '', 'One', ['cover.jpg', 'One.m4b']],
    ]);
  });

  test('has no place for files in a folder without an item, also with one loose book', () => {
    expect(group('book', 'One.m4b', 'Extras/One.jpg', 'Extras/art.png')).toEqual({
      items: [['', '', 'One', ['One.m4b']]],
      ignored: [
        ['Extras/art.png', 'noItem'],
        ['Extras/One.jpg', 'noItem'],
      ],
    });
  });

  test('has one order where names differ by case only', () => {
    const expected = [['', '', 'T', ['A.mp3', 'a (2).mp3']]];
    expect(group('book', 'T/a.mp3', 'T/A.mp3').items).toEqual(expected);
    expect(group('book', 'T/A.mp3', 'T/a.mp3').items).toEqual(expected);
  });

  test('counts on where more than two names are alike', () => {
    expect(group('book', 'T/a|.mp3', 'T/a?.mp3', 'T/a*.mp3').items[0]?.[3]).toEqual([
      'a.mp3',
      'a (2).mp3',
      'a (3).mp3',
    ]);
  });

  test('has room for a number behind the longest name, before its ending (AMB-92)', () => {
    const long = [300, 301].map((length) => file(`T/${'x'.repeat(length)}.mp3`));
    const names = groupFiles(long, 'book').items[0]?.files.map(({ name }) => name) ?? [];
    const stem = 'x'.repeat(228);
    expect(names).toEqual([`${stem}.mp3`, `${stem} (2).mp3`]);
  });

  test('has no name that file systems refuse, and none twice', () => {
    expect(group('book', 'T/a:b?.mp3', 'T/a_b.mp3', 'T/CON.mp3', 'T/a - b.mp3').items[0]?.[3]).toEqual([
      'a - b.mp3',
      'a_b.mp3',
      'a - b (2).mp3',
      'audio.mp3',
    ]);
  });
});

describe('files picked for podcasts', () => {
  test('is a podcast for each folder by its last name, and one of all without a folder; ebooks are none', () => {
    expect(group('podcast', 'Net/Show/1.mp3', 'Net/Show/2.mp3', 'Other/x.epub', 'a.mp3', 'b.mp3', 'b.jpg')).toEqual({
      items: [
        ['', '', '', ['a.mp3', 'b.jpg', 'b.mp3']],
        ['', '', 'Show', ['1.mp3', '2.mp3']],
      ],
      ignored: [['Other/x.epub', 'noItem']],
    });
  });
});

const part = fc.oneof(
  fc.constantFrom('A', 'B', 'CD 1', 'CD 2', 'Disc1', '.hidden', 'x:y', 'con', '日本', 'é'.repeat(200)),
  fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.replaceAll('/', '')),
);
const ending = fc.constantFrom('.mp3', '.M4B', '.epub', '.jpg', '.opf', '.txt', '.nfo', '.exe', '');
const paths = fc.uniqueArray(
  fc
    .tuple(fc.array(part, { maxLength: 4 }), part, ending)
    .map(([folders, name, end]) => [...folders, name + end].join('/')),
  { maxLength: 40 },
);
const mediaType = fc.constantFrom('book' as const, 'podcast' as const);

describe('any choice of files', () => {
  test('is in one item or ignored, each file once, and each item has media', () => {
    fc.assert(
      fc.property(paths, mediaType, (all, kind) => {
        const picked = all.map(file);
        const { items, ignored } = groupFiles(picked, kind);
        const sent = items.flatMap(({ files }) => files.map((one) => one.file));
        expect(sent.length + ignored.length).toBe(picked.length);
        expect(new Set(sent).size).toBe(sent.length);
        for (const { files } of items)
          expect(files.some((one) => one.kind === 'audio' || (one.kind === 'ebook' && kind === 'book'))).toBe(true);
      }),
    );
  });

  test('is grouped the same in whatever order the browser gives it', () => {
    fc.assert(
      fc.property(
        paths.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        mediaType,
        ([all, shuffled], kind) => {
          expect(group(kind, ...shuffled)).toEqual(group(kind, ...all));
        },
      ),
    );
  });

  const namesHold = (holds: (names: readonly string[]) => void) =>
    fc.assert(
      fc.property(paths, mediaType, (all, kind) => {
        for (const { files } of groupFiles(all.map(file), kind).items) holds(files.map(({ name }) => name));
      }),
    );

  test('is sent under names of which no two are alike in an item (UPL-005)', () => {
    namesHold((names) => expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length));
  });

  test('is sent under names of at most 255 bytes (UPL-005, VAL-040, CON-099)', () => {
    const sizes = (names: readonly string[]) => names.map((name) => new TextEncoder().encode(name).length);
    namesHold((names) => expect(sizes(names).filter((size) => size > 255)).toEqual([]));
  });

  test.each([
    ['forbidden characters', 'VAL-038', /[\p{Cc}/\\:*?"<>|]|^\./u],
    ['names that Windows reserves', 'VAL-039', /^(con|prn|aux|nul|com\d|lpt\d)\./iu],
  ])('is sent without %s (UPL-005, %s)', (_what, _row, wrong) => {
    namesHold((names) => expect(names.filter((name) => wrong.test(name))).toEqual([]));
  });
});
