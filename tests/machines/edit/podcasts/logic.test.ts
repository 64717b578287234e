import { describe, expect, test } from 'vitest';
import { folderNameOf, isBelow, pathIn } from '../../../../src/machines/kit/text.logic.ts';
import { isFeedAddress, offeredOf, pictureOf, knownOf } from '../../../../src/machines/edit/podcasts/search.logic.ts';
import { safeName } from '../../../../server/http/safe-path.ts';
import { offered, titles } from '../../../support/add-podcast-fixtures.ts';

describe('the typed text', () => {
  test.each([
    ['https://example.com/feed', true],
    [' HTTP://example.com ', true],
    ['http', false],
    ['https:', false],
    ['history of rome', false],
    ['ftp://example.com', false],
    ['', false],
  ])('%j is an address: %s', (text, isOne) => {
    expect(isFeedAddress(text)).toBe(isOne);
  });
});

describe('results', () => {
  test('without a feed are left out, and each feed appears once', () => {
    const found = [
      offered(),
      { ...offered(), feedUrl: null },
      { ...offered(), feedUrl: ' ' },
      { ...offered(), title: 'Same feed' },
      offered({ feedUrl: ' https://a.example/feed ' }),
    ];
    expect(offeredOf(found).map(({ title, feedUrl }) => [title, feedUrl])).toEqual([
      ['The Gothic Hour', offered().feedUrl],
      ['The Gothic Hour', 'https://a.example/feed'],
    ]);
  });
});

describe('a picture of another site', () => {
  test.each([
    [' https://a.example/cover.jpg', 'https://a.example/cover.jpg'],
    ['http://192.168.1.2/cover.jpg', 'http://192.168.1.2/cover.jpg'],
    ['/api/me', null],
    ['javascript:alert(1)', null],
    ['data:image/svg+xml,<svg/>', null],
    ['', null],
    [null, null],
  ])('at %j is shown as %j', (address, src) => {
    expect(pictureOf(address)).toBe(src);
  });
});

describe("the library's podcasts", () => {
  const [fables, gothic] = titles.podcasts;
  test.each([
    ['by its iTunes id', { title: 'Renamed', itunesId: '1000000001' }, fables],
    ['by its title, whatever its case and accents', { title: ' thé GOTHIC hour ', itunesId: '9' }, gothic],
    ['not by an empty id', { title: 'Another', itunesId: '' }, null],
    ['not by an empty title', { title: '' }, null],
  ])('is found %s', (_how, podcast, found) => {
    expect(knownOf([...titles.podcasts, { ...titles.podcasts[0], title: null } as never], podcast)).toEqual(found);
  });
});

describe('a title as the name of a folder', () => {
  const titlesToName = [
    'Fables Daily',
    'Money: a story',
    'A/B\\C?*"<>|',
    '..hidden',
    'ends with dots...',
    'con',
    'nul.txt',
    '日本語の番組',
    '🎧 Sound',
    ' spaces   inside ',
    'x'.repeat(400),
    'ü'.repeat(200),
    '@handle',
    '\u0000\u0007',
    '???',
  ];
  test.each(titlesToName)('%j is the one that the server makes', (title) => {
    expect(folderNameOf(title)).toBe(safeName(title));
  });

  test('is put into its folder with the separator of that', () => {
    expect(pathIn('/podcasts', 'A')).toBe('/podcasts/A');
    expect(pathIn('/', 'A')).toBe('/A');
    expect(pathIn('C:\\Media', 'A')).toBe('C:\\Media\\A');
    expect(pathIn('/podcasts', '')).toBe('');
  });

  test.each([
    ['/podcasts/A', true],
    ['/podcasts', false],
    ['/podcasts-other/A', false],
    ['/podcasts/../etc', false],
    ['A', false],
    ['\\podcasts\\A', true],
  ])('%j lies below /podcasts: %s', (path, isInside) => {
    expect(isBelow('/podcasts', path)).toBe(isInside);
  });
});
