import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fieldsFromPath } from '../../../server/scan/folder-name.ts';
import { fieldsFromOpf } from '../../../server/scan/opf.ts';
import { sequenceOf } from '../../../server/scan/series.ts';
import { fieldsFromNfo, fieldsFromTags } from '../../../server/scan/sidecars.ts';
import { bookOf } from './support.ts';

const sound = fs.readFileSync(
  path.resolve('server/demo/library/books/Oscar Wilde/The Happy Prince/The Happy Prince.mp3'),
);
const opf = (metadata: string) => `<package><metadata>${metadata}</metadata></package>`;
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

describe('texts beside a book', () => {
  test.each([
    ['x.opf', latin1(`<?xml version="1.0" encoding="iso-8859-1"?>${opf('<title>Café</title>')}`), { title: 'Café' }],
    ['x.opf', latin1(opf('<title>Café</title>')), { title: 'Café' }],
    [
      'x.opf',
      Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-16"?>${opf('<title>Café</title>')}`, 'utf16le'),
      { title: 'Café' },
    ],
    ['x.opf', utf16be(opf('<title>Café</title>')), { title: 'Café' }],
    ['x.nfo', latin1('Title: Café\r\nAuthor: Zoë Groß\r\n'), { title: 'Café', authors: ['Zoë Groß'] }],
    ['desc.txt', latin1('C\x92est l\x92\xE9t\xE9'), { description: 'C’est l’été' }],
    ['desc.txt', Buffer.from('\uFEFFÉté', 'utf16le'), { description: 'Été' }],
    ['reader.txt', Buffer.from('\uFEFFZoë'), { narrators: ['Zoë'] }],
    ['metadata.json', Buffer.from('\uFEFF{"title":"Café"}'), { title: 'Café' }],
    ['metadata.json', latin1('{"title":"Café"}'), { title: 'Café' }],
  ])('%s is read in its encoding (%#)', async (name, bytes, fields) => {
    const book = await bookOf({ 'A/T/book.mp3': sound, [`A/T/${name}`]: bytes });
    expect([book.fields, book.logged]).toEqual([expect.objectContaining(fields), []]);
  });
});

describe('a package document', () => {
  test('has one person in each name', () => {
    const names = [
      'L.E. Modesitt, Jr.',
      'Janet Bond Brill, PhD, RD, LDN',
      'de Balzac, Honoré',
      'Andrews and Sons',
      'A; B',
    ];
    const creators = names.map((name) => `<creator role="aut">${name}</creator>`).join('');
    expect(fieldsFromOpf(opf(creators)).authors).toEqual([
      ...names.slice(0, 2),
      'Honoré de Balzac',
      'Andrews and Sons',
      'A',
      'B',
    ]);
  });

  const refined = (id: string, property: string, value: string) =>
    `<meta refines="#${id}" property="${property}">${value}</meta>`;
  test('has its titles by their types', () => {
    const titles = '<title id="a">Short</title><title id="b">Below</title><title id="c">Main</title>';
    const types = [
      ['a', 'short'],
      ['b', 'subtitle'],
      ['c', 'main'],
    ].map(([id = '', type = '']) => refined(id, 'title-type', type));
    expect(fieldsFromOpf(opf(titles + types.join('')))).toEqual({ title: 'Main', subtitle: 'Below' });
  });

  test('has a person in both roles', () => {
    const roles = refined('a', 'role', 'aut') + refined('a', 'role', 'nrt');
    expect(fieldsFromOpf(opf(`<creator id="a">Neil Gaiman</creator>${roles}`))).toEqual({
      authors: ['Neil Gaiman'],
      narrators: ['Neil Gaiman'],
    });
  });

  const calibre = (name: string, index?: string) =>
    `<meta name="calibre:series" content="${name}"/>${index ? `<meta name="calibre:series_index" content="${index}"/>` : ''}`;
  const collection = (id: string, name: string, type: string, place: string) =>
    `<meta property="belongs-to-collection" id="${id}">${name}</meta><meta refines="#${id}" property="collection-type">${type}</meta><meta refines="#${id}" property="group-position">${place}</meta>`;
  test.each([
    [
      calibre('One', '1') + calibre('Two', '2.5'),
      [
        ['One', '1'],
        ['Two', '2.5'],
      ],
    ],
    [
      calibre('One') + calibre('Two', '2'),
      [
        ['One', null],
        ['Two', '2'],
      ],
    ],
    ['<meta name="calibre:series_index" content="4"/>' + calibre('One'), [['One', '4']]],
    [collection('c1', 'One', 'series', '3') + collection('c2', 'Box', 'set', '1'), [['One', '3']]],
    ['<meta property="belongs-to-collection" id="x">One</meta>', [['One', null]]],
    [calibre('One') + collection('c1', 'One', 'series', '3'), [['One', '3']]],
  ])('has all its series, once (%#)', (metadata, expected) => {
    expect(fieldsFromOpf(opf(metadata)).series?.map(({ name, sequence }) => [name, sequence])).toEqual(expected);
  });

  test.each([
    ['<date event="modification">2020-01-01</date><date event="publication">1999-05-01</date>', '1999'],
    ['<date event="modification">2020-01-01</date>', undefined],
    ['<date event="creation">2020</date><date>01/05/1999</date>', '1999'],
    ['<date>0101-01-01T00:00:00+00:00</date>', undefined],
    ['<date>1887</date>', '1887'],
  ])('has the year of publication (%#)', (metadata, year) =>
    expect(fieldsFromOpf(opf(metadata)).publishedYear).toBe(year),
  );

  test('is read where a title was escaped twice', () => {
    expect(
      fieldsFromOpf(opf('<title>Pride &amp;amp; Prejudice &amp;lt;b&amp;gt;</title><publisher>A &amp; B</publisher>')),
    ).toEqual({
      title: 'Pride & Prejudice',
      publisher: 'A & B',
    });
  });
});

test('a description with markup is read whole and in its order', () => {
  expect(fieldsFromOpf(opf('<description><p>One <i>two</i> three</p>four</description>')).description).toBe(
    '<p>One <i>two</i> three</p>four',
  );
});

test('several series of tags and of an nfo are all read', () => {
  const series = [
    { name: 'One', sequence: '1' },
    { name: 'Two', sequence: '2.5' },
  ];
  expect([
    fieldsFromTags({ tagSeries: 'One; Two', tagSeriesPart: '1;2.5' }).series,
    fieldsFromTags({ tagSeries: 'One #1; Two #2.5' }).series,
    fieldsFromNfo('Series: One; Two\nSeries Position: 1; 2.5').series,
  ]).toEqual([series, series, series]);
});

test.each([
  ['03', '3'],
  ['1.0', '1'],
  ['2.5', '2.5'],
  ['3/7', '3'],
  ['Book 3 of 7', '3'],
  ['#4', '4'],
  ['1 - 3', '1-3'],
  ['1a', '1a'],
  ['Prequel', 'Prequel'],
  ['', null],
])('the place %j in a series is %j', (text, sequence) => expect(sequenceOf(text)).toBe(sequence));

test.each([
  ['One, Book 3', 'One', '3'],
  ['One (Vol. 02)', 'One', '2'],
  ['One #1.50', 'One', '1.5'],
  ['One Book', 'One Book', null],
])('the series %j is %j, number %j', (tagSeries, name, sequence) =>
  expect(fieldsFromTags({ tagSeries: `${tagSeries}; ${tagSeries}` }).series).toEqual([{ name, sequence }]),
);

test.each([
  ['10-12-2022', '2022'],
  ['12/10/1999', '1999'],
  ['2004-05-06', '2004'],
])('the date %s of a tag is of the year %s', (tagDate, publishedYear) => {
  expect(fieldsFromTags({ tagDate })).toEqual({ publishedYear });
});

test.each([
  ['Vol. 3 Title Here - Subtitle', '3', 'Title Here - Subtitle', undefined],
  ['Book 2 Title', '2', 'Title', undefined],
  ['Vol 007 - Bond', '7', 'Bond', undefined],
  ['01. Bar', '1', 'Bar', undefined],
  ['(2007) - Vol. 2413 - Das Magazin', '2413', 'Das Magazin', '2007'],
  ['Book 1 to 3 - Omnibus', '1-3', 'Omnibus', undefined],
  ['Book 1-3 - Trilogy', '1-3', 'Trilogy', undefined],
  ['Book 1 of 3 - Baz', '1', 'Baz', undefined],
  ['1994 - Volume 1. First', '1', 'First', '1994'],
  ['Title - Vol 0.5', '0.5', 'Title', undefined],
  ['Vol. 01', '1', 'Vol. 01', undefined],
  ['Book 1 & 2 - Both', '1-2', 'Both', undefined],
  ['[1994] - Title', null, 'Title', '1994'],
  ['1984', null, '1984', undefined],
  ['12 Monkeys', null, '12 Monkeys', undefined],
  ['100 - 2001 - Years', '100', 'Years', '2001'],
])('the folder %j is number %j of its series', (name, sequence, title, publishedYear) => {
  expect(fieldsFromPath(`A/S/${name}`, { isFile: false, parseSubtitle: false })).toEqual({
    title,
    authors: ['A'],
    series: [{ name: 'S', sequence }],
    ...(publishedYear ? { publishedYear } : {}),
  });
});
