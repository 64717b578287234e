import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
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
  const given = vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void blobs.delete(url));
  const textOf = (address: string) => files[address.replace('/OEBPS/', '')];
  const book = {
    archive: {
      async createUrl(address: string) {
        unpacked.push(address);
        if (textOf(address) === undefined) throw new Error('File not found');
        return `blob:of${address}`;
      },
      getText(address: string) {
        const text = textOf(address);
        return text === undefined ? undefined : Promise.resolve(text);
      },
    },
    resources: {
      urls: listed,
      cssUrls: listed.filter((name) => name.endsWith('.css')),
      relativeTo: (address: string) => listed.map((name) => path.relative(path.dirname(address), `/OEBPS/${name}`)),
    },
    resolve: (name: string) => `/OEBPS/${name}`,
  };
  const styleAt = async (url: string | undefined) => blobs.get(url ?? '')?.text();
  return { assets: createAssets(book), unpacked, blobs, given, styleAt };
}

afterEach(() => vi.restoreAllMocks());

describe('the files of an epub', () => {
  test('only what a chapter names is unpacked, and once', async () => {
    const { assets, unpacked } = bookOf({ 'a.jpg': '', 'b.jpg': '', 'img/c.jpg': '' });
    const text = '<img src="a.jpg"/><img src="img/c.jpg"/><img src="a.jpg"/>';
    const filled =
      '<img src="blob:of/OEBPS/a.jpg"/><img src="blob:of/OEBPS/img/c.jpg"/><img src="blob:of/OEBPS/a.jpg"/>';
    expect(await Promise.all([assets.fill(text, '/OEBPS/1.xhtml'), assets.fill(text, '/OEBPS/2.xhtml')])).toEqual([
      filled,
      filled,
    ]);
    expect(unpacked.toSorted()).toEqual(['/OEBPS/a.jpg', '/OEBPS/img/c.jpg']);
  });

  test('a name is that of the file from where the chapter is', async () => {
    const { assets } = bookOf({ 'img/a.jpg': '' });
    expect(await assets.fill('<img src="../img/a.jpg"/>', '/OEBPS/text/1.xhtml')).toBe(
      '<img src="blob:of/OEBPS/img/a.jpg"/>',
    );
  });

  test('one that is missing stays, and the others are not mixed up', async () => {
    const { assets } = bookOf({ 'b.jpg': '' }, ['a.jpg', 'b.jpg', 'gone.css']);
    expect(await assets.fill('gone.css a.jpg b.jpg', '/OEBPS/1.xhtml')).toBe('gone.css a.jpg blob:of/OEBPS/b.jpg');
  });

  test('a name that ends another one, and signs of patterns in names', async () => {
    const { assets } = bookOf({ '1.jpg': '', '11.jpg': '', 'a(b)+.jpg': '' });
    expect(await assets.fill('11.jpg 1.jpg a(b)+.jpg 1xjpg', '/OEBPS/1.xhtml')).toBe(
      'blob:of/OEBPS/11.jpg blob:of/OEBPS/1.jpg blob:of/OEBPS/a(b)+.jpg 1xjpg',
    );
  });

  test('a style has its own names filled, from where it is', async () => {
    const { assets, styleAt } = bookOf({ 'css/s.css': 'body { background: url(../img/a.jpg) }', 'img/a.jpg': '' });
    const filled = await assets.fill('<link href="css/s.css"/>', '/OEBPS/1.xhtml');
    const url = /href="(?<url>.*)"/.exec(filled)?.groups?.['url'];
    expect(await styleAt(url)).toBe('body { background: url(blob:of/OEBPS/img/a.jpg) }');
    expect(await assets.fill('<link href="css/s.css"/>', '/OEBPS/2.xhtml')).toBe(filled);
  });

  test('styles that import each other do not wait for each other', async () => {
    const { assets, styleAt } = bookOf({ 'a.css': '@import "b.css";', 'b.css': '@import "a.css"; p {}' });
    const [one, other] = await Promise.all([
      assets.fill('a.css', '/OEBPS/1.xhtml'),
      assets.fill('b.css', '/OEBPS/2.xhtml'),
    ]);
    const imported = /"(?<url>.*)"/.exec((await styleAt(one)) ?? '')?.groups?.['url'];
    expect(await styleAt(imported)).toBe('@import "a.css"; p {}');
    expect(await styleAt(other)).toMatch(/^@import "blob:\d+"; p \{\}$/);
  });

  test('styles are given back with the book, those that come late are not made', async () => {
    const { assets, blobs, given } = bookOf({ 'a.css': 'p {}', 'b.css': 'p {}' });
    await assets.fill('a.css', '/OEBPS/1.xhtml');
    const late = assets.fill('b.css', '/OEBPS/1.xhtml');
    assets.close();
    expect(await late).toBe('b.css');
    expect([given.mock.calls.length, blobs.size]).toEqual([1, 0]);
  });
});
