import { describe, expect, test } from 'vitest';
import {
  arrange,
  AS_KEPT,
  entryToQueue,
  isAsKept,
  lengthOf,
  type Arrangement,
} from '../../../../src/machines/browse/media-lists/arrange.logic.ts';
import { toMediaList } from '../../../../src/machines/browse/media-lists/media-list.logic.ts';
import type { ProgressMap } from '../../../../src/machines/playback/progress/progress.logic.ts';
import { playlist as playlistSchema } from '../../../../src/schemas/api/media-lists.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { episodesBody, listOf } from '../../../support/list-fixtures.ts';
import { bookProgress } from '../../../support/player-fixtures.ts';

const { entries } = listOf(['Émile', 'Ada', 'Book 10', 'Book 2']);
const heard = (id: string, changes: Parameters<typeof bookProgress>[0]): ProgressMap => ({
  [id]: bookProgress({ libraryItemId: id, ...changes }),
});
const progress = {
  ...heard('Ada', { isFinished: true, progress: 1, currentTime: 100 }),
  ...heard('Book 2', { isFinished: false, progress: 0.25, currentTime: 5 }),
};
const shown = (change: Partial<Arrangement>) =>
  arrange(entries, { ...AS_KEPT, ...change }, progress).map(({ libraryItemId }) => libraryItemId);

describe('the entries of a list', () => {
  test.each<[Partial<Arrangement>, readonly string[]]>([
    [{}, ['Émile', 'Ada', 'Book 10', 'Book 2']],
    [{ isDescending: true }, ['Book 2', 'Book 10', 'Ada', 'Émile']],
    [{ sort: 'title' }, ['Ada', 'Book 2', 'Book 10', 'Émile']],
    [{ sort: 'progress', isDescending: true }, ['Ada', 'Book 2', 'Émile', 'Book 10']],
    [{ show: 'finished' }, ['Ada']],
    [{ show: 'begun' }, ['Book 2']],
    [{ show: 'unfinished' }, ['Émile', 'Book 10', 'Book 2']],
    [{ search: 'emile' }, ['Émile']],
    [{ search: 'BOOK 1' }, ['Book 10']],
    [{ search: 'nothing' }, []],
  ])('are arranged by %o', (change, order) => {
    expect(shown(change)).toEqual(order);
  });

  test('are all in their own order exactly without an arrangement', () => {
    expect([AS_KEPT, { ...AS_KEPT, search: '  ' }].map(isAsKept)).toEqual([true, true]);
    expect(
      [{ search: 'a' }, { sort: 'title' as const }, { show: 'begun' as const }, { isDescending: true }].map((change) =>
        isAsKept({ ...AS_KEPT, ...change }),
      ),
    ).toEqual([false, false, false, false]);
  });

  test('say how long they are, and how much of that is left', () => {
    const { all, left } = lengthOf(entries, progress);
    const one = all / 4;
    expect(left).toBeCloseTo(all - one - 5, 5);
  });

  test("enter the queue with the queue's data; an episode with its podcast and its day", () => {
    const [episode] = toMediaList(z.parse(playlistSchema, episodesBody)).entries;
    if (!episode?.episode) throw new Error('The recorded playlist has no episode');
    expect(entryToQueue(episode, () => 'Mar 24')).toMatchObject({
      libraryItemId: episode.libraryItemId,
      episodeId: episode.episodeId,
      title: episode.episode.title,
      subtitle: episode.item.media.metadata.title,
    });
    const [book] = entries;
    expect(book && entryToQueue({ ...book, item: { ...book.item, isMissing: true } }, String)).toBeNull();
  });
});
