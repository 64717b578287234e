import { describe, expect, test } from 'vitest';
import { bySequence, nextInSeries } from '../../../../src/machines/playback/queue/next-in-series.logic.ts';
import { cardToQueue, episodeToQueue, pageToQueue } from '../../../../src/machines/playback/queue/queue-item.logic.ts';
import {
  add,
  insert,
  isQueueMenu,
  move,
  once,
  playCommand,
  secondsOf,
  showCommand,
} from '../../../../src/machines/playback/queue/queue.logic.ts';
import { queueItem, storedAutoplay, storedQueue } from '../../../../src/schemas/queue.ts';
import { collectDropped } from '../../../../src/schemas/contract-issues.ts';
import { itemsPage } from '../../../../src/schemas/api/shelf.ts';
import { libraryItemExpanded } from '../../../../src/schemas/api/library-item-expanded.ts';
import { bookItemMinified } from '../../../../src/schemas/api/library-item-minified.ts';
import type { QueueItem } from '../../../../src/schemas/queue.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { mediaOf, queued } from '../../../support/queue-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const list = (text: string): readonly QueueItem[] => [...text].map((id) => queued(id));
const ids = (items: readonly QueueItem[]) => items.map(({ libraryItemId }) => libraryItemId).join('');

describe('the order of the queue', () => {
  test.each([
    ['ab', 'c', 'last', 'abc'],
    ['ab', 'cd', 'next', 'cdab'],
    ['ab', 'b', 'next', 'ba'],
    ['ab', 'bcc', 'last', 'abc'],
    ['ab', 'xc', 'last', 'abc'],
    ['', 'x', 'next', ''],
  ] as const)('%s with %s to play %s is %s, while x is open', (items, more, place, result) => {
    expect(ids(add(list(items), list(more), place, mediaOf('x')).items)).toBe(result);
  });

  test('says which ones came, and which it had: those are moved only to be next', () => {
    const [a, b] = list('ab');
    const [c] = list('c');
    const more = list('bcb');
    expect(add(list('ab'), more, 'last', null)).toEqual({ items: [a, b, c], added: [c], known: [b] });
    expect(add(list('ab'), more, 'next', null)).toEqual({ items: [b, c, a], added: [c], known: [b] });
    expect(add(list('ab'), list('b'), 'last', mediaOf('b'))).toEqual({ items: [a, b], added: [], known: [] });
  });

  test('an episode is not its podcast, nor another episode (AMB-44)', () => {
    const episodes = ['1', '2'].map((episodeId) => queued('a', { episodeId }));
    expect(add([], [...episodes, queued('a')], 'last', mediaOf('a')).items).toEqual(episodes);
  });

  test.each([
    ['abcd', 'a', 2, 'bcad'],
    ['abcd', 'd', 0, 'dabc'],
    ['abcd', 'b', 9, 'acdb'],
    ['abcd', 'b', -1, 'bacd'],
    ['abcd', 'z', 1, 'abcd'],
  ])('%s with %s moved to %i is %s', (items, id, index, result) => {
    expect(ids(move(list(items), mediaOf(id), index))).toBe(result);
  });

  test('restored items return to their position, and newer ones stay', () => {
    expect(ids(insert(list('ad'), list('bc'), 1))).toBe('abcd');
    expect(ids(insert(list('ba'), list('bc'), 5))).toBe('bac');
  });

  test('any row of additions, moves and removals keeps each of them once', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
    let items: readonly QueueItem[] = [];
    const wanted = new Set<string>();
    for (let step = 0; step < 3000; step += 1) {
      const id = 'abcdefgh'[random(8)] ?? 'a';
      if (random(3) === 0) items = move(items, mediaOf(id), random(12) - 2);
      else if (random(2) === 0) {
        items = add(items, [queued(id)], random(2) === 0 ? 'next' : 'last', null).items;
        wanted.add(id);
      } else {
        items = items.filter(({ libraryItemId }) => libraryItemId !== id);
        wanted.delete(id);
      }
      expect([...ids(items)].sort()).toEqual([...wanted].sort());
    }
  });

  test('the time left is the length of all, less the progress of those started', () => {
    const progress = { a: { currentTime: 100, isFinished: false }, b: { currentTime: 600, isFinished: true } };
    const left = secondsOf(list('abc'), ({ libraryItemId }) => progress[libraryItemId as 'a' | 'b'] ?? null);
    expect(left).toBe(500 + 600 + 600);
    expect(secondsOf(list('a'), () => ({ currentTime: 601, isFinished: false }))).toBe(0);
  });

  test('playing one passes its data to the bar until the server answers', () => {
    expect(playCommand(queued('p', { episodeId: 'e', subtitle: 'Show', coverPath: '/c' }), true)).toEqual({
      type: 'player.play',
      libraryItemId: 'p',
      episodeId: 'e',
      preview: { title: 'Title p', author: '', podcast: 'Show', coverUpdatedAt: 1, duration: 600 },
      isAutomatic: true,
    });
    expect(playCommand(queued('b', { subtitle: 'Author', coverPath: null }), false)).toStrictEqual({
      type: 'player.play',
      libraryItemId: 'b',
      episodeId: null,
      preview: { title: 'Title b', author: 'Author', coverUpdatedAt: null, duration: 600 },
    });
  });

  test('showing one in the player passes the same, and plays nothing', () => {
    expect(showCommand(queued('b', { subtitle: 'Author', coverPath: '/c' }))).toStrictEqual({
      type: 'player.restore',
      media: { libraryItemId: 'b', episodeId: null },
      preview: { title: 'Title b', author: 'Author', coverUpdatedAt: 1, duration: 600 },
      startTime: null,
    });
  });

  test.each([
    ['player-queue', true],
    ['player-queue/row-1', true],
    ['player-queues', false],
    ['account', false],
    [null, false],
  ])('its dialog is open with the menu %j: %j', (openId, isOpen) => {
    expect(isQueueMenu(openId)).toBe(isOpen);
  });
});

describe('the stored queue', () => {
  test('autoplay is on unless the value is 0 (PLR-091, STO-027)', () => {
    const read = (text: string) => z.parse(storedAutoplay, JSON.parse(text));
    expect(['0', '"0"', '1', '"1"', 'null', '"no"'].map(read)).toEqual([0, 0, 1, 1, 1, 1]);
  });

  test('is read back as it was, once each', () => {
    const stored = { version: 1, items: [queued('a'), queued('b')] };
    expect(z.parse(storedQueue, JSON.parse(JSON.stringify(stored)))).toEqual(stored);
    expect(ids(once(list('abab')))).toBe('ab');
  });

  test.each([
    ['an entry of another shape', { version: 1, items: [queued('a'), { libraryItemId: 5 }] }, ['a'], 1],
    ['a queue of another version', { version: 2, items: [queued('a')] }, [], 1],
    ['no queue', 'garbage', [], 1],
  ])('%s is left out and reported', (_name, found, left, count) => {
    const { result, dropped } = collectDropped(() => z.parse(storedQueue, found));
    expect([result.items.map(({ libraryItemId }) => libraryItemId), dropped.length]).toEqual([left, count]);
  });
});

describe('an item of the queue (ENT-043)', () => {
  const day = (moment: number) => `day ${moment}`;

  test('of a card is its book, with authors and series', () => {
    const { items } = z.parse(itemsPage, recording('libraries/items-final-minified').response.body).results;
    const book = items.find(({ mediaType }) => mediaType === 'book');
    if (book?.mediaType !== 'book') throw new Error('The recording has no book');
    const item = cardToQueue(book, day);
    expect(item).toEqual({
      libraryItemId: book.id,
      libraryId: book.libraryId,
      episodeId: null,
      title: book.media.metadata.title,
      subtitle: book.media.metadata.authorName,
      caption: book.media.metadata.seriesName,
      duration: book.media.duration,
      coverPath: book.media.coverPath,
      updatedAt: book.updatedAt,
    });
    expect(z.parse(queueItem, item)).toEqual(item);
  });

  test('of an item page is an episode, with its podcast and day; none where the podcast has it no more', () => {
    const podcast = z.parse(libraryItemExpanded, recording('items/expanded-podcast').response.body);
    if (podcast.mediaType !== 'podcast') throw new Error('The recording is of no podcast');
    const [episode] = podcast.media.episodes.items;
    const item = pageToQueue(podcast, episode?.id ?? '', day);
    if (!episode) throw new Error('The podcast of the recording has no episode');
    const about = {
      libraryItemId: podcast.id,
      libraryId: podcast.libraryId,
      updatedAt: podcast.updatedAt,
      coverPath: podcast.media.coverPath,
      episodeId: episode.id,
      title: episode.title,
      subtitle: podcast.media.metadata.title,
    };
    const { duration } = episode;
    expect(item).toEqual({ ...about, duration, caption: episode.publishedAt ? `day ${episode.publishedAt}` : '' });
    expect(episodeToQueue(podcast, { ...about, id: episode.id, publishedAt: 86_400_000, duration: 5 }, day)).toEqual({
      ...about,
      duration: 5,
      caption: 'day 86400000',
    });
    expect(episodeToQueue(podcast, { ...about, id: episode.id, publishedAt: null, duration: 5 }, day).caption).toBe('');
    expect(pageToQueue(podcast, 'gone', day)).toBe(null);
  });
});

describe('the next book of a series', () => {
  const { results } = recording('libraries/items-final-minified').response.body as {
    results: { mediaType: string; media: { metadata: object } }[];
  };
  const sample = results.find(({ mediaType }) => mediaType === 'book');
  const book = (sequence: string | null, changes: object = {}, media: object = {}) =>
    z.parse(bookItemMinified, {
      ...sample,
      id: `book ${sequence}`,
      isMissing: false,
      isInvalid: false,
      ...changes,
      media: {
        ...sample?.media,
        numTracks: 1,
        metadata: { ...sample?.media.metadata, series: { id: 's', name: 'Saga', sequence } },
        ...media,
      },
    });
  const next = (sequences: readonly (string | null)[], sequence: string | null, finished: readonly string[] = []) =>
    nextInSeries(
      sequences.map((place) => book(place)),
      { id: 's', name: 'Saga', sequence },
      (id) => finished.includes(id),
    )?.id;

  test.each([
    [['10', '1', '2'], '1', [], 'book 2'],
    [['10', '1', '2'], '2', [], 'book 10'],
    [['1', '1.5', '2'], '1', [], 'book 1.5'],
    [['1', '2', '3'], '1', ['book 2'], 'book 3'],
    [['1', '2'], '2', [], undefined],
    [['1', null], '1', [], undefined],
    [['1', '2'], null, [], undefined],
  ] as const)('of %j after %s, with %j finished, is %s', (sequences, sequence, finished, found) => {
    expect(next(sequences, sequence, finished)).toBe(found);
  });

  test('excludes unplayable ones, and those of another series', () => {
    const place = { id: 's', name: 'Saga', sequence: '1' };
    const others = [book('2', { isMissing: true }), book('3', { isInvalid: true }), book('4', {}, { numTracks: 0 })];
    expect(nextInSeries(others, place, () => false)).toBe(null);
    expect(nextInSeries([book('2')], { ...place, id: 'other' }, () => false)).toBe(null);
  });

  test('orders numbers as people do', () => {
    const places = ['10', null, '2a', '2', '0.5', '', '1'];
    expect(places.toSorted(bySequence)).toEqual(['0.5', '1', '2', '2a', '10', null, '']);
  });
});
