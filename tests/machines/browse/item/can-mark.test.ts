import type { SnapshotFrom } from 'xstate';
import { expect, test } from 'vitest';
import { selectCanMark } from '../../../../src/machines/browse/item/item.selectors.ts';
import type { progressMachine } from '../../../../src/machines/playback/progress/progress.machine.ts';
import { keyOf } from '../../../../src/machines/kit/media.logic.ts';
import { episodeProgress, wholePodcast } from '../../../support/episode-fixtures.ts';

const all = wholePodcast.media.episodes.items.map(({ id }) => id);
const none = { ...wholePodcast, media: { ...wholePodcast.media, episodes: { items: [], dropped: [] } } };

/** Progress of an account that has finished these episodes. */
function finished(ids: readonly string[]) {
  const entries = ids.map((id) => episodeProgress(id, { isFinished: true })).map((one) => [keyOf(one), one] as const);
  return { context: { entries: Object.fromEntries(entries) } } as SnapshotFrom<typeof progressMachine>;
}

test.each([
  ['nothing is finished', wholePodcast, [], [true, false]],
  ['one is finished', wholePodcast, all.slice(0, 1), [true, true]],
  ['all are finished', wholePodcast, all, [false, true]],
  ['there are no episodes', none, [], [false, false]],
  ['the podcast has not loaded', null, [], [false, false]],
])('%s: whether all can be marked as finished, and as not finished', (_what, item, ids, [finish, unfinish]) => {
  const state = finished(ids);
  expect([selectCanMark(item, true)(state), selectCanMark(item, false)(state)]).toEqual([finish, unfinish]);
});
