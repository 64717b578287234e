import { expect, test } from 'vitest';
import { authorSources, coverSources } from '../../../src/machines/app/pictures.logic.ts';
import { createUrls } from '../../../src/services/urls.ts';

const urls = createUrls('');
const widthIn = (address: string | null | undefined) =>
  Number(new URL(address ?? '', 'http://server.test').searchParams.get('width'));

test.each([
  ['a card of a phone', 120, [200, 400]],
  ['a card of a shelf', 154, [200, 400]],
  ['the first card of home', 160, [200, 400]],
  ['a card of the library', 192, [200, 400]],
  ['a picture as wide as its step', 200, [200, 400]],
  ['the cover of an item page', 288, [400, 800]],
  ['the largest card', 320, [400, 800]],
  ['a picture wider than the widest', 500, [800, 800]],
])('%s shares its picture with other places and is never enlarged below 800 pixels', (_place, width, expected) => {
  const cover = coverSources(urls, { id: 'a', updatedAt: 1, media: { coverPath: '/c.jpg' } }, width);
  const portrait = authorSources(urls, { id: 'a', updatedAt: 1, imagePath: '/a.jpg' }, width);
  expect([cover, portrait].map(({ src, src2x }) => [widthIn(src), widthIn(src2x)])).toEqual([expected, expected]);
});

test('nothing is requested without a picture', () => {
  expect(coverSources(urls, { id: 'a', updatedAt: 1, media: { coverPath: null } }, 160)).toEqual({ src: null });
  expect(authorSources(urls, { id: 'a', updatedAt: 1, imagePath: null }, 160)).toEqual({ src: null });
});
