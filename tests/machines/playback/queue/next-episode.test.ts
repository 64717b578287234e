import { describe, expect, test } from 'vitest';
import { nextEpisode } from '../../../../src/machines/playback/queue/following.ts';
import { episode } from '../../../support/episode-fixtures.ts';

const day = (of: number) => Date.UTC(2026, 0, of);
const dated = [
  episode('third', { publishedAt: day(3) }),
  episode('first', { publishedAt: day(1) }),
  episode('undated'),
  episode('second', { publishedAt: day(2) }),
];
const numbered = (id: string, season: string | null, number: string | null, published = 1) =>
  episode(id, { season, episode: number, publishedAt: day(published) });

describe('after an episode of an episodic podcast', () => {
  test.each([
    ['first', [], 'second'],
    ['first', ['second'], 'third'],
    ['second', ['first'], 'third'],
    ['third', [], undefined],
    ['undated', [], undefined],
    ['gone', [], undefined],
  ])('of %s, with %j finished, the next newer one is %s', (ended, finished: readonly string[], next) => {
    expect(nextEpisode(dated, ended, false, (id) => finished.includes(id))?.id).toBe(next);
  });

  test('one without a file is passed over', () => {
    const bare = dated.map((one) => (one.id === 'second' ? { ...one, audioFile: null, audioTrack: null } : one));
    expect(nextEpisode(bare, 'first', false, () => false)?.id).toBe('third');
  });

  test('numbers do not count', () => {
    const all = [numbered('a', '1', '1', 2), numbered('b', '1', '2', 1)];
    expect(nextEpisode(all, 'b', false, () => false)?.id).toBe('a');
  });
});

describe('after an episode of a serial', () => {
  const serial = [
    numbered('s2e1', '2', '1', 1),
    numbered('s1e10', '1', '10', 2),
    numbered('s1e2', '1', '2', 9),
    numbered('s1e1', '1', '1', 5),
    numbered('trailer', null, null, 6),
    numbered('bonus', '1', null, 7),
  ];

  test.each([
    ['s1e1', [], 's1e2'],
    ['s1e2', [], 's1e10'],
    ['s1e10', [], 's2e1'],
    ['s1e1', ['s1e2'], 's1e10'],
    ['s2e1', [], undefined],
  ])('of %s, with %j finished, the next by season and number is %s', (ended, finished: readonly string[], next) => {
    expect(nextEpisode(serial, ended, true, (id) => finished.includes(id))?.id).toBe(next);
  });

  test('without a number dates decide', () => {
    expect(nextEpisode(serial, 'trailer', true, () => false)?.id).toBe('bonus');
    expect(nextEpisode(dated, 'first', true, () => false)?.id).toBe('second');
  });

  test('seasons are ignored where there are none', () => {
    const all = [numbered('two', null, '2'), numbered('one', null, '1'), numbered('other', '1', '3')];
    expect(nextEpisode(all, 'one', true, () => false)?.id).toBe('two');
    expect(nextEpisode(all, 'two', true, () => false)).toBe(null);
  });
});
