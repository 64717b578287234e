// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BookException, type BookFault } from '../../../src/services/reader/engine.ts';
import { findText } from '../../../src/services/reader/find-text.ts';
import { checkMobi, unpackFont } from '../../../src/services/reader/mobi-file.ts';
import { createMobi } from '../../support/mobi.ts';

const chapters = [{ title: 'One', body: '<p>words</p>' }];
const books = path.join(import.meta.dirname, '../../support/books');
const real = (name: string) => readFileSync(path.join(books, name));
/** jsdom's own Blob has no `arrayBuffer`. */
const fileOf = (bytes: Uint8Array) =>
  ({
    size: bytes.length,
    slice: (from: number, to: number) => ({ arrayBuffer: async () => new Uint8Array(bytes.slice(from, to)).buffer }),
  }) as unknown as Blob;

/** The file with some bytes changed. */
function changed(bytes: Uint8Array, at: number, ...values: readonly number[]): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy.set(values, at);
  return copy;
}

/** Where the first record is. */
const headerOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(78);

test.each([
  ['of the older kind', createMobi({ chapters })],
  ['that is compressed', real('Moby-Dick.mobi')],
  ['of the newer kind', real('Poems.azw3')],
])('a file %s is one', async (_name, bytes) => {
  await expect(checkMobi(fileOf(bytes))).resolves.toBeUndefined();
});

const made = createMobi({ chapters });
test.each([
  ['empty', 'nothing', new Uint8Array()],
  ['empty', 'no text', createMobi({ chapters, records: 0 })],
  ['corrupt', 'a few bytes', new Uint8Array(12)],
  ['corrupt', 'something else', new Uint8Array(5000)],
  ['corrupt', 'a list of records without an end', made.slice(0, 80)],
  ['corrupt', 'records past its end', changed(made, 86, 0x7f)],
  ['corrupt', 'records that go back', changed(made, 86, 0, 0, 0, 1)],
  ['corrupt', 'another header', changed(made, headerOf(made) + 16, 0x58)],
  ['corrupt', 'a compression that nobody knows', changed(made, headerOf(made), 0, 9)],
  ['corrupt', 'more text than records', createMobi({ chapters, records: 40 })],
  ['corrupt', 'codes without a length', changed(made, headerOf(made), 0x44, 0x48)],
  ['protected', 'a lock (DRM)', createMobi({ chapters, protected: true })],
  ['protected', 'the lock of another kind', changed(new Uint8Array(100), 0, 0xea, 68, 82, 77, 73, 79, 78)],
  ['tooLarge', 'more text than a browser can take', createMobi({ chapters, records: 65_000 })],
])('a file is reported as %s: %s', async (fault, _what, bytes) => {
  await expect(checkMobi(fileOf(bytes))).rejects.toEqual(new BookException(fault as BookFault));
});

test('a font is unpacked, and an invalid one is not', () => {
  const font = new Uint8Array(200_000).map((_, at) => at % 251);
  expect(Buffer.compare(unpackFont(deflateSync(font)), font)).toBe(0);
  expect(() => unpackFont(deflateSync(new Uint8Array(33 * 1024 ** 2)))).toThrow(new BookException('tooLarge'));
});

function found(body: string, query: string) {
  const doc = new DOMParser().parseFromString(`<style>sea</style>${body}`, 'text/html');
  return findText(doc, query).map(({ start, excerpt }) => [
    start.startContainer.textContent,
    start.startOffset,
    excerpt,
  ]);
}

test.each([
  ['in any case', '<p>The Sea</p>', 'sea', [['The Sea', 4, 'The Sea']]],
  ['over the marks inside a word', '<p>the s<b>e</b>a</p>', 'sea', [['the s', 4, 'the sea']]],
  ['over lines', '<p>by the\n   sea</p>', ' the sea ', [['by the\n   sea', 3, 'by the sea']]],
  ['not over paragraphs', '<p>by the</p><p>sea</p>', 'the sea', []],
  ['with signs as they are', '<p>(a.b) axb</p>', '(a.b)', [['(a.b) axb', 0, '(a.b) axb']]],
  [
    'whatever their quotation marks and dashes look like',
    '<p>“I didn’t—”</p>',
    '"i didn\'t-',
    [['“I didn’t—”', 0, '“I didn’t—”']],
  ],
  [
    'with any form of accents',
    '<p>Cafe\u0301 Caf\u00e9</p>',
    'caf\u00e9',
    [
      ['Cafe\u0301 Caf\u00e9', 0, 'Cafe\u0301 Caf\u00e9'],
      ['Cafe\u0301 Caf\u00e9', 6, 'Cafe\u0301 Caf\u00e9'],
    ],
  ],
  [
    'over soft hyphens',
    '<p>a cir\u00adcum\u00adstance</p>',
    'circumstance',
    [['a cir\u00adcum\u00adstance', 2, 'a cir\u00adcum\u00adstance']],
  ],
  ['over letters that are written as one', '<p>\ufb01nd</p>', 'fin', [['\ufb01nd', 0, '\ufb01nd']]],
  ['but not as other letters of another script', '<p>\u304b\u3099 \u304c</p>', '\u304b', []],
  ['not what cannot be seen', '<script>sea</script>', 'sea', []],
  [
    'every time',
    '<p>aa</p><p>a</p>',
    'a',
    [
      ['aa', 0, 'aa a'],
      ['aa', 1, 'aa a'],
      ['a', 0, 'aa a'],
    ],
  ],
])('words are found %s', (_name, body, query, expected) => {
  expect(found(body, query)).toEqual(expected);
});

test('a match has the range of its words', () => {
  const doc = new DOMParser().parseFromString('<p>by the s<b>e</b>a, \ufb01ne</p>', 'text/html');
  const words = ['the sea', 'f', 'fine'].map((query) => findText(doc, query).map(({ range }) => String(range)));
  expect(words).toEqual([['the sea'], ['\ufb01'], ['\ufb01ne']]);
});

test('a match is in an excerpt of whole words', () => {
  const [first] = found(`<p>${'before '.repeat(30)}here${' after'.repeat(30)}</p>`, 'here');
  expect(first?.[2]).toMatch(/^…(?:before )+here(?: after)+…$/);
  expect(String(first?.[2]).length).toBeLessThan(130);
});
