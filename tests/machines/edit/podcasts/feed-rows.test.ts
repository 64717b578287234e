import { describe, expect, test } from 'vitest';
import {
  arrangeRows,
  bytesOf,
  downloadParts,
  feedRows,
  fileKey,
  lengthOf,
  newOnes,
  newSince,
} from '../../../../src/machines/edit/podcasts/feed-rows.logic.ts';
import { feedEpisode } from '../../../support/podcast-fixtures.ts';

const states = (...args: Parameters<typeof feedRows>) => feedRows(...args).map(({ state }) => state);
const none = new Set<string>();

test.each([
  ['http://a.example/1.mp3?token=x', 'http://a.example/1.mp3'],
  ['http://a.example/play?id=7&token=x', 'http://a.example/play?id=7'],
  ['http://a.example/play?token=x&id=7', 'http://a.example/play?id=7'],
  ['no address', 'no address'],
])('the file at %s is known as %s', (url, key) => expect(fileKey(url)).toBe(key));

test.each([
  [{ durationSeconds: 18, duration: '99' }, 18],
  [{ durationSeconds: null, duration: '1450' }, 1450],
  [{ durationSeconds: null, duration: '24:10' }, 1450],
  [{ durationSeconds: null, duration: '01:24:10' }, 5050],
  [{ durationSeconds: 0, duration: '0' }, null],
  [{ durationSeconds: 4e9, duration: '' }, null],
  [{ durationSeconds: null, duration: 'an hour' }, null],
  [{ durationSeconds: null, duration: null }, null],
])('an episode with %j is %s s long', (changes, length) => expect(lengthOf(feedEpisode(1, changes))).toBe(length));

test.each([
  ['31457280', 31_457_280],
  ['0', null],
  ['1', null],
  ['-5000', null],
  ['1e30', null],
  ['unknown', null],
  [null, null],
])('a file of length %s has %s bytes', (length, bytes) => {
  expect(bytesOf(feedEpisode(1, { enclosure: { url: 'http://feed.example/1.mp3', length } }))).toBe(bytes);
});

describe('an episode of a feed', () => {
  test("exists already by its guid, else by its file's address without its changing parts", () => {
    const episodes = [
      feedEpisode(1, { guid: 'one' }),
      feedEpisode(2, { guid: null, enclosure: { url: 'http://a.example/2.mp3?token=new' } }),
      feedEpisode(3),
    ];
    const have = [
      { guid: 'one', url: 'http://elsewhere.example/1.mp3' },
      { guid: null, url: 'http://a.example/2.mp3?token=old' },
    ];
    expect(states(episodes, have, none)).toEqual(['have', 'have', 'new']);
  });

  test('is not taken for another one whose guid the feed gives to both', () => {
    const twice = [feedEpisode(1, { guid: 'same' }), feedEpisode(2, { guid: 'same' })];
    expect(states(twice, [{ guid: 'same', url: twice[0]?.enclosure.url ?? '' }], none)).toEqual(['have', 'new']);
  });

  test('is on its way where its file is, whatever the library has', () => {
    const episode = feedEpisode(1);
    expect(states([episode], [], new Set([episode.enclosure.url]))).toEqual(['loading']);
  });

  test("without guid and address of the library's is new", () => {
    expect(states([feedEpisode(1, { guid: ' ' })], [{ guid: ' ', url: null }], none)).toEqual(['new']);
  });
});

describe('the shown rows of a feed', () => {
  const rows = feedRows(
    [feedEpisode(2, { title: 'Crème brûlée' }), feedEpisode(9), feedEpisode(5, { publishedAt: null }), feedEpisode(4)],
    [],
    none,
  );
  const titles = (search: string, isDescending: boolean) =>
    arrangeRows(rows, search, isDescending).map(({ episode }) => episode.title);

  test('are sorted by date, those without one last, in both directions', () => {
    expect([titles('', true), titles('', false)]).toEqual([
      ['Episode 9', 'Episode 4', 'Crème brûlée', 'Episode 5'],
      ['Crème brûlée', 'Episode 4', 'Episode 9', 'Episode 5'],
    ]);
  });

  test('is found by words of title, subtitle and numbers, accents aside', () => {
    expect([titles('brulee CREME', true), titles('about 4', true), titles('9 4', true)]).toEqual([
      ['Crème brûlée'],
      ['Episode 4'],
      [],
    ]);
  });

  test('nonsense of a date is none', () => {
    const odd = feedRows([feedEpisode(1, { publishedAt: 9e15 }), feedEpisode(2)], [], none);
    expect(arrangeRows(odd, '', true).map(({ key }) => key)).toEqual([1, 0]);
    expect(newSince(odd, '2024-01-01')).toEqual([1]);
  });

  test.each([
    ['2024-01-04', [1, 3]],
    ['2024-01-05', [1]],
    ['', []],
    ['soon', []],
  ])('since %s: those of that day too, in local time', (day, keys) => expect(newSince(rows, day)).toEqual(keys));

  test('existing ones are not among the new ones', () => {
    expect(newOnes(feedRows([feedEpisode(1), feedEpisode(2)], [{ guid: 'guid-1', url: null }], none))).toEqual([1]);
  });
});

describe('the payload', () => {
  const rows = feedRows(
    Array.from({ length: 7 }, (_, index) => feedEpisode(index + 1, { description: 'ä'.repeat(1000) })),
    [],
    none,
  );
  const bytes = (part: (typeof rows)[number][]) =>
    new TextEncoder().encode(JSON.stringify(part.map(({ episode }) => episode))).length;

  test('goes in parts that are small enough, all of it and in its order', () => {
    const parts = downloadParts(rows, 9000);
    expect(parts.flat()).toEqual(rows);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map((part) => bytes([...part])).filter((size) => size > 9000)).toEqual([]);
  });

  test('has one that is too large by itself alone', () => {
    expect(downloadParts(rows, 100).map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(downloadParts([])).toEqual([]);
  });
});
