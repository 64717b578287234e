import fs from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readComic, readEpub } from '../../../server/scan/ebooks.ts';
import { showable } from '../../../server/items/pictures.ts';
import { folderOf, type Content } from '../../support/library-folder.ts';

const jpeg = (mark: number) => Uint8Array.of(0xff, 0xd8, 0xff, mark);
const [first, cover] = [jpeg(1), jpeg(2)];

const read = async (reader: typeof readEpub, name: string, bytes: Uint8Array) =>
  reader(path.join(folderOf({ [name]: bytes }), name), bytes.length);
const zipOf = (files: Readonly<Record<string, Content>>) =>
  zipSync(
    Object.fromEntries(Object.entries(files).map(([name, of]) => [name, typeof of === 'string' ? strToU8(of) : of])),
  );

describe('the cover of an epub', () => {
  const container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>';
  const manifest = (...items: string[]) => `<manifest>${items.map((item) => `<item ${item}/>`).join('')}</manifest>`;
  const page = 'id="p" href="page.xhtml" media-type="application/xhtml+xml"';
  const pictures = ['id="a" href="a.jpg" media-type="image/jpeg"', 'id="b" href="pics/b.jpg" media-type="image/jpeg"'];
  const epub = (metadata: string, rest: string, files: Readonly<Record<string, Content>> = {}) =>
    zipOf({
      'META-INF/container.xml': container,
      'OPS/book.opf': `<package><metadata><title>T</title>${metadata}</metadata>${rest}</package>`,
      'OPS/a.jpg': first,
      'OPS/pics/b.jpg': cover,
      'OPS/page.xhtml': '<html><body><img alt="" src="pics/b.jpg"/></body></html>',
      ...files,
    });
  const meta = (content: string) => `<meta name="cover" content="${content}"/>`;

  test.each([
    ['its property', epub('', manifest(pictures[0] ?? '', `${pictures[1]} properties="cover-image"`))],
    ['a meta with its id', epub(meta('b'), manifest(...pictures))],
    ['a meta with its path', epub(meta('pics/b.jpg'), manifest(...pictures))],
    ['a meta with the id of its page', epub(meta('p'), manifest(page, ...pictures))],
    [
      'the guide, by a page',
      epub('', `${manifest(...pictures)}<guide><reference type="cover" href="page.xhtml#c"/></guide>`),
    ],
    [
      'the guide, by the picture',
      epub('', `${manifest(...pictures)}<guide><reference type="cover" href="pics/b.jpg"/></guide>`),
    ],
    [
      'its name',
      epub('', manifest(pictures[0] ?? '', 'id="x" href="pics/Cover.jpg" media-type="image/jpeg"'), {
        'OPS/pics/Cover.jpg': cover,
      }),
    ],
    [
      'its property, with the path from the root',
      epub('', manifest('properties="cover-image" href="/OPS/pics/b.jpg"')),
    ],
    ['its property, with backslashes', epub('', manifest('properties="cover-image" href="pics\\b.jpg"'))],
    ['its property, with a query', epub('', manifest('properties="cover-image" href="pics/b.jpg?v=2"'))],
    [
      'its name alone, when the manifest lists no pictures',
      epub('', manifest(), { 'OPS/pics/b.jpg': first, 'OPS/x/cover.jpg': cover }),
    ],
    [
      'a page with the picture in its style',
      epub(meta('p'), manifest(page, pictures[0] ?? ''), {
        'OPS/page.xhtml': '<html><body style="background: url(pics/b.jpg)"/></html>',
      }),
    ],
    ['the first page', epub('', `${manifest(pictures[0] ?? '', page)}<spine><itemref idref="p"/></spine>`)],
    [
      'an SVG page',
      epub('', `${manifest(pictures[0] ?? '', page)}<spine><itemref idref="p"/></spine>`, {
        'OPS/page.xhtml': '<svg><svg:image width="1" xlink:href="pics/b.jpg"/></svg>',
      }),
    ],
    ['nothing: the first picture', epub('', manifest(pictures[1] ?? '', pictures[0] ?? ''))],
    [
      'a name with a %',
      epub(meta('x'), manifest('id="x" href="100% c.jpg" media-type="image/jpeg"'), { 'OPS/100% c.jpg': cover }),
    ],
    [
      'a name in the form of addresses',
      epub(meta('x'), manifest('id="x" href="c%20%C3%A9.jpg" media-type="image/jpg"'), { 'OPS/c é.jpg': cover }),
    ],
    [
      'a name in another normal form',
      epub(meta('x'), manifest('id="x" href="é.jpg" media-type="image/jpeg"'), {
        [`OPS/${'é'.normalize('NFD')}.JPG`]: cover,
      }),
    ],
  ])('is marked by %s', async (_how, bytes) => {
    expect(await read(readEpub, 'b.epub', bytes)).toEqual({
      fields: { title: 'T' },
      cover: { bytes: Buffer.from(cover) },
    });
  });

  test('is found without a container', async () => {
    const bytes = zipOf({
      'x/content.opf': `<package><metadata><title>T</title></metadata>${manifest(pictures[0] ?? '')}</package>`,
      'x/a.jpg': first,
    });
    expect(await read(readEpub, 'b.epub', bytes)).toEqual({
      fields: { title: 'T' },
      cover: { bytes: Buffer.from(first) },
    });
  });
});

describe('a comic', () => {
  const info = (more = '') =>
    `<ComicInfo><Title>The &amp;amp; Start</Title><Series>Saga</Series><Number>3</Number><AlternateSeries>Crossover</AlternateSeries><AlternateNumber>1</AlternateNumber><Writer>Ann Lee, Bob Ray</Writer><Publisher>House</Publisher><Year>2012</Year><Genre>Space, Opera</Genre><LanguageISO>en</LanguageISO>${more}</ComicInfo>`;
  const fields = {
    title: 'The & Start',
    authors: ['Ann Lee', 'Bob Ray'],
    series: [
      { name: 'Saga', sequence: '3' },
      { name: 'Crossover', sequence: '1' },
    ],
    publisher: 'House',
    publishedYear: '2012',
    genres: ['Space', 'Opera'],
    language: 'en',
  };

  test('from a Mac has its first page as cover, and the metadata of ComicInfo', async () => {
    const bytes = zipOf({
      '__MACOSX/._01.jpg': jpeg(9),
      '._00.jpg': jpeg(9),
      '10.jpg': jpeg(9),
      '2.jpg': cover,
      'ComicInfo.xml': info(),
    });
    expect(await read(readComic, 'c.cbz', bytes)).toEqual({ fields, cover: { bytes: Buffer.from(cover) } });
  });

  test('has its named page as cover, or the first picture where that is no page', async () => {
    const named = info('<Pages><Page Image="0"/><Page Image="1" Type="FrontCover"/></Pages>');
    const files = { '1.jpg': 'no picture', '2.jpg': cover, '3.jpg': first };
    expect((await read(readComic, 'c.cbz', zipOf({ ...files, '1.jpg': first, 'ComicInfo.xml': named }))).cover).toEqual(
      { bytes: Buffer.from(cover) },
    );
    expect((await read(readComic, 'c.cbz', zipOf(files))).cover).toEqual({ bytes: Buffer.from(cover) });
    expect(
      (
        await read(
          readComic,
          'c.cbz',
          zipOf({ 'ComicInfo.xml': '<ComicInfo><Series>S</Series><Number>4</Number></ComicInfo>' }),
        )
      ).fields,
    ).toEqual({ title: 'S #4', series: [{ name: 'S', sequence: '4' }] });
  });

  test('has its first displayable page as cover: not JPEG XL or HEIC', async () => {
    const box = (brands: string) => Buffer.from(`\0\0\0\u0020ftyp${brands}`, 'latin1');
    const avif = await sharp({ create: { width: 2, height: 1, channels: 3, background: 'red' } })
      .avif()
      .toBuffer();
    const asMif1 = Buffer.from(avif);
    asMif1.write('mif1', 8, 'latin1');
    const files = {
      '1.jxl': Buffer.of(0xff, 0x0a, 1, 2),
      '2.jxl': Buffer.from('\0\0\0\u000cJXL \r\n\u0087\n', 'latin1'),
      '3.heic': box('heic\0\0\0\0mif1heic'),
      '4.heic': box('mif1\0\0\0\0mif1heic'),
    };
    for (const page of [avif, asMif1, cover])
      expect((await read(readComic, 'c.cbz', zipOf({ ...files, '5.jpg': page }))).cover).toEqual({
        bytes: Buffer.from(page),
      });
  });

  test.each(['c.cbr', 'c.cbz'])('packed by RAR is read as %s', async (name) => {
    const rar = fs.readFileSync('tests/support/media/six-pages.cbr');
    const { cover: page } = await read(readComic, name, rar);
    expect(await sharp(page?.bytes).metadata()).toMatchObject({ format: 'jpeg' });
  });

  test('that is not an archive is refused', async () => {
    await expect(read(readComic, 'c.cbr', Buffer.from('nothing'))).rejects.toThrow('It is no archive');
  });
});

describe('a picture', () => {
  /** 2×1 pixels: red, blue. */
  const bmp = Buffer.alloc(62);
  bmp.write('BM');
  for (const [at, value] of [
    [2, 62],
    [10, 54],
    [14, 40],
    [18, 2],
    [22, 1],
    [34, 8],
  ] as const)
    bmp.writeUInt32LE(value, at);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(24, 28);
  bmp.set([0, 0, 255, 255, 0, 0], 54);

  test('that browsers show stays, another becomes jpeg', async () => {
    const of = (format: 'png' | 'gif' | 'avif' | 'tiff') =>
      sharp({ create: { width: 2, height: 1, channels: 3, background: 'red' } })
        .toFormat(format)
        .toBuffer();
    const png = await of('png');
    expect(await showable(png)).toEqual({ bytes: png, ext: 'png' });
    for (const bytes of [await of('gif'), await of('avif'), await of('tiff'), bmp]) {
      const { bytes: shown, ext } = await showable(bytes);
      const { format, width, height } = await sharp(shown).metadata();
      expect([ext, format, width, height]).toEqual(['jpg', 'jpeg', 2, 1]);
    }
  });

  test('that is invalid, or has more pixels than any cover, is refused', async () => {
    const huge = Buffer.from(bmp);
    huge.writeUInt32LE(1_000_000, 18);
    huge.writeUInt32LE(1_000_000, 22);
    await expect(showable(huge)).rejects.toThrow('The picture is too large');
    await expect(showable(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toThrow(
      'It is no picture',
    );
  });
});
