import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Archive } from '../../../src/services/reader/archive.ts';
import { createAssets } from '../../../src/services/reader/epub-assets.ts';

/** A book in /OEBPS with these files; `listed` are in its manifest, whether it has them or not. */
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
    sizes: new Map(),
    read(name) {
      unpacked.push(name);
      const text = files[name.replace('OEBPS/', '')];
      return Promise.resolve(text === undefined ? null : new TextEncoder().encode(text));
    },
    readText: () => Promise.resolve(null),
  };
  const book = {
    resources: {
      assets: listed.map((name) => ({ href: name, type: name.endsWith('.css') ? 'text/css' : 'image/png' })),
      relativeTo: (address: string) => listed.map((name) => path.relative(path.dirname(address), `/OEBPS/${name}`)),
    },
    resolve: (name: string) => `/OEBPS/${name}`,
  };
  const assets = createAssets(book, archive);
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
    expect(await fill('gone.css a.png b.png')).toBe('gone.css a.png {image/png: B}');
  });

  test('a name that ends another one, and pattern characters in names', async () => {
    const { fill } = bookOf({ '1.png': '1', '11.png': '11', 'a(b)+.png': '+' });
    expect(await fill('11.png 1.png a(b)+.png 1xpng')).toBe('{image/png: 11} {image/png: 1} {image/png: +} 1xpng');
  });

  test('a style has its own names replaced, relative to it', async () => {
    const { assets, shown } = bookOf({ 'css/s.css': 'body { background: url(../img/a.png) }', 'img/a.png': 'A' });
    const filled = await assets.fill('<link href="css/s.css"/>', '/OEBPS/1.xhtml');
    const style = '{text/css: body { background: url({image/png: A}) }}';
    expect(await shown(await shown(filled))).toBe(`<link href="${style}"/>`);
    expect(await assets.fill('<link href="css/s.css"/>', '/OEBPS/2.xhtml')).toBe(filled);
  });

  test('styles that import each other do not wait for each other', async () => {
    const { fill, shown } = bookOf({ 'a.css': '@import "b.css";', 'b.css': '@import "a.css"; p {}' });
    const [one, other] = await Promise.all([fill('a.css'), fill('b.css', '2.xhtml')]);
    expect(await shown(one)).toBe('{text/css: @import "{text/css: @import "a.css"; p {}}";}');
    expect(await shown(other)).toBe('{text/css: @import "{text/css: @import "b.css";}"; p {}}');
  });

  test('addresses are released with the book; late ones are not made', async () => {
    const { assets, blobs } = bookOf({ 'a.css': 'p {}', 'b.png': 'B' });
    await assets.fill('a.css', '/OEBPS/1.xhtml');
    expect(blobs.size).toBe(1);
    const late = assets.fill('b.png', '/OEBPS/1.xhtml');
    assets.close();
    expect([await late, blobs.size]).toEqual(['b.png', 0]);
  });
});
