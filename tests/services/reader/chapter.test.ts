// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { lookOf } from '../../../src/machines/reader/settings.logic.ts';
import { defaultEreaderSettings } from '../../../src/schemas/reading.ts';
import {
  alignmentStyle,
  markFreeText,
  chapterStyle,
  tameChapter,
  weightOf,
} from '../../../src/services/reader/page-style.ts';
import { openArchive } from '../../../src/services/reader/archive.ts';
import { disarmChapter, guarded } from '../../../src/services/reader/chapter-safety.ts';
import { BookException } from '../../../src/services/reader/engine.ts';
import { createEpub } from '../../support/epub.ts';

function disarmed(head: string, body: string): Document {
  const text = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink"><head>${head}</head><body>${body}</body></html>`;
  const doc = new DOMParser().parseFromString(text, 'application/xhtml+xml');
  disarmChapter(doc);
  return doc;
}

test.each([
  ['a script', '<script>x()</script>'],
  ['a script of a picture', '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>'],
  ['a handler', '<p onclick="x()">words</p>'],
  ['a link that runs', '<a href="javascript:x()">go</a>'],
  ['a link that hides that it runs', '<a href=" java&#9;script:x()">go</a>'],
  ['a link of a picture that runs', '<svg xmlns="http://www.w3.org/2000/svg"><a xlink:href="javascript:x()"/></svg>'],
  ['a page as data', '<a href="data:text/html,x">go</a>'],
  ['another document', '<iframe src="x.html"></iframe>'],
  [
    'what becomes a part of the page only in a frame',
    '<div><template shadowrootmode="open"><a href="https://example.org/x">x()</a></template></div>',
  ],
  ['a plugin', '<object data="x"></object><embed src="x"/>'],
  ['a picture from elsewhere', '<img src="https://example.org/x" alt="x"/>'],
  ['the same, without a scheme', '<img src="//example.org/x" alt="x"/>'],
  ['a call at a press', '<a href="#x" ping="https://example.org/x">go</a>'],
])('%s is removed', (_name, body) => {
  const { documentElement } = disarmed('', body);
  expect(documentElement.querySelector('body')?.innerHTML).not.toMatch(/x\(\)|script|example|text\/html|x\.html|data=/);
});

test('a head keeps the styles of the book only', () => {
  const doc = disarmed(
    '<title>t</title><base href="https://example.org/"/><meta http-equiv="refresh" content="0"/><link rel="prefetch" href="x"/><link rel="stylesheet" href="https://example.org/x.css"/><link rel="stylesheet" href="own.css"/>',
    '',
  );
  const head = [...(doc.querySelector('head')?.children ?? [])].map((element) => element.outerHTML);
  expect(head).toEqual([expect.stringContaining('t</title>'), expect.stringContaining('own.css')]);
});

test.each([
  [
    'a page',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "x"><html lang="en"><head><title>t</title></head><body/></html>',
  ],
  ['a page without a doctype', '<html lang="en"><head><title>t</title></head><body></body></html>'],
  ['text alone', '<p>words</p>'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>'],
  ['what looks like the end of a head', '</head><script>x()</script>'],
])('the policy is the first thing in the head of %s', (_, markup) => {
  const doc = new DOMParser().parseFromString(guarded(markup), 'text/html');
  const [first] = doc.head.children;
  expect(first?.getAttribute('http-equiv')).toBe('Content-Security-Policy');
  expect(first?.getAttribute('content')).toMatch(/^default-src 'none'; script-src 'none'; /);
  expect(doc.querySelector('script')?.compareDocumentPosition(first as Node) ?? 2).toBe(2);
});

test('the parts of a book stay', () => {
  const body =
    '<p class="x"><a href="c1.xhtml#a">in</a><a href="https://example.org/">out</a><img src="a.png" alt="A"/></p>';
  expect(disarmed('', body).querySelector('p')?.outerHTML).toMatch(
    /class="x".*c1\.xhtml#a.*https:\/\/example\.org\/.*a\.png/s,
  );
});

test.each([
  ['marked text', '<![CDATA[a > <b>x()</b>]]>', 'a > <b>x()</b>'],
  ['a comment that ends at once', '<!--> <b>x()</b> -->', ''],
  ['an instruction', '<?x > <b>x()</b> ?>', ''],
])('what xml hides and html shows is text or goes: %s', (_, hidden, text) => {
  const doc = disarmed('', `<p>one ${hidden}two</p>`);
  const shown = new DOMParser().parseFromString(new XMLSerializer().serializeToString(doc), 'text/html');
  expect(shown.querySelector('b')).toBeNull();
  expect(shown.body.textContent).toBe(`one ${text}two`);
});

test('an archive is listed without being unpacked, and gives its files one by one', async () => {
  const { sizes, readText, read } = await openArchive(
    new Blob([createEpub({ chapters: [{ title: 'One', body: '<p>words</p>' }] })]),
  );
  expect(sizes.get('mimetype')).toBe(20);
  expect([await readText('mimetype'), await readText('none'), await read('none')]).toEqual([
    'application/epub+zip',
    null,
    null,
  ]);
});

/** The archive's directory entry of each file. */
function withDirectory(epub: Uint8Array<ArrayBuffer>, change: (view: DataView, at: number) => void): Blob {
  const view = new DataView(epub.buffer);
  for (let at = 0; at < epub.length - 28; at++) if (view.getUint32(at, true) === 0x02014b50) change(view, at);
  return new Blob([epub]);
}
const anEpub = () => createEpub({ chapters: [{ title: 'One', body: '<p>words</p>' }] });

test.each([
  ['empty', new Blob()],
  ['corrupt', new Blob([new Uint8Array([1, 2, 3])])],
  // More than a browser can unpack.
  ['tooLarge', withDirectory(anEpub(), (view, at) => view.setUint32(at + 24, 2e9, true))],
  ['protected', withDirectory(anEpub(), (view, at) => view.setUint16(at + 8, 1, true))],
] as const)('a file that is %s is reported as such', async (fault, file) => {
  await expect(openArchive(file)).rejects.toEqual(new BookException(fault));
});

test('a damaged file is reported on reading', async () => {
  const { readText } = await openArchive(withDirectory(anEpub(), (view, at) => view.setUint32(at + 42, 7, true)));
  await expect(readText('mimetype')).rejects.toEqual(new BookException('corrupt'));
});

const colours = { color: 'red', backgroundColor: 'blue' } as CSSStyleDeclaration;

test('a chapter has its look', () => {
  const look = {
    ...lookOf(defaultEreaderSettings),
    scale: 150,
    lineSpacing: 120,
    weight: 130,
    stroke: 0.5,
  };
  const style = chapterStyle(look, { serif: 'blob:font' }, colours);
  for (const part of [
    'font-size:max(150%,9px)',
    'line-height:1.2!',
    'font-weight:475',
    'text-stroke:0.5px',
    'color:red',
  ])
    expect(style).toContain(part);
  expect(style).toContain('src:url(blob:font)');
  expect(chapterStyle({ ...look, weight: 100 }, {}, colours)).not.toMatch(/font-weight|font-face/);
});

test('OpenDyslexic is the font of all text but code, where it is chosen', () => {
  const look = lookOf({ ...defaultEreaderSettings, font: 'opendyslexic' });
  const style = chapterStyle(look, { serif: 'blob:serif', opendyslexic: 'blob:easy' }, colours);
  expect(style).toContain("@font-face{font-family:'Earmark OpenDyslexic';src:url(blob:easy)}");
  expect(style).toContain("body,body *:not(pre,code,pre *){font-family:'Earmark OpenDyslexic',");
  expect(chapterStyle(look, {}, colours)).not.toContain('@font-face');
});

test('letters, words and paragraphs are as far apart as in the book until the reader chooses', () => {
  const look = lookOf(defaultEreaderSettings);
  expect(chapterStyle(look, {}, colours)).not.toMatch(/letter-spacing|word-spacing|lh/);
  const letters = chapterStyle({ ...look, letterSpacing: 15 }, {}, colours);
  expect(letters).toContain('{letter-spacing:0.15em!important}');
  expect(letters).toMatch(/svg,math,pre,\[data-earmark-joined]\)[^}]*\{letter-spacing:normal!important}/);
  expect(letters).not.toMatch(/word-spacing|lh/);
  const words = chapterStyle({ ...look, wordSpacing: 50 }, {}, colours);
  expect(words).toContain('{word-spacing:0.5em!important}');
  expect(words).toContain('body :is(svg,math,pre){word-spacing:normal!important}');
  expect(words).not.toMatch(/letter-spacing|lh/);
  const between = chapterStyle({ ...look, paragraphSpacing: 150 }, {}, colours);
  expect(between).toContain('p+p{margin-block-start:1.5lh!important}p:has(+p){margin-block-end:0!important}');
  expect(between).not.toMatch(/letter-spacing|word-spacing/);
});

test('text whose letters join is marked, in any script that does so', () => {
  const doc = disarmed('', '<p>Words <b>سلام</b></p><p id="a">فارسی <i>word</i></p><p>ܫܠܡܐ</p><p>שלום नमस्ते</p>');
  tameChapter(doc);
  const joined = [...doc.querySelectorAll('[data-earmark-joined]')].map(({ localName }) => localName);
  expect(joined).toEqual(['b', 'p', 'p']);
});

test('every boldness has a weight of its own, from 200 to 900', () => {
  expect([0, 50, 95, 100, 105, 200, 300].map(weightOf)).toEqual([200, 300, 390, null, 413, 650, 900]);
});

test('a chapter cannot insist on its own style or fix a part, and cells with long words may break them', () => {
  const doc = disarmed(
    '<style>p { position : fixed }</style>',
    '<p style="color:#000 !important;position:fixed">a</p><p style="color:red">b</p><table><tr><td>short words only</td><td>https://example.org/long-words</td></tr></table>',
  );
  tameChapter(doc);
  const styles = [...doc.querySelectorAll('p')].map((line) => line.getAttribute('style'));
  expect([doc.querySelector('style')?.textContent, ...styles]).toEqual([
    'p { position:static }',
    'color:#000 ;position:static',
    'color:red',
  ]);
  const cells = [...doc.querySelectorAll('td')].map((cell) => cell.hasAttribute('data-earmark-long'));
  expect(cells).toEqual([false, true]);
});

test('the reader aligns lines that the book neither centres nor right-aligns', () => {
  document.body.innerHTML =
    '<p id="a">words</p><p id="b" style="text-align:center">verses</p><p id="c" style="text-align:right">date</p><p id="e" style="text-align:justify">more</p>';
  markFreeText(document);
  const free = [...document.body.querySelectorAll('[data-earmark-lines]')].map(({ id }) => id);
  expect(free).toEqual(['a', 'e']);
  // A style set by the reader does not count.
  for (const element of document.body.children) (element as HTMLElement).style.textAlign = 'justify';
  markFreeText(document);
  expect(document.body.querySelectorAll('[data-earmark-lines]')).toHaveLength(2);
  expect([alignmentStyle('book'), alignmentStyle('start')]).toEqual([
    '',
    'body [data-earmark-lines]{text-align:start!important}',
  ]);
});
