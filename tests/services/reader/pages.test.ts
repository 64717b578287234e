import { describe, expect, test } from 'vitest';
import { directionOf, pagesOf, typeOf } from '../../../src/services/reader/comic-archive.ts';
import { fitPages, fitStrip, openingsOf } from '../../../src/services/reader/openings.ts';
import { DEFAULT_PAGE_LOOK } from '../../../src/services/reader/paged.ts';

const look = DEFAULT_PAGE_LOOK;
const page = { width: 600, height: 900 };
const room = { width: 1200, height: 600 };

describe('the pages of an archive', () => {
  test('are its pictures, numbers counted as numbers', () => {
    const names = [
      'page10.jpg',
      'page2.JPG',
      'page1.png',
      'ComicInfo.xml',
      '__MACOSX/page1.png',
      'b/.hidden.jpg',
      'a/z.webp',
    ];
    expect(pagesOf(names)).toEqual(['a/z.webp', 'page1.png', 'page2.JPG', 'page10.jpg']);
    expect([typeOf('a/Z.WEBP'), typeOf('a.jpg'), typeOf('a.txt')]).toEqual(['image/webp', 'image/jpeg', '']);
  });

  test('follow the order of the file beside them', () => {
    expect(directionOf('<ComicInfo><Manga>YesAndRightToLeft</Manga></ComicInfo>')).toBe('rtl');
    expect([directionOf('<Manga>Yes</Manga>'), directionOf(null)]).toEqual(['ltr', 'ltr']);
  });
});

describe('pages in view together', () => {
  test('is one page', () => expect(openingsOf(3, false)).toEqual([[1], [2], [3]]));
  test('is two pages, the cover alone', () => {
    expect(openingsOf(5, true)).toEqual([[1], [2, 3], [4, 5]]);
    expect(openingsOf(4, true)).toEqual([[1], [2, 3], [4]]);
    expect([openingsOf(1, true), openingsOf(0, true)]).toEqual([[[1]], []]);
  });
});

describe('a picture over two pages', () => {
  test('has an opening of its own, and the pages around it are not paired with it', () =>
    expect(openingsOf(8, true, (page) => page === 3 || page === 4)).toEqual([[1], [2], [3], [4], [5, 6], [7, 8]]));
});

describe('the size of pages', () => {
  test.each([
    ['whole', { width: 400, height: 600 }],
    ['height', { width: 400, height: 600 }],
    ['width', { width: 1200, height: 1800 }],
    ['original', page],
  ] as const)('%s', (fit, size) => expect(fitPages([page], room, { ...look, fit })).toEqual([size]));

  test('side by side is equal in height', () => {
    expect(fitPages([page, { width: 300, height: 450 }], room, { ...look, fit: 'width' })).toEqual([
      { width: 600, height: 900 },
      { width: 600, height: 900 },
    ]);
  });

  test('grows by the zoom', () => {
    expect(fitPages([page], room, { ...look, zoom: 200 })).toEqual([{ width: 800, height: 1200 }]);
  });

  test('in a strip is the width of the room, but no wider than is easy to read', () => {
    expect(fitStrip(page, { width: 390, height: 844 }, look)).toEqual({ width: 390, height: 585 });
    expect(fitStrip(page, room, look)).toEqual({ width: 900, height: 1350 });
    expect(fitStrip(page, room, { ...look, fit: 'original' })).toEqual(page);
  });

  test('is never zero', () => {
    expect(fitPages([{ width: 0, height: 0 }], room, look)).toEqual([{ width: 1, height: 600 }]);
  });
});
