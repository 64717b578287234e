import { fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import {
  isFiltered,
  NO_FILTER,
  podcastsOf,
  shownOf,
  withPage,
  type LatestFilter,
} from '../../../../src/machines/browse/episodes/latest-filter.logic.ts';
import { FILTER_PAGE, latestFilterMachine } from '../../../../src/machines/browse/episodes/latest-filter.machine.ts';
import { selectLooking } from '../../../../src/machines/browse/episodes/latest.logic.ts';
import { keyOf } from '../../../../src/machines/kit/media.logic.ts';
import { listLatestEpisodes } from '../../../../src/services/endpoints/podcasts.ts';
import { createHost } from '../../../support/host.ts';
import { episodeProgress, latestEpisodes, libraryOfLatest as libraryId } from '../../../support/episode-fixtures.ts';

const all = latestEpisodes(850);
const unheard: LatestFilter = { show: 'incomplete', podcastId: null };
const begun: LatestFilter = { show: 'in_progress', podcastId: null };
const entriesOf = (list: ReturnType<typeof episodeProgress>[]) =>
  Object.fromEntries(list.map((entry) => [keyOf(entry), entry]));

function open(progress: ReturnType<typeof episodeProgress>[] = [], count = all.length) {
  const host = createHost(latestFilterMachine, {
    input: { libraryId },
    named: { progress: fromTransition((state) => state, { entries: entriesOf(progress) }) },
  });
  const answer = (page: number) => {
    const episodes = all.slice(0, count).slice(page * FILTER_PAGE, (page + 1) * FILTER_PAGE);
    host.ports.api.answerOnce(listLatestEpisodes, { episodes, limit: FILTER_PAGE, page });
  };
  const requested = () => (host.ports.api.inputsOf(listLatestEpisodes) as { page: number }[]).map(({ page }) => page);
  const looking = () => selectLooking(host.subject.getSnapshot());
  const show = (filter: LatestFilter) => host.subject.send({ type: 'latestFilter.show', filter });
  const ends = (state: ReturnType<typeof looking>) => vi.waitFor(() => expect(looking()).toBe(state));
  return { ...host, answer, requested, looking, show, ends, context: () => host.subject.getSnapshot().context };
}

describe('a filter of the latest episodes', () => {
  test('requests nothing without one', () => {
    const list = open();
    list.show(NO_FILTER);
    expect([list.requested(), list.looking()]).toEqual([[], 'resting']);
  });

  test('loads one more page when the view nears the end of the matches, and none after the last', async () => {
    const list = open([], 250);
    list.answer(0);
    list.show(unheard);
    await list.ends('resting');
    list.subject.send({ type: 'latestFilter.moved', last: 20 });
    expect(list.requested()).toEqual([0]);
    list.answer(1);
    list.subject.send({ type: 'latestFilter.moved', last: 180 });
    await vi.waitFor(() => expect(list.context().episodes).toHaveLength(250));
    list.subject.send({ type: 'latestFilter.moved', last: 249 });
    expect([list.requested(), list.looking()]).toEqual([[0, 1], 'resting']);
  });

  test('with few matches stops after three pages, until a request for more', async () => {
    const list = open([episodeProgress('latest-700')]);
    for (let page = 0; page < 5; page += 1) list.answer(page);
    list.show(begun);
    await list.ends('paused');
    expect(list.requested()).toHaveLength(3);
    list.subject.send({ type: 'latestFilter.extend' });
    await list.ends('resting');
    expect(list.requested()).toHaveLength(5);
    expect(list.context()).toMatchObject({ shown: 1, isAtEnd: true });
  });

  test('when stopped checks the newest on an event, and then continues', async () => {
    const list = open([episodeProgress('latest-849')], 2000);
    for (let page = 0; page < 7; page += 1) list.answer(page);
    list.ports.api.answer(listLatestEpisodes, { episodes: all.slice(0, FILTER_PAGE), limit: FILTER_PAGE, page: 0 });
    list.show(begun);
    await list.ends('paused');
    expect(list.requested()).toEqual([0, 1, 2]);
    list.subject.send({ type: 'latestFilter.refresh' });
    await vi.waitFor(() => expect(list.requested().slice(0, 5)).toEqual([0, 1, 2, 0, 3]));
  });

  test('keeps its matches when a page fails, and continues', async () => {
    const list = open([], 250);
    list.answer(0);
    list.show(unheard);
    await list.ends('resting');
    list.ports.api.refuseOnce(listLatestEpisodes, { kind: 'timeout' });
    list.subject.send({ type: 'latestFilter.moved', last: 190 });
    await list.ends('failed');
    expect(list.context()).toMatchObject({ shown: 200, error: { kind: 'timeout' } });
    list.answer(1);
    list.subject.send({ type: 'latestFilter.extend' });
    await list.ends('resting');
    expect(list.context()).toMatchObject({ shown: 250, error: null });
  });

  test('gets added ones, and loses removed ones', async () => {
    const list = open([], 60);
    list.answer(0);
    list.show(unheard);
    await list.ends('resting');
    const [first] = all;
    if (!first) throw new Error('There is no episode');
    const fresh = { ...first, id: 'new', title: 'New' };
    list.ports.api.answerOnce(listLatestEpisodes, { episodes: [fresh, ...all.slice(0, 59)], limit: 200, page: 0 });
    list.subject.send({ type: 'latestFilter.refresh' });
    await vi.waitFor(() =>
      expect(
        list
          .context()
          .episodes.map(({ id }) => id)
          .slice(0, 2),
      ).toEqual(['new', first.id]),
    );
    expect(list.context().episodes).toHaveLength(61);
    list.subject.send({ type: 'latestFilter.forget', podcastId: first.libraryItemId, kept: null });
    expect(list.context().shown).toBe(61);
    list.subject.send({ type: 'latestFilter.forget', podcastId: first.libraryItemId, kept: ['new'] });
    expect(list.context().shown).toBe(1);
  });

  test('loads as much as the view has reached while a page was pending', async () => {
    const list = open([], 450);
    const page = list.ports.api.defer(listLatestEpisodes);
    list.show(unheard);
    list.subject.send({ type: 'latestFilter.moved', last: 190 });
    list.answer(1);
    page.resolve({ episodes: all.slice(0, FILTER_PAGE), limit: FILTER_PAGE, page: 0 });
    await vi.waitFor(() => expect([list.requested(), list.looking()]).toEqual([[0, 1], 'resting']));
  });

  test('on an event of new episodes while a page is pending, it checks the newest after it', async () => {
    const list = open([], 250);
    const page = list.ports.api.defer(listLatestEpisodes);
    list.show(unheard);
    list.subject.send({ type: 'latestFilter.refresh' });
    list.answer(0);
    page.resolve({ episodes: all.slice(0, FILTER_PAGE), limit: FILTER_PAGE, page: 0 });
    await vi.waitFor(() => expect([list.requested(), list.looking()]).toEqual([[0, 0], 'resting']));
    list.answer(1);
    list.subject.send({ type: 'latestFilter.moved', last: 190 });
    await vi.waitFor(() => expect(list.context().episodes).toHaveLength(250));
    expect(list.requested()).toEqual([0, 0, 1]);
  });

  test('keeps its matches where the newest failed, and checks on the next event', async () => {
    const list = open([], 60);
    list.answer(0);
    list.show(unheard);
    await list.ends('resting');
    const isReady = () => list.subject.getSnapshot().matches('ready');
    list.ports.api.refuseOnce(listLatestEpisodes, { kind: 'network' });
    list.subject.send({ type: 'latestFilter.refresh' });
    expect(isReady()).toBe(false);
    await vi.waitFor(() => expect(isReady()).toBe(true));
    expect([list.requested(), list.context().shown]).toEqual([[0, 0], 60]);
    list.answer(0);
    list.subject.send({ type: 'latestFilter.refresh' });
    await vi.waitFor(() => expect([list.requested(), isReady()]).toEqual([[0, 0, 0], true]));
  });

  test('looks on where the newest cannot be looked at and too little is found', async () => {
    const list = open([episodeProgress('latest-700')]);
    const first = list.ports.api.defer(listLatestEpisodes);
    list.ports.api.refuseOnce(listLatestEpisodes, { kind: 'network' });
    for (const page of [1, 2]) list.answer(page);
    list.show(begun);
    list.subject.send({ type: 'latestFilter.refresh' });
    first.resolve({ episodes: all.slice(0, FILTER_PAGE), limit: FILTER_PAGE, page: 0 });
    await list.ends('paused');
    expect(list.requested()).toEqual([0, 0, 1, 2]);
  });

  test('when failed retries first, and then loads as far as from the start', async () => {
    const list = open([episodeProgress('latest-849')]);
    for (const page of [0, 1]) list.answer(page);
    list.ports.api.refuseOnce(listLatestEpisodes, { kind: 'timeout' });
    list.show(begun);
    await list.ends('failed');
    list.subject.send({ type: 'latestFilter.refresh' });
    for (const page of [2, 0, 3, 4]) list.answer(page);
    list.subject.send({ type: 'latestFilter.extend' });
    await vi.waitFor(() => expect(list.subject.getSnapshot().value).toBe('ready'));
    expect([list.requested(), list.context().shown]).toEqual([[0, 1, 2, 2, 0, 3, 4], 1]);
  });

  test('when stopped continues on request, whatever is in view by then', async () => {
    const list = open();
    for (let page = 0; page < 4; page += 1) list.answer(page);
    list.show(unheard);
    list.subject.send({ type: 'latestFilter.moved', last: 700 });
    await list.ends('paused');
    list.subject.send({ type: 'latestFilter.moved', last: 10 });
    list.subject.send({ type: 'latestFilter.extend' });
    await list.ends('resting');
    expect([list.requested(), list.context().shown]).toEqual([[0, 1, 2, 3], 800]);
  });

  test('that found enough looks three pages further with the next move of the view', async () => {
    const list = open();
    for (let page = 0; page < 5; page += 1) list.answer(page);
    list.show(unheard);
    list.subject.send({ type: 'latestFilter.moved', last: 190 });
    await list.ends('resting');
    expect(list.requested()).toEqual([0, 1]);
    list.subject.send({ type: 'latestFilter.moved', last: 840 });
    await list.ends('resting');
    expect([list.requested(), list.context().isAtEnd]).toEqual([[0, 1, 2, 3, 4], true]);
  });

  test('another filter starts over', async () => {
    const list = open([], 60);
    list.answer(0);
    list.show(unheard);
    await list.ends('resting');
    list.answer(0);
    list.show(begun);
    await list.ends('resting');
    expect(list.context()).toMatchObject({ filter: begun, shown: 0 });
    list.show(NO_FILTER);
    expect(list.context().episodes).toEqual([]);
  });
});

describe('what passes', () => {
  const [a, b, c] = all;
  if (!a || !b || !c) throw new Error('There are less than three episodes');
  const other = { ...c, libraryItemId: 'other' };
  const episodes = [a, b, other];
  const progress = entriesOf([episodeProgress(a.id, { isFinished: true }), episodeProgress(b.id)]);
  test.each([
    [NO_FILTER, episodes],
    [unheard, [b, other]],
    [begun, [b]],
    [{ show: 'all', podcastId: 'other' } as const, [other]],
    [{ show: 'in_progress', podcastId: 'other' } as const, []],
  ])('%j', (filter, found) => {
    expect(shownOf(episodes, filter, progress)).toEqual(found);
    expect(isFiltered(filter)).toBe(filter !== NO_FILTER);
  });

  test('is the same list as long as the same ones pass', () => {
    expect(shownOf(episodes, unheard, progress)).toBe(shownOf(episodes, unheard, { ...progress }));
  });

  test('appears once, where the newer page has it', () => {
    expect(withPage([a, b], [b, c], false)).toEqual([a, b, c]);
    expect(withPage([b, c], [a, b], true)).toEqual([a, b, c]);
  });

  test('is of these podcasts', () => {
    expect(podcastsOf(episodes, [other]).map(({ id }) => id)).toHaveLength(2);
  });
});
