import { describe, expect, test } from 'vitest';
import {
  arrange,
  arrangementOf,
  orderAfter,
  shownOf,
  type Arrangement,
} from '../../../../src/machines/browse/episodes/arrange.logic.ts';
import { keyOf } from '../../../../src/machines/kit/media.logic.ts';
import { defaultPreferences } from '../../../../src/schemas/preferences.ts';
import { episode, episodeProgress } from '../../../support/episode-fixtures.ts';

const fox = episode('fox', { title: 'The Fox', publishedAt: 300, season: '2', episode: '10', subtitle: 'Été' });
const crow = episode('crow', { title: 'a Crow', publishedAt: 200, season: '2', episode: '9' });
const lion = episode('lion', { title: 'Lion 12', publishedAt: 100, season: '10', episode: '1' });
const undated = episode('undated', { title: 'Lion 2' });
const all = [crow, undated, fox, lion];
const progress = Object.fromEntries(
  [
    episodeProgress('crow', { isFinished: true }),
    episodeProgress('fox'),
    episodeProgress('lion', { currentTime: 0 }),
  ].map((entry) => [keyOf(entry), entry]),
);
const as = (change: Partial<Arrangement>): Arrangement => ({
  ...arrangementOf(defaultPreferences, ''),
  show: 'all',
  ...change,
});
const ids = (change: Partial<Arrangement>) => arrange(all, as(change), progress).map(({ id }) => id);

describe('the episodes of a podcast', () => {
  test('start with unfinished episodes, newest first', () => {
    expect(arrangementOf(defaultPreferences, 'x')).toEqual({
      show: 'incomplete',
      sort: 'publishedAt',
      isDescending: true,
      search: 'x',
    });
  });

  test.each<[Arrangement['show'], readonly string[]]>([
    ['all', ['fox', 'crow', 'lion', 'undated']],
    ['incomplete', ['fox', 'lion', 'undated']],
    ['in_progress', ['fox']],
    ['complete', ['crow']],
  ])('that are %s', (show, found) => {
    expect(ids({ show })).toEqual(found);
  });

  test.each<[Arrangement['sort'], boolean, readonly string[]]>([
    ['publishedAt', false, ['lion', 'crow', 'fox', 'undated']],
    ['title', false, ['crow', 'undated', 'lion', 'fox']],
    ['title', true, ['fox', 'lion', 'undated', 'crow']],
    ['season', false, ['crow', 'fox', 'lion', 'undated']],
    ['episode', true, ['fox', 'crow', 'lion', 'undated']],
  ])('are sorted by %s, descending %s, what lacks it last', (sort, isDescending, found) => {
    expect(ids({ sort, isDescending })).toEqual(found);
  });

  test.each([
    ['lion', ['lion', 'undated']],
    ['  FOX ete ', ['fox']],
    ['nothing', []],
  ])('are found by words of title and subtitle: %j', (search, found) => {
    expect(ids({ search })).toEqual(found);
  });

  test('are the same list as long as the same ones are shown', () => {
    const arrangement = as({ show: 'incomplete' });
    const shown = shownOf(all, arrangement, progress);
    const heardOn = { ...progress, [keyOf(episodeProgress('fox'))]: episodeProgress('fox', { currentTime: 60 }) };
    expect(shownOf(all, arrangement, heardOn)).toBe(shown);
    const finished = { ...progress, [keyOf(episodeProgress('fox'))]: episodeProgress('fox', { isFinished: true }) };
    expect(shownOf(all, arrangement, finished).map(({ id }) => id)).toEqual(['lion', 'undated']);
  });

  test('are reversed when the same order is chosen again; dates begin with the newest', () => {
    const kept = as({ sort: 'publishedAt', isDescending: true });
    const order = (sort: Arrangement['sort']) => Object.values(orderAfter(kept, sort));
    expect([order('publishedAt'), order('title')]).toEqual([
      ['publishedAt', false],
      ['title', false],
    ]);
    expect(Object.values(orderAfter(as({ sort: 'title' }), 'publishedAt'))).toEqual(['publishedAt', true]);
  });
});
