import { fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { outlineOfLatest, toQueue } from '../../../../src/machines/browse/episodes/episode.logic.ts';
import { LATEST_FILTERS, NO_FILTER } from '../../../../src/machines/browse/episodes/latest-filter.logic.ts';
import { andNewer, nearDay } from '../../../../src/machines/browse/episodes/latest.logic.ts';
import { latestMachine } from '../../../../src/machines/browse/episodes/latest.machine.ts';
import { keyOf } from '../../../../src/machines/kit/media.logic.ts';
import { PAGE_SIZE } from '../../../../src/machines/kit/windowed-list/window.logic.ts';
import type { ServerEventOf } from '../../../../src/schemas/socket/server-events.ts';
import { listLatestEpisodes } from '../../../../src/services/endpoints/podcasts.ts';
import { puppet, receivedBy } from '../../../support/rig.ts';
import { createHost } from '../../../support/host.ts';
import { episodeProgress, latestEpisodes, libraryOfLatest as libraryId } from '../../../support/episode-fixtures.ts';

const all = latestEpisodes(120);

function open(count = all.length, finished: readonly string[] = []) {
  const entries = finished.map((id) => episodeProgress(id, { isFinished: true }));
  const progress = fromTransition((state) => state, {
    entries: Object.fromEntries(entries.map((entry) => [keyOf(entry), entry])),
  });
  const host = createHost(latestMachine, {
    input: { route: { name: 'libraryLatest', libraryId }, entryKey: 'k', memory: null },
    named: { player: null, queue: null, progress },
  });
  const answer = (number: number) => {
    const episodes = all.slice(0, count).slice(number * PAGE_SIZE, (number + 1) * PAGE_SIZE);
    host.ports.api.answerOnce(listLatestEpisodes, { episodes, limit: PAGE_SIZE, page: number });
  };
  const list = () => host.subject.getSnapshot().children.list;
  const requested = () => (host.ports.api.inputsOf(listLatestEpisodes) as { page: number }[]).map(({ page }) => page);
  const total = () => list()?.getSnapshot().context.total;
  const look = (first: number, last: number) =>
    list()?.send({ type: 'list.windowMoved', first, last, offset: first * 100 });
  return { ...host, answer, list, requested, total, look };
}

describe('the filter of the latest episodes', () => {
  const input = { route: { name: 'libraryLatest', libraryId }, entryKey: 'k', memory: null } as const;
  const incomplete = { show: 'incomplete', podcastId: null } as const;
  const again = (ports: ReturnType<typeof open>['ports'], of = libraryId) => {
    const host = createHost(latestMachine, {
      input: { ...input, route: { ...input.route, libraryId: of } },
      ports,
      named: { player: null, queue: null, progress: fromTransition((state) => state, { entries: {} }) },
    });
    const { context, children } = host.subject.getSnapshot();
    return [context.filter, children.filtered?.getSnapshot().context.filter];
  };

  test('holds when the page is opened again in this tab, for this library, until all are shown', () => {
    const { subject, ports } = open();
    subject.send({ type: 'latest.filter', filter: incomplete });
    expect(again(ports)).toEqual([incomplete, incomplete]);
    expect(again(ports, 'another')).toEqual([NO_FILTER, NO_FILTER]);
    subject.send({ type: 'latest.filter', filter: NO_FILTER });
    expect([again(ports), ports.tabStorage.read(LATEST_FILTERS)]).toEqual([[NO_FILTER, NO_FILTER], []]);
  });

  test('that cannot be read is none', () => {
    const { ports } = open();
    ports.tabStorage.put('earmark.latestFilters', JSON.stringify([{ libraryId, show: 'odd', podcastId: null }]));
    expect(again(ports)).toEqual([NO_FILTER, NO_FILTER]);
  });
});

describe('server events while the latest episodes show', () => {
  const both = [[{ type: 'list.outdated' }], [{ type: 'latestFilter.refresh' }]];
  const none = [[], []];
  const item = (id: string, episodeIds?: string[]) => ({ libraryId, id, ...(episodeIds && { episodeIds }) });
  const foreign = { libraryId: 'another', id: 'a' };
  const drop = (podcastId: string, kept: string[] | null) => ({ type: 'latestFilter.forget', podcastId, kept });

  test.each<[string, object, unknown]>([
    ['an episode that was added', { type: 'server.episode.added', episode: { libraryItem: item('a') } }, both],
    ['one of another library', { type: 'server.episode.added', episode: { libraryItem: foreign } }, none],
    ['a podcast that was added', { type: 'server.item.added', item: item('a') }, both],
    ['one added to another library', { type: 'server.item.added', item: foreign }, none],
    ['podcasts that were added', { type: 'server.items.added', items: { items: [foreign, item('a')] } }, both],
    ['some added to another library', { type: 'server.items.added', items: { items: [foreign] } }, none],
    [
      'a podcast that has these episodes left',
      { type: 'server.item.updated', item: item('a', ['e']) },
      [[{ type: 'list.outdated' }], [drop('a', ['e']), { type: 'latestFilter.refresh' }]],
    ],
    [
      'a podcast that changed otherwise',
      { type: 'server.item.updated', item: item('a') },
      [[{ type: 'list.outdated' }], [drop('a', null), { type: 'latestFilter.refresh' }]],
    ],
    ['a change in another library', { type: 'server.item.updated', item: foreign }, none],
    ['podcasts that changed', { type: 'server.items.updated', items: { items: [item('a')] } }, both],
    ['changes in another library', { type: 'server.items.updated', items: { items: [foreign] } }, none],
    [
      'a podcast that was removed',
      { type: 'server.item.removed', item: { id: 'a' } },
      [[{ type: 'list.outdated' }], [drop('a', [])]],
    ],
    [
      'a filter',
      { type: 'latest.filter', filter: { show: 'incomplete', podcastId: null } },
      [[], [{ type: 'latestFilter.show', filter: { show: 'incomplete', podcastId: null } }]],
    ],
    [
      'no filter any more',
      { type: 'latest.filter', filter: NO_FILTER },
      [[], [{ type: 'latestFilter.show', filter: NO_FILTER }]],
    ],
    [
      'a new connection',
      { type: 'page.refresh', again: true },
      [[{ type: 'list.refresh' }], [{ type: 'latestFilter.refresh' }]],
    ],
  ])('%s reaches the list and the filter as far as it concerns them', (_what, event, heard) => {
    const { subject } = createHost(latestMachine.provide({ actors: { list: puppet, filtered: puppet } as never }), {
      input: { route: { name: 'libraryLatest', libraryId }, entryKey: 'k', memory: null },
      named: { player: null, queue: null },
    });
    subject.send(event as never);
    const { list, filtered } = subject.getSnapshot().children;
    expect([list, filtered].map((child) => child && receivedBy(child))).toEqual(heard);
  });

  test('where the list is looked at is kept for the way back', async () => {
    const page = open();
    page.answer(0);
    await vi.waitFor(() => expect(page.total()).toBe(PAGE_SIZE + 1));
    page.answer(1);
    page.look(4, 10);
    page.ports.clock.advance(1000);
    await vi.waitFor(() => expect(page.parentEvents).toMatchObject([{ type: 'page.stateSaved', entryKey: 'k' }]));
  });
});

describe('the latest episodes', () => {
  test('load page after page until one is not full: all 120 are reachable (pitfall 42)', async () => {
    const page = open();
    page.answer(0);
    await vi.waitFor(() => expect(page.total()).toBe(PAGE_SIZE + 1));
    page.answer(1);
    page.look(0, 10);
    await vi.waitFor(() => expect(page.total()).toBe(2 * PAGE_SIZE + 1));
    page.answer(2);
    page.look(60, 70);
    await vi.waitFor(() => expect(page.total()).toBe(120));
    page.look(100, 119);
    expect(page.requested()).toEqual([0, 1, 2]);
    const pages = page.list()?.getSnapshot().context.pages;
    expect([...(pages?.values() ?? [])].flat().map((slot) => slot?.id)).toEqual(all.map(({ id }) => id));
  });

  test('that end with a full page end there', async () => {
    const page = open(PAGE_SIZE);
    page.answer(0);
    await vi.waitFor(() => expect(page.total()).toBe(PAGE_SIZE + 1));
    page.answer(1);
    page.look(0, 10);
    await vi.waitFor(() => expect(page.total()).toBe(PAGE_SIZE));
    expect(page.requested()).toEqual([0, 1]);
  });

  test('can be none', async () => {
    const page = open(0);
    page.answer(0);
    await vi.waitFor(() => expect(page.list()?.getSnapshot().matches('empty')).toBe(true));
  });

  test('look again when one was added to this library, and stay as long as they are', async () => {
    const page = open();
    page.answer(0);
    await vi.waitFor(() => expect(page.total()).toBe(PAGE_SIZE + 1));
    page.answer(1);
    page.look(0, 10);
    await vi.waitFor(() => expect(page.total()).toBe(2 * PAGE_SIZE + 1));
    const added = (of: string) =>
      ({
        type: 'server.episode.added',
        episode: { libraryItem: { libraryId: of } },
      }) as unknown as ServerEventOf<'server.episode.added'>;
    page.subject.send(added('another'));
    page.ports.clock.advance(1000);
    expect(page.requested()).toEqual([0, 1]);
    page.subject.send(added(libraryId));
    page.answer(0);
    page.answer(1);
    page.ports.clock.advance(1000);
    await vi.waitFor(() => expect(page.requested()).toEqual([0, 1, 0, 1]));
    await vi.waitFor(() => expect(page.list()?.getSnapshot().context.loading).toEqual([]));
    expect(page.total()).toBe(2 * PAGE_SIZE + 1);
    page.subject.send({ type: 'server.item.added', item: { libraryId } } as never);
    page.answer(0);
    page.answer(1);
    page.ports.clock.advance(1000);
    await vi.waitFor(() => expect(page.requested()).toEqual([0, 1, 0, 1, 0, 1]));
  });

  test('play with the newer unfinished ones after them', () => {
    const finished = all[1]?.id ?? '';
    const page = open(0, [finished]);
    const items = [all[2], all[1], all[0]].flatMap((one) => (one ? toQueue(outlineOfLatest(one), one, String) : []));
    page.subject.send({ type: 'latest.play', items });
    expect(page.receivedBy('player')).toMatchObject([{ type: 'player.play', episodeId: all[2]?.id }]);
    expect(page.receivedBy('queue')).toEqual([{ type: 'queue.add', items: [items[2]], place: 'next' }]);
  });
});

describe('the newer ones', () => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  test.each([
    ['in their order', new Map([[0, [a, b, c]]]), ['c', 'b', 'a']],
    ['without what could not be read', new Map([[0, [a, null, c]]]), ['c', 'a']],
    ['nothing', new Map([[0, []]]), []],
  ])('%s', (_what, pages, ids) => {
    expect(andNewer(pages, 2).map(({ id }) => id)).toEqual(ids);
  });
});

describe('a day', () => {
  const now = new Date(2026, 2, 30, 0, 10);
  test.each([
    [new Date(2026, 2, 30, 23, 50), 'today'],
    [new Date(2026, 2, 29, 0, 0), 'yesterday'],
    [new Date(2026, 2, 28, 23, 59), null],
  ])('%s', (moment, near) => {
    expect(nearDay(moment.getTime(), now)).toBe(near);
  });
});
