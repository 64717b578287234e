import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { zipSync, strToU8 } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEpub } from '../../../server/scan/ebooks.ts';
import { probeAudio } from '../../../server/scan/audio-probe.ts';
import { fieldsFromPath, numbersFromFilename } from '../../../server/scan/folder-name.ts';
import { lastFirst, moveTitlePrefix, parseNames } from '../../../server/items/names.ts';
import { oggDuration } from '../../../server/scan/ogg.ts';
import { fieldsFromOpf } from '../../../server/scan/opf.ts';
import { scanBook, type BookScanOptions } from '../../../server/scan/scan-book.ts';
import { fieldsFromNfo } from '../../../server/scan/sidecars.ts';
import type { FoundItem } from '../../../server/scan/types.ts';
import { findItemsAt, walkItems } from '../../../server/scan/walk.ts';
import { writeBelow, type Content } from '../../support/library-folder.ts';

const demo = path.resolve('server/demo/library/books');
const alice = path.join(
  demo,
  'Lewis Carroll',
  "Alice's Adventures in Wonderland",
  "Alice's Adventures in Wonderland.m4b",
);
const prince = path.join(demo, 'Oscar Wilde', 'The Happy Prince', 'The Happy Prince.mp3');

let root: string;
let logged: string[];
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-scan-'));
  logged = [];
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const write = (relPath: string, content?: Content): string => writeBelow(root, relPath, content);
const find = async (audioOnly = false) => {
  const items: FoundItem[] = [];
  for await (const item of await walkItems(root, { audioOnly })) items.push(item);
  return items;
};
const layout = (items: readonly FoundItem[]) =>
  items.map((item) => [item.relPath, item.isFile, item.files.map((file) => file.metadata.relPath).sort()]);
const options = (changes: Partial<BookScanOptions> = {}): BookScanOptions => ({
  now: 1,
  precedence: ['folderStructure', 'audioMetatags', 'nfoFile', 'txtFiles', 'opfFile', 'absMetadata'],
  audiobooksOnly: false,
  parseSubtitle: false,
  edited: null,
  known: new Map(),
  log: (_level, message) => logged.push(message),
  ...changes,
});
const scanOnly = async (changes: Partial<BookScanOptions> = {}) => {
  const [item] = await find();
  if (!item) throw new Error('Nothing found');
  return scanBook(item, options(changes));
};

describe('folders become items', () => {
  test('a folder with media and all below it, discs together, loose files alone', async () => {
    for (const file of [
      'Author/Series/1 - Book/CD 1/a.mp3',
      'Author/Series/1 - Book/CD 2/a.mp3',
      'Author/Series/1 - Book/cover.jpg',
      'Author/Other/x.m4b',
      'Author/Other/extras/map.pdf',
      'Loose.mp3',
      'loose.jpg',
      'Author/note.txt',
    ])
      write(file);
    expect(layout(await find())).toEqual([
      ['Author/Other', false, ['extras/map.pdf', 'x.m4b']],
      ['Author/Series/1 - Book', false, ['CD 1/a.mp3', 'CD 2/a.mp3', 'cover.jpg']],
      ['Loose.mp3', true, ['Loose.mp3']],
    ]);
  });

  test('dot files and folders with .ignore are skipped', async () => {
    for (const file of ['A/.hidden.mp3', 'A/x.mp3', '.trash/y.mp3', 'B/.ignore', 'B/z.mp3']) write(file);
    expect(layout(await find())).toEqual([['A', false, ['x.mp3']]]);
  });

  test('ebooks make no item where only audio counts', async () => {
    for (const file of ['A/x.epub', 'B/y.mp3', 'B/y.epub']) write(file);
    expect(layout(await find(true))).toEqual([['B', false, ['y.epub', 'y.mp3']]]);
  });

  test('a symbolic link out of the library is not followed, one inside is', async () => {
    const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-outside-'));
    fs.writeFileSync(path.join(outside, 'secret.mp3'), 'x');
    write('Inside/x.mp3');
    fs.symlinkSync(outside, path.join(root, 'Escape'));
    fs.symlinkSync(path.join(outside, 'secret.mp3'), path.join(root, 'Inside', 'link.mp3'));
    fs.symlinkSync(path.join(root, 'Inside'), path.join(root, 'Again'));
    fs.symlinkSync(root, path.join(root, 'Inside', 'loop'));
    const found = layout(await find());
    fs.rmSync(outside, { recursive: true });
    expect(found).toEqual([
      ['Again', false, ['x.mp3']],
      ['Inside', false, ['x.mp3']],
    ]);
  });

  test('a missing library folder is an error, not an empty library', async () => {
    await expect(walkItems(path.join(root, 'gone'), { audioOnly: false })).rejects.toThrow('ENOENT');
  });

  describe('around changed paths', () => {
    const files = [
      'alone.mp3',
      'Author/Series/One/a.mp3',
      'Author/Series/One/cover.jpg',
      'Author/Series/Two/CD 1/a.mp3',
      'Author/Series/Two/CD 2/b.mp3',
      'Author/notes.txt',
      'Owner/a.mp3',
      'Owner/Deep/Deeper/b.mp3',
      'Only/Text/a.txt',
      'Shelf/.ignore',
      'Shelf/Book/a.mp3',
      'Odd/.cache/a.mp3',
    ];
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['alone.mp3', ['alone.mp3']],
      ['Author/Series/One/a.mp3', ['Author/Series/One']],
      ['Author/Series/One', ['Author/Series/One']],
      ['Author/Series/Two/CD 2/b.mp3', ['Author/Series/Two']],
      ['Author/Series/Two/CD 3', ['Author/Series/Two']],
      ['Author/Series', ['Author/Series/One', 'Author/Series/Two']],
      ['Owner/Deep/Deeper/b.mp3', ['Owner']],
      ['Owner/gone.mp3', ['Owner']],
      ['Only/Text/a.txt', []],
      ['Shelf/Book/a.mp3', []],
      ['Odd/.cache/a.mp3', []],
      ['Gone/Book', []],
      ['link/a.mp3', []],
    ];

    test.each(cases)('%s: finds the items as in a walk of all', async (changed, expected) => {
      for (const file of files) write(file);
      const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-outside-'));
      fs.writeFileSync(path.join(outside, 'a.mp3'), '');
      fs.symlinkSync(outside, path.join(root, 'link'));
      const found = await findItemsAt(root, [changed], { audioOnly: false });
      fs.rmSync(outside, { recursive: true });
      expect(found.map(({ relPath }) => relPath)).toEqual(expected);
      const all = await find();
      expect(found).toEqual(all.filter(({ relPath }) => expected.includes(relPath)));
    });

    test('several paths of one item give it once, in the order of the first', async () => {
      for (const file of files) write(file);
      const found = await findItemsAt(
        root,
        ['Owner', 'Owner/Deep', 'Owner/a.mp3', 'Author/Series/One/a.mp3', 'Author/Series/One'],
        { audioOnly: false },
      );
      expect(found.map(({ relPath }) => relPath)).toEqual(['Owner', 'Author/Series/One']);
    });
  });
});

describe('names of folders and files', () => {
  test.each([
    [
      'Author/Series/Vol 1 - 1887 - A Study in Scarlet {Jane Reader}',
      {
        title: 'A Study in Scarlet',
        authors: ['Author'],
        series: [{ name: 'Series', sequence: '1' }],
        publishedYear: '1887',
        narrators: ['Jane Reader'],
      },
    ],
    [
      'Author/Series/1. The Tale',
      { title: 'The Tale', authors: ['Author'], series: [{ name: 'Series', sequence: '1' }] },
    ],
    [
      'Author/Series/10.5 - The Haunted Man',
      { title: 'The Haunted Man', authors: ['Author'], series: [{ name: 'Series', sequence: '10.5' }] },
    ],
    [
      'Author/Series/Book 3 - Title',
      { title: 'Title', authors: ['Author'], series: [{ name: 'Series', sequence: '3' }] },
    ],
    ['Author/1984', { title: '1984', authors: ['Author'] }],
    [
      'Author/1898 - The War of the Worlds',
      { title: 'The War of the Worlds', authors: ['Author'], publishedYear: '1898' },
    ],
    [
      'Charles Dickens & Wilkie Collins/No Thoroughfare',
      { title: 'No Thoroughfare', authors: ['Charles Dickens', 'Wilkie Collins'] },
    ],
    ['Title [B002V0QK4C]', { title: 'Title', asin: 'B002V0QK4C' }],
  ])('%s', (relPath, fields) => {
    expect(fieldsFromPath(relPath, { isFile: false, parseSubtitle: false })).toEqual(fields);
  });

  test('a subtitle is only cut off where the setting says so', () => {
    expect(fieldsFromPath('A/1898 - War - A Romance', { isFile: false, parseSubtitle: false })).toEqual({
      title: 'War - A Romance',
      authors: ['A'],
      publishedYear: '1898',
    });
    expect(fieldsFromPath('A/1898 - War - A Romance', { isFile: false, parseSubtitle: true })).toEqual({
      title: 'War',
      subtitle: 'A Romance',
      authors: ['A'],
      publishedYear: '1898',
    });
  });

  test.each([
    ['01 - Chapter 1.mp3', 1, null],
    ['track12.mp3', 12, null],
    ['CD 2/03.mp3', 3, 2],
    ['disc1 track 4.mp3', 4, 1],
    ['The Time Machine.mp3', null, null],
    ['第一章.mp3', null, null],
  ])('%s has track %s on disc %s', (name, track, disc) => {
    expect(numbersFromFilename(name)).toEqual({ track, disc });
  });

  test('people are split, turned round and sorted by their last name', () => {
    expect(parseNames('Bea Narrator; Carl Reader & Dan and Eve')).toEqual([
      'Bea Narrator',
      'Carl Reader',
      'Dan',
      'Eve',
    ]);
    expect(parseNames('Doyle, Arthur Conan')).toEqual(['Arthur Conan Doyle']);
    expect(['Arthur Conan Doyle', 'Aesop', '夏目漱石'].map(lastFirst)).toEqual([
      'Doyle, Arthur Conan',
      'Aesop',
      '夏目漱石',
    ]);
    expect(['The Hobbit', 'A Study', 'Theory', 'The'].map((title) => moveTitlePrefix(title, ['the', 'a']))).toEqual([
      'Hobbit, The',
      'Study, A',
      'Theory',
      'The',
    ]);
  });
});

describe('metadata sources', () => {
  test('the later source wins, field by field, and a missing field stays', async () => {
    write('Folder Author/Folder Title/book.mp3', fs.readFileSync(prince));
    write('Folder Author/Folder Title/desc.txt', 'From the text');
    write(
      'Folder Author/Folder Title/book.opf',
      '<package><metadata><title>OPF title</title><publisher>OPF house</publisher></metadata></package>',
    );
    write(
      'Folder Author/Folder Title/metadata.json',
      JSON.stringify({ title: 'JSON title', series: ['Tales #2'], explicit: true }),
    );
    const { fields } = await scanOnly();
    expect(fields).toMatchObject({
      title: 'JSON title',
      publisher: 'OPF house',
      description: 'From the text',
      authors: ['Oscar Wilde'],
      series: [{ name: 'Tales', sequence: '2' }],
      explicit: true,
    });
    const low = await scanOnly({ precedence: ['absMetadata', 'opfFile', 'folderStructure'] });
    expect(low.fields).toMatchObject({ title: 'Folder Title', authors: ['Folder Author'], publisher: 'OPF house' });
  });

  test('broken sidecars are logged and the rest is read', async () => {
    write('A/T/book.mp3', fs.readFileSync(prince));
    write('A/T/metadata.json', '{ not json');
    const { fields } = await scanOnly();
    expect(fields.title).toBe('The Happy Prince');
    expect(logged).toEqual([expect.stringContaining('Metadata (absMetadata)')]);
  });

  test('edits of this server win, and emptied fields stay empty', async () => {
    write('A/T/book.mp3', fs.readFileSync(prince));
    const { fields } = await scanOnly({ edited: JSON.stringify({ title: 'Mine', genres: [], narrators: ['Me'] }) });
    expect([fields.title, fields.genres, fields.narrators, fields.authors]).toEqual([
      'Mine',
      undefined,
      ['Me'],
      ['Oscar Wilde'],
    ]);
  });

  test('a title of 400 characters is kept whole', async () => {
    write('A/T/book.mp3', fs.readFileSync(prince));
    const title = 'Long '.repeat(80).trim();
    write('A/T/metadata.json', JSON.stringify({ title }));
    expect((await scanOnly()).fields.title).toBe(title);
  });

  test('an OPF without entity tricks, an NFO with its lines', () => {
    const bomb =
      '<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><package xmlns:dc="x"><metadata><dc:title>T &b;</dc:title><dc:creator opf:role="aut">Doyle, Arthur</dc:creator><meta name="calibre:series" content="S"/><meta name="calibre:series_index" content="2"/></metadata></package>';
    expect(fieldsFromOpf(bomb)).toEqual({
      title: 'T &b;',
      authors: ['Arthur Doyle'],
      series: [{ name: 'S', sequence: '2' }],
    });
    expect(
      fieldsFromNfo(
        'Title:   Dracula\nAuthor:  Bram Stoker\nRead By: Dan Deep\nCopyright: 1897\n\nBook Description\n================\nA count.\nAnd more.',
      ),
    ).toEqual({
      title: 'Dracula',
      authors: ['Bram Stoker'],
      narrators: ['Dan Deep'],
      publishedYear: '1897',
      description: 'A count.\nAnd more.',
    });
  });
});

describe('audio files', () => {
  const fileOf = (file: string) => {
    const stats = fs.statSync(file);
    return {
      ino: '1',
      fileType: 'audio' as const,
      metadata: {
        filename: path.basename(file),
        ext: path.extname(file),
        path: file,
        relPath: path.basename(file),
        size: stats.size,
        mtimeMs: 0,
        ctimeMs: 0,
        birthtimeMs: 0,
      },
    };
  };

  test('an m4b has its chapters, end to end, up to its length', async () => {
    const probe = await probeAudio(fileOf(alice), 1);
    if (!probe.ok) throw new Error(probe.reason);
    const { chapters, duration } = probe.audio;
    expect(chapters.map((chapter) => chapter.title)).toEqual([
      'Down the Rabbit-Hole',
      'The Pool of Tears',
      'A Caucus-Race and a Long Tale',
      'Advice from a Caterpillar',
      'A Mad Tea-Party',
      "Alice's Evidence",
    ]);
    expect(chapters.map((chapter) => chapter.start).slice(1)).toEqual(
      chapters.map((chapter) => chapter.end).slice(0, -1),
    );
    expect(chapters[5]?.end).toBeCloseTo(duration, 3);
    expect(probe.audio).toMatchObject({
      codec: 'aac',
      format: 'QuickTime / MOV',
      mimeType: 'audio/mp4',
      channels: 1,
      channelLayout: 'mono',
      metaTags: { tagAlbum: "Alice's Adventures in Wonderland", tagArtist: 'Lewis Carroll' },
    });
  });

  test('an m4b without chpl has the chapters of its text track', async () => {
    const bytes = Buffer.from(fs.readFileSync(alice));
    bytes.write('free', bytes.indexOf('chpl'), 'latin1');
    const [nero, track] = [await probeAudio(fileOf(alice), 1), await probeAudio(fileOf(write('track.m4b', bytes)), 1)];
    const marks = (probe: typeof nero) =>
      probe.ok ? probe.audio.chapters.map((chapter) => [chapter.start.toFixed(2), chapter.title]) : probe.reason;
    expect(marks(track)).toHaveLength(6);
    expect(marks(track)).toEqual(marks(nero));
  });

  test('an mp3 has its CHAP frames in seconds', async () => {
    const probe = await probeAudio(fileOf(path.join(demo, '夏目漱石', '吾輩は猫である', '吾輩は猫である.mp3')), 1);
    expect(probe.ok && probe.audio.chapters.map((chapter) => [Math.round(chapter.start), chapter.title])).toEqual([
      [0, 'だいいっしょう'],
      [30, 'だいにしょう'],
    ]);
  });

  test('a track number without a total is the number alone', async () => {
    const probe = await probeAudio(
      fileOf(path.resolve('tests/server/replay/kit/audiobooks/Mary Shelley/Frankenstein/Letter 2.m4a')),
      1,
    );
    expect(probe.ok && [probe.audio.metaTags['tagTrack'], probe.audio.trackNumFromMeta]).toEqual(['2', 2]);
  });

  test.each([
    ['Herman Melville/Moby-Dick/Moby-Dick.opus', 56.526667, 'opus'],
    ['Charles Dickens & Wilkie Collins/No Thoroughfare/nt.ogg', 33.989569, 'vorbis'],
  ])('%s has its length at its end', async (name, duration, codec) => {
    const file = path.resolve('tests/server/replay/kit/audiobooks', name);
    expect(await probeAudio(fileOf(file), 1)).toMatchObject({
      ok: true,
      audio: { duration, codec, format: 'Ogg', mimeType: 'audio/ogg' },
    });
    expect(await oggDuration(write('cut.ogg', fs.readFileSync(file).subarray(0, 20)))).toBeNull();
  });

  test.each([
    ['empty.mp3', Buffer.alloc(0), 'The file is empty'],
    ['cut.m4b', fs.readFileSync(alice).subarray(0, 900_000), 'The file is cut off'],
    ['head.m4b', fs.readFileSync(alice).subarray(0, 40), 'The file is cut off'],
  ])('%s is refused with a reason', async (name, bytes, reason) => {
    expect(await probeAudio(fileOf(write(name, bytes)), 1)).toEqual({ ok: false, reason });
  });

  test.each(['noise.mp3', 'noise.m4b', 'noise.flac', 'noise.ogg', 'noise.opus'])(
    '%s is refused, not thrown',
    async (name) => {
      const noise = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251));
      expect((await probeAudio(fileOf(write(name, noise)), 1)).ok).toBe(false);
    },
  );

  test('a broken file beside good ones is left out and logged; a book of broken files is invalid', async () => {
    write('A/T/1.mp3', fs.readFileSync(prince));
    write('A/T/2.mp3');
    const half = await scanOnly();
    expect([half.audioFiles.map((file) => file.metadata.filename), half.isInvalid]).toEqual([['1.mp3'], false]);
    expect(logged).toEqual([expect.stringContaining('2.mp3" cannot be used: The file is empty')]);
    fs.rmSync(path.join(root, 'A/T/1.mp3'));
    const whole = await scanOnly();
    expect([whole.isInvalid, whole.libraryFiles.length]).toEqual([true, 1]);
  });

  test('tracks are ordered by disc and number, and each is a chapter', async () => {
    const frankenstein = path.join(demo, 'Mary Shelley', 'Frankenstein');
    fs.cpSync(frankenstein, path.join(root, 'F'), { recursive: true });
    const { audioFiles, chapters } = await scanOnly();
    expect(audioFiles.map((file) => [file.index, file.metadata.relPath])).toEqual([
      [1, 'CD 1/01 - Letter One.mp3'],
      [2, 'CD 1/02 - Letter Two.mp3'],
      [3, 'CD 2/01 - Chapter Five.mp3'],
      [4, 'CD 2/02 - Chapter Ten.mp3'],
    ]);
    expect(chapters.map((chapter) => chapter.title)).toEqual([
      'Letter One',
      'Letter Two',
      'Chapter Five',
      'Chapter Ten',
    ]);
  });

  test('an unchanged file is not read again', async () => {
    const file = write('A/T/1.mp3', fs.readFileSync(prince));
    const first = await scanOnly();
    const known = new Map(first.audioFiles.map((audio) => [audio.metadata.path, { ...audio, duration: 12_345 }]));
    expect((await scanOnly({ known })).audioFiles[0]?.duration).toBe(12_345);
    fs.utimesSync(file, new Date(), new Date(Date.now() + 5000));
    expect((await scanOnly({ known })).audioFiles[0]?.duration).toBeCloseTo(88.8, 1);
  });
});

describe('ebooks', () => {
  const container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>';
  const opf = (cover: string) =>
    `<package><metadata><title>T</title></metadata><manifest><item id="c" href="${cover}" media-type="image/jpeg" properties="cover-image"/></manifest></package>`;

  test('an epub has metadata and cover', async () => {
    const file = write(
      'b.epub',
      zipSync({
        'META-INF/container.xml': strToU8(container),
        'OPS/book.opf': strToU8(opf('pics/c.jpg')),
        'OPS/pics/c.jpg': Uint8Array.of(0xff, 0xd8, 0xff, 1),
      }),
    );
    expect(await readEpub(file, fs.statSync(file).size)).toEqual({
      fields: { title: 'T' },
      cover: { bytes: Buffer.of(0xff, 0xd8, 0xff, 1) },
    });
  });

  test('a cover path out of the archive finds nothing', async () => {
    const file = write(
      'b.epub',
      zipSync({ 'META-INF/container.xml': strToU8(container), 'OPS/book.opf': strToU8(opf('../../../../etc/passwd')) }),
    );
    expect((await readEpub(file, fs.statSync(file).size)).cover).toBeNull();
  });

  test('a zip bomb is not unpacked: entries with huge declared sizes are skipped', async () => {
    const file = write(
      'b.epub',
      zipSync({
        'META-INF/container.xml': strToU8(container),
        'OPS/book.opf': strToU8(opf('c.jpg')),
        'OPS/c.jpg': new Uint8Array(60 * 1024 * 1024),
      }),
    );
    const before = process.memoryUsage().arrayBuffers;
    expect((await readEpub(file, fs.statSync(file).size)).cover).toBeNull();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1024 * 1024);
  });

  test('a package document with a wrong size is read up to the declared one', async () => {
    const bytes = zipSync({
      'META-INF/container.xml': strToU8(container),
      'OPS/book.opf': strToU8(`<package>${' '.repeat(5_000_000)}</package>`),
    });
    /* The directory says 10 bytes; the data is five million. */
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = bytes.length - 4; at > 0; at -= 1) {
      if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1_000_000)
        view.setUint32(at + 24, 10, true);
    }
    const file = write('b.epub', bytes);
    expect(await readEpub(file, bytes.length)).toEqual({ fields: {}, cover: null });
  });

  test('a broken epub is logged and the book still found', async () => {
    write('A/T/x.epub', 'no zip at all');
    const book = await scanOnly();
    expect([book.fields.title, book.ebookFile?.ebookFormat, book.isInvalid]).toEqual(['T', 'epub', false]);
    expect(logged).toEqual([expect.stringContaining('x.epub" cannot be read')]);
  });

  test('epub comes first among several formats, others are supplementary', async () => {
    for (const name of ['A/T/b.pdf', 'A/T/b.epub', 'A/T/b.mobi']) write(name, 'x');
    const book = await scanOnly();
    expect(book.ebookFile?.metadata.filename).toBe('b.epub');
    expect(book.libraryFiles.map((file) => [file.metadata.filename, file.isSupplementary]).sort()).toEqual([
      ['b.epub', false],
      ['b.mobi', true],
      ['b.pdf', true],
    ]);
  });
});
