// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { Archive } from '../../../src/services/reader/archive.ts';
import { readFrom, type Parts } from '../../../src/services/reader/epub-archive.ts';
import { readNavigation } from '../../../src/services/reader/epub-contents.ts';
import type { EpubBook } from '../../../src/services/reader/epub-internals.ts';
import { mendPackage } from '../../../src/services/reader/epub-package.ts';
import { pageOf, parseXml, textOf } from '../../../src/services/reader/epub-part.ts';

const XHTML = 'application/xhtml+xml';
const bytesOf = (text: string) => new TextEncoder().encode(text);
const page = (body: string, head = '<title>t</title>') =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;

describe('a part of an epub', () => {
  test.each([
    ['well-formed', page('<p>one</p><p>two</p>'), XHTML],
    ['after blank lines', `\n\n<?xml version="1.0"?>${page('<p>one</p><p>two</p>')}`, XHTML],
    ['with an element that does not end', page('<p>one<br></p><p>two'), XHTML],
    ['with names of characters', page('<p>one</p><p>&nbsp;two</p>'), XHTML],
    ['with a bare &', page('<p>one</p><p title="a & b">two</p>'), XHTML],
    ['with empty elements, not well-formed', page('<p>one<br></p><a id="x"/><p>two</p>', '<title/><style/>'), XHTML],
    ['of html, with empty elements', page('<p>one</p><p>two</p>', '<title/><script/>'), 'text/html'],
    ['without a namespace', '<html><head><title/></head><body><p>one</p><p>two</p></body></html>', XHTML],
    ['without a type', page('<p>one</p><p>two</p>'), ''],
    ['of a type that is not its own', page('<p>one</p><p>two</p>'), 'application/xml'],
    ['in capitals', '<HTML><BODY><P>one</P><P>two</P></BODY></HTML>', 'text/html'],
  ])('its text is read: %s', (_, text, type) => {
    const doc = pageOf(bytesOf(text), 'a', type);
    const words = [...doc.querySelectorAll('body p')].map((element) => element.textContent.trim().slice(0, 3));
    expect(words).toEqual(['one', 'two']);
    expect(doc.querySelector('body a p, parsererror')).toBeNull();
    expect(doc.documentElement.namespaceURI).toBe('http://www.w3.org/1999/xhtml');
  });

  test.each([
    ['missing', null, XHTML],
    ['empty', new Uint8Array(), XHTML],
    ['no text', bytesOf('{"a":"b"}'), 'application/json'],
  ])('one that is %s says so in its place', (_, bytes, type) => {
    expect(pageOf(bytes, 'OEBPS/b.xhtml', type).querySelector('body')?.textContent).toBe('⚠ b.xhtml');
  });

  test('one without a body has one', () => {
    const doc = pageOf(bytesOf('<html xmlns="http://www.w3.org/1999/xhtml"/>'), 'a', XHTML);
    expect(doc.querySelector('body')?.namespaceURI).toBe('http://www.w3.org/1999/xhtml');
  });

  test('a drawing and a picture are on a page', () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
    const drawn = pageOf(bytesOf(drawing), 'a.svg', 'image/svg+xml');
    expect(drawn.querySelector('html > head + body > svg > rect')?.namespaceURI).toBe('http://www.w3.org/2000/svg');
    const picture = pageOf(new Uint8Array([1]), 'OEBPS/a b.jpg', 'image/jpeg');
    expect(picture.querySelector('body > img')?.getAttribute('src')).toBe('/OEBPS/a%20b.jpg');
  });

  test.each([
    ['UTF-8', [0xc3, 0xa9]],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0xc3, 0xa9]],
    ['UTF-16, little end first', [0xff, 0xfe, 0xe9, 0]],
    ['UTF-16, big end first, without a mark', [0, 0xe9]],
    ['Windows-1252', [0xe9]],
  ])('its letters are read: %s', (_, bytes) => {
    expect(textOf(new Uint8Array(bytes))).toBe('é');
  });

  test('letters are read as the file says', () => {
    const cyrillic = new Uint8Array([...bytesOf('<?xml version="1.0" encoding="koi8-r"?>'), 0xc1]);
    expect(textOf(cyrillic).at(-1)).toBe('а');
    expect(textOf(new Uint8Array([...bytesOf('<meta charset="none">'), 0xe9])).at(-1)).toBe('é');
  });
});

describe('what an epub says about itself', () => {
  const mended = (manifest: string, spine: string) => {
    const doc = parseXml(`<package><manifest>${manifest}</manifest><spine>${spine}</spine></package>`);
    const types = mendPackage(doc, '/OEBPS/book.opf');
    const items = new Map([...doc.querySelectorAll('item')].map((item) => [item.id, item.getAttribute('href')]));
    const entries = [...doc.querySelectorAll('itemref')];
    return { doc, types, hrefs: entries.map((entry) => items.get(entry.getAttribute('idref') ?? '')), entries };
  };

  test('names have one form', () => {
    const { hrefs, types } = mended(
      '<item id="a" href="x/../a b.xhtml" media-type="application/xhtml+xml"/><item id="b" href="../cafe%CC%81.xhtml"/><item id="c" href="50%.xhtml"/>',
      '<itemref idref="a"/><itemref idref="b"/><itemref idref="c"/>',
    );
    expect(hrefs).toEqual(['/OEBPS/a%20b.xhtml', '/caf%C3%A9.xhtml', '/OEBPS/50%25.xhtml']);
    expect(types).toEqual(
      new Map([
        ['OEBPS/a b.xhtml', XHTML],
        ['café.xhtml', ''],
        ['OEBPS/50%.xhtml', ''],
      ]),
    );
  });

  test('a chapter that cannot be shown is replaced by its fallback, one that is not listed goes', () => {
    const { hrefs } = mended(
      '<item id="a" href="a.json" media-type="application/json" fallback="b"/><item id="b" href="b.xml" media-type="application/xml" fallback="c"/><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/><item id="d" href="d.json" media-type="application/json" fallback="e"/><item id="e" href="e.json" media-type="application/json" fallback="d"/>',
      '<itemref idref="a"/><itemref idref="d"/><itemref idref="none"/>',
    );
    expect(hrefs).toEqual(['/OEBPS/c.xhtml', '/OEBPS/d.json']);
  });

  test('it has a first chapter', () => {
    const { entries, doc } = mended('<item id="a" href="a.xhtml"/>', '<itemref idref="a" linear="no"/>');
    expect([entries[0]?.getAttribute('linear'), doc.querySelector('metadata')?.textContent]).toEqual([null, '']);
  });

  const opfOf = async (files: Readonly<Record<string, string>>) => {
    const read = (name: string) => Promise.resolve(files[name] === undefined ? null : bytesOf(files[name]));
    const book: { unarchive?: () => Promise<void>; archive?: { request(address: string): Promise<Document> } } = {};
    readFrom({ sizes: new Map(Object.keys(files).map((name) => [name, 1])), read } as unknown as Archive, book);
    await book.unarchive?.();
    const container = await book.archive?.request('/META-INF/container.xml');
    return container?.querySelector('rootfile')?.getAttribute('full-path');
  };
  const container = (name: string) => `<container><rootfiles><rootfile full-path="${name}"/></rootfiles></container>`;

  test('it is found by its container, or by its ending', async () => {
    const opf = '<package/>';
    expect(await opfOf({ 'META-INF/container.xml': container('b.opf'), 'a.opf': opf, 'b.opf': opf })).toBe('/b.opf');
    expect(await opfOf({ 'META-INF/container.xml': container('gone.opf'), 'x y/a.opf': opf })).toBe('/x%20y/a.opf');
    expect(await opfOf({ 'META-INF/container.xml': '<container', 'a.opf': opf })).toBe('/a.opf');
    expect(await opfOf({ 'a.opf': opf })).toBe('/a.opf');
    await expect(opfOf({})).rejects.toThrow('no package');
  });
});

describe('the table of contents of an epub', () => {
  const navigationOf = (files: Readonly<Record<string, string>>) => {
    const contents = (address: string) => Promise.resolve(files[address] ? parseXml(files[address]) : null);
    const spine = { get: (target: string) => (target.startsWith('/OEBPS/a.xhtml') ? {} : null) };
    const book = { packaging: { navPath: '/OEBPS/x/nav.xhtml', ncxPath: '/OEBPS/toc.ncx' }, spine };
    return readNavigation(book as unknown as EpubBook, { contents } as unknown as Parts);
  };
  const contentsOf = async (files: Readonly<Record<string, string>>) => (await navigationOf(files)).contents;
  const printedOf = async (files: Readonly<Record<string, string>>) =>
    (await navigationOf(files)).printedPages.map(({ label, target }) => `${label} ${target}`);
  const nav = (list: string) => page(`<nav xmlns:epub="ops" epub:type="landmarks toc">${list}</nav>`);
  const ncx = (points: string) => `<ncx><navMap>${points}</navMap></ncx>`;
  const one = { label: 'One', target: '/OEBPS/a.xhtml#x y', children: [] };

  test('of both kinds, with entries in others', async () => {
    const list = '<ol><li><span>Part\n 1</span><ol><li><a href="../a.xhtml#x%20y">One</a></li></ol></li><li/></ol>';
    const tree = [{ label: 'Part 1', target: one.target, children: [one] }];
    expect(await contentsOf({ '/OEBPS/x/nav.xhtml': nav(list) })).toEqual(tree);
    const points =
      '<navPoint><navLabel><text>Part 1</text></navLabel><navPoint><navLabel><text>One</text></navLabel><content src="a.xhtml#x y"/></navPoint></navPoint>';
    expect(await contentsOf({ '/OEBPS/toc.ncx': ncx(points) })).toEqual(tree);
  });

  test('the older one where the newer is missing, empty or not well-formed; none where both are', async () => {
    const older = ncx(
      '<navPoint><navLabel><text>One</text></navLabel><content src="a.xhtml#x%20y"/></navPoint><navPoint/>',
    );
    for (const newer of ['', nav(''), nav('<ol/>'), '<nav'])
      expect(await contentsOf({ '/OEBPS/x/nav.xhtml': newer, '/OEBPS/toc.ncx': older })).toEqual([one]);
    expect(await contentsOf({})).toEqual([]);
  });

  test('of a file that is not well-formed', async () => {
    const list = nav('<ol><li><a href="../a.xhtml#x y">One</a></ol>&nbsp;').replace('</body>', '');
    expect(await contentsOf({ '/OEBPS/x/nav.xhtml': list })).toEqual([one]);
  });

  const pageNav = (list: string, type = 'epub:type="page-list"') => page(`<nav xmlns:epub="ops" ${type}>${list}</nav>`);
  const entry = (label: string, href: string) => `<li><a href="${href}">${label}</a></li>`;
  const pageTarget = (label: string, src: string) =>
    `<pageTarget value="9"><navLabel><text>${label}</text></navLabel><content src="${src}"/></pageTarget>`;

  test('its printed pages are of the book, and have a name', async () => {
    const list = `<ol>${entry(' x\nii ', '../a.xhtml')}${entry('Page 1', '../a.xhtml#x%20y')}${entry('2', '../b.xhtml')}${entry('', '../a.xhtml#3')}${entry('4', 'https://a.example/')}</ol>`;
    const printed = ['x ii /OEBPS/a.xhtml', '1 /OEBPS/a.xhtml#x y'];
    expect(await printedOf({ '/OEBPS/x/nav.xhtml': pageNav(list) })).toEqual(printed);
    expect(await printedOf({ '/OEBPS/x/nav.xhtml': pageNav(list, 'role="doc-pagelist"') })).toEqual(printed);
  });

  test('its printed pages are those of the older one where the newer has none', async () => {
    const targets = pageTarget('Page', 'a.xhtml#p') + pageTarget('', 'a.xhtml#q') + pageTarget('3', 'b.xhtml');
    const older = `<ncx><pageList><navLabel><text>Pages</text></navLabel>${targets}</pageList></ncx>`;
    for (const newer of ['', nav('<ol/>'), pageNav(''), '<nav'])
      expect(await printedOf({ '/OEBPS/x/nav.xhtml': newer, '/OEBPS/toc.ncx': older })).toEqual([
        'Page /OEBPS/a.xhtml#p',
        '9 /OEBPS/a.xhtml#q',
      ]);
    expect(await printedOf({})).toEqual([]);
  });

  test('it has at most 20,000 printed pages', async () => {
    const list = `<ol>${entry('1', '../a.xhtml').repeat(20_001)}</ol>`;
    expect(await printedOf({ '/OEBPS/x/nav.xhtml': pageNav(list) })).toHaveLength(20_000);
  });
});
