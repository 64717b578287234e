import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Archive } from '../../../src/services/reader/archive.ts';
import type { Parts } from '../../../src/services/reader/epub-archive.ts';
import { createAssets } from '../../../src/services/reader/epub-assets.ts';

/** A book in /OEBPS with these files; `listed` are in its manifest. */
function bookOf(files: Readonly<Record<string, string>>, listed: readonly string[] = Object.keys(files)) {
  const unpacked: string[] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void blobs.delete(url));
  const archive: Archive = {
    sizes: new Map(Object.keys(files).map((name) => [`OEBPS/${name}`, 1])),
    read(name) {
      unpacked.push(name);
      const text = files[name.replace('OEBPS/', '')];
      return Promise.resolve(text === undefined ? null : new TextEncoder().encode(text));
    },
    readText: () => Promise.resolve(null),
  };
  const types = new Map(
    listed.map((name) => [`OEBPS/${name}`, name.endsWith('.css') ? 'text/css' : 'image/png'] as const),
  );
  const assets = createAssets({ types } as unknown as Parts, archive);
  /** A text with the content of its addresses in place of them: '{type: content}'. */
  async function shown(text: string): Promise<string> {
    const urls = [...new Set(text.match(/blob:\d+/g))];
    const held = await Promise.all(
      urls.map(async (url) => `{${blobs.get(url)?.type}: ${await blobs.get(url)?.text()}}`),
    );
    return text.replace(/blob:\d+/g, (url) => held[urls.indexOf(url)] ?? url);
  }
  const fill = async (text: string, chapter = '1.xhtml') => shown(await assets.fill(text, `/OEBPS/${chapter}`));
  return { assets, fill, shown, unpacked, blobs };
}

afterEach(() => vi.restoreAllMocks());

describe('the files of an epub', () => {
  test('only files that a chapter names are unpacked, and once', async () => {
    const { fill, unpacked } = bookOf({ 'a.png': 'A', 'b.png': 'B', 'img/c.png': 'C' });
    const text = '<img src="a.png"/><img src="img/c.png"/><img src="a.png"/>';
    const filled = '<img src="{image/png: A}"/><img src="{image/png: C}"/><img src="{image/png: A}"/>';
    expect(await Promise.all([fill(text), fill(text, '2.xhtml')])).toEqual([filled, filled]);
    expect(unpacked.toSorted()).toEqual(['OEBPS/a.png', 'OEBPS/img/c.png']);
  });

  test('a name is relative to the chapter', async () => {
    const { fill } = bookOf({ 'img/a.png': 'A' });
    expect(await fill('<img src="../img/a.png"/>', 'text/1.xhtml')).toBe('<img src="{image/png: A}"/>');
  });

  test('a missing one stays, and the others are not mixed up', async () => {
    const { fill } = bookOf({ 'b.png': 'B' }, ['a.png', 'b.png', 'gone.css']);
    expect(await fill('<link href="gone.css"/><img src="a.png"/><img src="b.png"/>')).toBe(
      '<link href="gone.css"/><img src="a.png"/><img src="{image/png: B}"/>',
    );
  });

  test.each([
    ['encoded', 'a%20b.png', 'a b.png'],
    ['not encoded', 'a b.png', 'a b.png'],
    ['with a percent sign', '50%.png', '50%.png'],
    ['by way of another folder', './x/../a.png', 'a.png'],
    ['in another normal form', 'cafe\u0301.png', 'caf\u00e9.png'],
    ['with characters of patterns', 'a(b)+.png', 'a(b)+.png'],
    ['with an ampersand', 'a&amp;b.png', 'a&b.png'],
    ['above the book', '../../../OEBPS/a.png', 'a.png'],
  ])('a name is found: %s', async (_, written, name) => {
    const { fill } = bookOf({ [name]: 'A', 'other.png': 'B' });
    expect(await fill(`<img src="${written}"/>`)).toBe('<img src="{image/png: A}"/>');
  });

  test('words of the text, links and addresses within the page stay', async () => {
    const { fill, unpacked } = bookOf({ 'a.png': 'A', '1.xhtml': 'text' });
    const text =
      '<p title="a.png">Save src="a.png" and url(a.png).</p><a href="a.png">it</a><rect fill="url(#g)"/><use href="#g"/>';
    expect(await fill(text)).toBe(text);
    expect(unpacked).toEqual([]);
  });

  test('pictures of all kinds, with fragments', async () => {
    const { fill } = bookOf({ 'a.png': 'A', 'b.png': 'B' });
    expect(
      await fill('<image xlink:href="a.png#x"/><video poster="a.png"/><img srcset="a.png 1x, b.png 2x" alt="a.png"/>'),
    ).toBe(
      '<image xlink:href="{image/png: A}#x"/><video poster="{image/png: A}"/><img srcset="{image/png: A} 1x, {image/png: B} 2x" alt="a.png"/>',
    );
  });

  test('a file that the manifest lacks is there', async () => {
    const { fill } = bookOf({ 'a.css': 'p {}', 'b.png': 'B' }, []);
    expect(await fill('<link href="a.css"/><img src="b.png"/>')).toBe(
      '<link href="{text/css: p {}}"/><img src="{: B}"/>',
    );
  });

  test('a style has its own names replaced, relative to it', async () => {
    const { assets, shown } = bookOf({ 'css/s.css': "body { background: url( '../img/a.png' ) }", 'img/a.png': 'A' });
    const filled = await assets.fill('<link href="css/s.css"/>', '/OEBPS/1.xhtml');
    const style = '{text/css: body { background: url( "{image/png: A}" ) }}';
    expect(await shown(await shown(filled))).toBe(`<link href="${style}"/>`);
    expect(await assets.fill('<link href="css/s.css"/>', '/OEBPS/2.xhtml')).toBe(filled);
  });

  test('styles in the page are read as html reads them', async () => {
    const { fill } = bookOf({ 'a.png': 'A' });
    expect(
      await fill('<style>p &gt; b { background: url(a.png) } i::after { content: "&lt;/style&gt;" }</style>'),
    ).toBe('<style>p > b { background: url("{image/png: A}") } i::after { content: "&lt;/style>" }</style>');
    expect(await fill('<p style="background: url(&quot;a.png&quot;); color: red">url(a.png)</p>')).toBe(
      '<p style="background: url(&quot;{image/png: A}&quot;); color: red">url(a.png)</p>',
    );
  });

  test('styles that import each other do not wait for each other', async () => {
    const { fill, shown } = bookOf({ 'a.css': '@import "b.css";', 'b.css': '@import url(a.css); p {}' });
    const [one, other] = await Promise.all([fill('<link href="a.css"/>'), fill('<link href="b.css"/>', '2.xhtml')]);
    expect(await shown(one)).toBe('<link href="{text/css: @import "{text/css: @import url(a.css); p {}}";}"/>');
    expect(await shown(other)).toBe('<link href="{text/css: @import url("{text/css: @import "b.css";}"); p {}}"/>');
  });

  test('addresses are released with the book; late ones are not made', async () => {
    const { assets, blobs } = bookOf({ 'a.css': 'p {}', 'b.png': 'B' });
    await assets.fill('<link href="a.css"/>', '/OEBPS/1.xhtml');
    expect(blobs.size).toBe(1);
    const late = assets.fill('<img src="b.png"/>', '/OEBPS/1.xhtml');
    assets.close();
    expect([await late, blobs.size]).toEqual(['<img src="b.png"/>', 0]);
  });
});
