import { fromTransition, waitFor, type AnyActorLogic, type AnyActorRef, type EventObject } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { homeMachine } from '../../../../src/machines/browse/home/home.machine.ts';
import type { HomeEvent } from '../../../../src/machines/browse/home/home.setup.ts';
import {
  movedStartOf,
  selectHomeState,
  selectContinueItem,
  selectContinueChapters,
  selectScan,
  selectShelfLines,
} from '../../../../src/machines/browse/home/home.selectors.ts';
import { wholeListOf } from '../../../../src/machines/browse/home/shelves.logic.ts';
import { bookItemMinified } from '../../../../src/schemas/api/library-item-minified.ts';
import type { Task } from '../../../../src/schemas/api/task.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { listShelves, scanLibrary } from '../../../../src/services/endpoints/libraries.ts';
import { firstEpisode } from '../../../support/episode-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { reducedBook } from '../../../support/item-fixtures.ts';
import { bookProgress } from '../../../support/player-fixtures.ts';
import { recording, socketRecording } from '../../../support/recordings.ts';

type Wire = { id: string; entities: { id: string; libraryId: string; media: { numChapters: number } }[] }[];
const body = recording('libraries/personalized').response.body as Wire;
const expanded = recording('items/expanded').response.body as { id: string; media: { chapters: object[] } };
const listening = body[0]?.entities ?? [];
const [first, second] = listening;
if (!first || !second) throw new Error('The recording has no continue shelf with two books');
const libraryId = first.libraryId;
const item = (id: string) =>
  z.parse(bookItemMinified, listening.find((entity) => entity.id === id) ?? { ...first, id });

function open(answer: unknown = body, named: Record<string, AnyActorLogic> = {}) {
  const host = createHost(homeMachine, {
    input: { route: { name: 'library', libraryId }, entryKey: 'k', memory: null },
    named: { toasts: null, progress: null, player: null, ...named },
  });
  host.ports.api.answer(listShelves, answer);
  host.ports.api.answer(getItem, { ...expanded, id: first?.id });
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    state,
    player: () =>
      (host.subject.system.get('player') as AnyActorRef).getSnapshot().context as { received: readonly EventObject[] },
    continued: () => state().context.shelves[0]?.entities.items.map(({ id }) => id),
    freshness: () => state().children.shelves?.getSnapshot().children.freshness?.getSnapshot().value,
    shown: () => waitFor(host.subject, (snapshot) => snapshot.matches('shown'), { timeout: 1000 }),
    requested: () => host.ports.api.inputsOf(listShelves).length,
  };
}

describe('opening', () => {
  test('requests the shelves of the library once and shows them', async () => {
    const home = open();
    await home.shown();
    expect(home.ports.api.inputsOf(listShelves)).toEqual([{ libraryId }]);
    expect(selectHomeState(home.state())).toBe('filled');
    expect(selectContinueItem(home.state())?.item.id).toBe(first.id);
    expect(selectShelfLines(home.state())[0]?.[0]?.entities.items.map(({ id }) => id)).toEqual(
      listening.slice(1).map(({ id }) => id),
    );
  });

  test('requests the chapters of the first card only', async () => {
    const home = open();
    await home.shown();
    await vi.waitFor(() => expect(selectContinueChapters(home.state())).toHaveLength(expanded.media.chapters.length));
    expect(home.ports.api.inputsOf(getItem)).toEqual([{ id: first.id }]);
  });

  test('an answer about another item is requested once, and gives the card no chapters', async () => {
    const home = open();
    home.ports.api.answer(getItem, { ...expanded, id: second.id });
    await home.shown();
    await vi.waitFor(() => expect(home.receivedBy('player')).toHaveLength(1));
    await vi.waitFor(() => expect(home.state().matches({ shown: { continueItem: 'resting' } })).toBe(true));
    expect(home.ports.api.inputsOf(getItem)).toEqual([{ id: first.id }]);
    expect(selectContinueChapters(home.state())).toEqual([]);
  });

  test('hands its data to the player, which may show the same item', async () => {
    const home = open();
    await vi.waitFor(() =>
      expect(home.receivedBy('player')).toMatchObject([{ type: 'player.describe', item: { id: first.id } }]),
    );
  });

  test('a failure says why, and trying again leads on', async () => {
    const home = open();
    home.ports.api.refuseOnce(listShelves, { kind: 'network' });
    await waitFor(home.subject, (snapshot) => snapshot.hasTag('failed'), { timeout: 1000 });
    expect(home.state().context.error).toEqual({ kind: 'network' });
    home.subject.send({ type: 'home.retry' });
    await home.shown();
    expect(home.state().context.error).toBeNull();
  });

  test('entries that cannot be read are left out, the rest is shown', async () => {
    const broken = body.map((shelf, index) =>
      index === 0 ? { ...shelf, entities: [{ ...first, media: null }, second] } : shelf,
    );
    const home = open([...broken, { id: 'strange', type: 'strange' }]);
    await home.shown();
    expect(home.continued()).toEqual([second.id]);
  });
});

describe('a refetch', () => {
  test('while it loads takes the later answer', async () => {
    const home = open();
    home.ports.api.defer(listShelves);
    await vi.waitFor(() => expect(home.requested()).toBe(1));
    home.subject.send({ type: 'page.refresh', again: true });
    await home.shown();
    expect(home.requested()).toBe(2);
  });

  test('after a failure begins at the start, and forgets why it failed', async () => {
    const home = open();
    home.ports.api.refuseOnce(listShelves, { kind: 'network' });
    await vi.waitFor(() => expect(selectHomeState(home.state())).toBe('failed'));
    home.subject.send({ type: 'page.refresh', again: true });
    expect(selectHomeState(home.state())).toBe('loading');
    await home.shown();
    expect([home.requested(), home.state().context.error]).toEqual([2, null]);
  });

  test('of a missing library says so', async () => {
    const home = open();
    await home.shown();
    home.ports.api.refuse(listShelves, { kind: 'notFound', message: '' });
    home.subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(selectHomeState(home.state())).toBe('failed'));
    expect(home.state().context.error).toEqual({ kind: 'notFound', message: '' });
  });

  test('chapters that failed to load are not refetched', async () => {
    const home = open();
    home.ports.api.refuse(getItem, { kind: 'network' });
    await home.shown();
    await vi.waitFor(() => expect(home.state().matches({ shown: { continueItem: 'resting' } })).toBe(true));
    expect([home.ports.api.inputsOf(getItem).length, home.receivedBy('player')]).toEqual([1, []]);
  });

  test('of a new first card requests its chapters', async () => {
    const other = { ...second, media: { ...second.media, numChapters: 3 } };
    const home = open(body.map((shelf, index) => (index === 0 ? { ...shelf, entities: [first, other] } : shelf)));
    await home.shown();
    await vi.waitFor(() => expect(home.receivedBy('player')).toHaveLength(1));
    home.ports.api.answer(getItem, { ...expanded, id: second.id });
    home.subject.send({ type: 'server.item.removed', item: { id: first.id } });
    await vi.waitFor(() => expect(home.receivedBy('player')).toHaveLength(2));
    expect(home.ports.api.inputsOf(getItem)).toEqual([{ id: first.id }, { id: second.id }]);
    expect(selectContinueChapters(home.state())).toHaveLength(expanded.media.chapters.length);
  });
});

describe('an empty library', () => {
  test('can be scanned, and fills by itself when items arrive', async () => {
    const home = open([]);
    home.ports.api.answer(scanLibrary, 'OK');
    await home.shown();
    home.subject.send({ type: 'home.scan' });
    expect([selectHomeState(home.state()), selectScan(home.state())]).toEqual(['empty', 'asking']);
    await vi.waitFor(() => expect(selectScan(home.state())).toBe('running'));
    home.ports.api.answer(listShelves, body);
    home.subject.send({ type: 'server.items.added', items: { items: [item(first.id)], dropped: [] } });
    home.ports.clock.advance(1000);
    await vi.waitFor(() => expect(selectHomeState(home.state())).toBe('filled'));
  });

  test("a refused scan shows the server's error and can be retried (NTF-004)", async () => {
    const home = open([]);
    const error = { kind: 'forbidden', message: 'Only administrators scan' } as const;
    home.ports.api.refuse(scanLibrary, error);
    await home.shown();
    home.subject.send({ type: 'home.scan' });
    await vi.waitFor(() =>
      expect(home.receivedBy('toasts')).toEqual([
        { type: 'toasts.show', kind: 'error', message: { key: 'home.scanFailed' }, error },
      ]),
    );
    expect(selectScan(home.state())).toBe('none');
  });

  const recorded = socketRecording('scan-library-nothing-new').events.find(({ event }) => event === 'task_finished')
    ?.payload as Task;
  const finished = (libraryId: string, change: object = {}): Extract<HomeEvent, { type: 'server.task.finished' }> => ({
    type: 'server.task.finished',
    task: { ...recorded, data: { ...recorded.data, libraryId }, ...change },
  });
  async function scanning() {
    const home = open([]);
    home.ports.api.answer(scanLibrary, 'OK');
    await home.shown();
    home.subject.send({ type: 'home.scan' });
    await vi.waitFor(() => expect(selectScan(home.state())).toBe('running'));
    return home;
  }

  test('a scan without results ends, says so, and can be restarted', async () => {
    const home = await scanning();
    home.subject.send(finished('another'));
    expect(home.receivedBy('toasts')).toEqual([]);
    home.subject.send(finished(libraryId));
    expect(home.receivedBy('toasts')).toEqual([
      { type: 'toasts.show', kind: 'info', message: { key: 'home.scanFoundNothing' } },
    ]);
    expect(selectScan(home.state()), 'until the shelves were asked for').toBe('running');
    home.ports.clock.advance(1000);
    await vi.waitFor(() => expect(selectScan(home.state())).toBe('none'));
  });

  test('a scan that ends before its call is answered ends too', async () => {
    const home = open([]);
    home.ports.api.defer(scanLibrary);
    await home.shown();
    home.subject.send({ type: 'home.scan' });
    home.subject.send(finished(libraryId));
    home.ports.clock.advance(1000);
    await vi.waitFor(() => expect(selectScan(home.state())).toBe('none'));
  });

  test('a scan that ends early is reported once, and another can follow, even with failed shelves', async () => {
    const home = open([]);
    const answer = home.ports.api.defer(scanLibrary);
    await home.shown();
    home.subject.send({ type: 'home.scan' });
    home.subject.send(finished('another'));
    expect(selectScan(home.state())).toBe('asking');
    home.subject.send(finished(libraryId));
    answer.resolve('OK');
    expect([selectScan(home.state()), home.receivedBy('toasts')]).toEqual([
      'running',
      [{ type: 'toasts.show', kind: 'info', message: { key: 'home.scanFoundNothing' } }],
    ]);
    home.ports.api.refuseOnce(listShelves, { kind: 'network' });
    home.ports.clock.advance(1000);
    await vi.waitFor(() => expect(selectScan(home.state())).toBe('none'));
    home.ports.api.answer(scanLibrary, 'OK');
    home.subject.send({ type: 'home.scan' });
    await vi.waitFor(() => expect(home.ports.api.inputsOf(scanLibrary)).toHaveLength(2));
  });

  test('a scan that fails on the server says why', async () => {
    const home = await scanning();
    home.subject.send(finished(libraryId, { isFailed: true, error: 'Folder is gone' }));
    expect(home.receivedBy('toasts')).toEqual([
      { type: 'toasts.show', kind: 'error', message: { text: 'Folder is gone' } },
    ]);
  });

  test('a scan whose end was missed does not run for ever', async () => {
    const home = await scanning();
    home.subject.send({ type: 'page.refresh', again: true });
    expect(selectScan(home.state())).toBe('running');
    home.ports.clock.advance(1000);
    await vi.waitFor(() => expect(selectScan(home.state())).toBe('none'));
  });
});

describe('changes elsewhere', () => {
  test('two thousand updates of shown and other items redraw the shelves once (pitfall 35)', async () => {
    const home = open();
    await home.shown();
    const seen = new Set<unknown>();
    home.subject.subscribe(({ context }) => seen.add(context.shelves));
    const before = home.state().context.shelves;
    for (let count = 0; count < 2000; count += 1) {
      const id = count % 2 === 0 ? second.id : `other-${count}`;
      home.subject.send({ type: 'server.item.updated', item: { ...item(second.id), id, updatedAt: count } });
    }
    home.ports.clock.advance(200);
    expect([...seen].filter((shelves) => shelves !== before)).toHaveLength(1);
    expect(home.state().context.shelves[0]?.entities.items[1]).toMatchObject({ id: second.id, updatedAt: 1998 });
    expect(home.requested()).toBe(1);
  });

  test('a burst of new items refetches the shelves once it is quiet, while the old ones stay (EVT-012)', async () => {
    const home = open();
    await home.shown();
    for (let count = 0; count < 50; count += 1)
      home.subject.send({ type: 'server.item.added', item: item(`new-${count}`) });
    expect([home.requested(), home.continued()]).toEqual([1, listening.map(({ id }) => id)]);
    home.ports.clock.advance(1000);
    expect(home.requested()).toBe(2);
    await vi.waitFor(() => expect(home.freshness()).toBe('fresh'));
  });

  test('an item added to another library changes nothing', async () => {
    const home = open();
    await home.shown();
    home.subject.send({ type: 'server.item.added', item: { ...item('new'), libraryId: 'other' } });
    home.ports.clock.advance(1000);
    expect(home.requested()).toBe(1);
  });

  const podcastItem = (libraryOfIt: string) => ({ ...reducedBook, libraryId: libraryOfIt });
  test.each([
    [1, { type: 'server.item.removed', item: { id: second.id } }],
    [0, { type: 'server.item.removed', item: { id: 'nowhere' } }],
    [1, { type: 'server.episode.added', episode: { ...firstEpisode, libraryItem: podcastItem(libraryId) } }],
    [0, { type: 'server.episode.added', episode: { ...firstEpisode, libraryItem: podcastItem('another') } }],
    [1, { type: 'server.user.updated', user: {} as never }],
    [1, { type: 'progress.settled', id: 'any' }],
    [1, { type: 'server.items.added', items: { items: [], dropped: [] } }],
  ] as const)('the shelves are requested %s more times after %j', async (times, event) => {
    const home = open();
    await home.shown();
    home.subject.send(event);
    home.ports.clock.advance(1000);
    await vi.waitFor(() => expect(home.freshness()).toBe('fresh'));
    expect(home.requested()).toBe(1 + times);
  });

  test('several items that changed are shown together', async () => {
    const home = open();
    await home.shown();
    const items = [first, second].map(({ id }) => ({ ...item(id), updatedAt: 77 }));
    home.subject.send({ type: 'server.items.updated', items: { items, dropped: [] } });
    home.ports.clock.advance(200);
    expect(home.state().context.shelves[0]?.entities.items.slice(0, 2)).toEqual(items);
  });

  test.each([
    ['authors', 'newest-authors', 'author'],
    ['series', 'recent-series', 'series'],
  ] as const)('%s are shown by their new names, and go when they are removed', async (_names, shelfId, kind) => {
    const home = open();
    await home.shown();
    const names = () =>
      home
        .state()
        .context.shelves.find(({ id }) => id === shelfId)
        ?.entities.items.map((entity) => [entity.id, 'name' in entity ? entity.name : null]);
    const [[one = ''] = [], ...others] = names() ?? [];
    expect(one).not.toBe('');
    const report = { id: one, name: 'Anew' } as never;
    home.subject.send(
      kind === 'author'
        ? { type: 'server.author.updated', author: report }
        : { type: 'server.series.updated', series: report },
    );
    expect(names()).toEqual([[one, 'Anew'], ...others]);
    home.subject.send(
      kind === 'author'
        ? { type: 'server.author.removed', author: report }
        : { type: 'server.series.removed', series: report },
    );
    expect(names()).toEqual(others);
  });

  test('an item played elsewhere moves to the front; one on no shelf yet is requested', async () => {
    const home = open();
    await home.shown();
    const report = (libraryItemId: string) => ({
      type: 'server.progress.updated' as const,
      progress: {
        id: `p-${libraryItemId}`,
        data: bookProgress({ libraryItemId, currentTime: 5, duration: 100, progress: 0.05, lastUpdate: 9e12 }),
      } as never,
    });
    home.subject.send(report(second.id));
    expect(home.continued()).toEqual([second.id, first.id, ...listening.slice(2).map(({ id }) => id)]);
    home.ports.clock.advance(1000);
    expect(home.requested()).toBe(1);
    home.subject.send(report('on-no-shelf'));
    home.ports.clock.advance(1000);
    await vi.waitFor(() => expect(home.requested()).toBe(2));
  });

  test('a removed item is off its shelves at once (EVT-014)', async () => {
    const home = open();
    await home.shown();
    home.subject.send({ type: 'server.item.removed', item: { id: second.id } });
    expect(home.continued()).toEqual(listening.map(({ id }) => id).filter((id) => id !== second.id));
  });

  describe('the shelf of random picks', () => {
    const pickedWithout = (...gone: readonly string[]) =>
      body.map((shelf) =>
        shelf.id === 'discover' ? { ...shelf, entities: shelf.entities.filter(({ id }) => !gone.includes(id)) } : shelf,
      );
    const discovered = body.find(({ id }) => id === 'discover')?.entities.map(({ id }) => id) ?? [];
    const [gone = '', other = ''] = discovered;
    const openFresh = async () => {
      const home = open();
      await home.shown();
      return {
        ...home,
        discover: () =>
          home
            .state()
            .context.shelves.find(({ id }) => id === 'discover')
            ?.entities.items.map(({ id }) => id),
        fresh: () => vi.waitFor(() => expect(home.freshness()).toBe('fresh')),
      };
    };

    test('stays the same when a change refetches the shelves', async () => {
      const home = await openFresh();
      home.ports.api.answer(listShelves, pickedWithout(gone));
      home.subject.send({ type: 'server.items.added', items: { items: [], dropped: [] } });
      home.ports.clock.advance(1000);
      await home.fresh();
      expect([home.requested(), home.discover()]).toEqual([2, discovered]);
    });

    test('stays the same when the first connection opens, a moment after the shelves show', async () => {
      const home = await openFresh();
      home.ports.api.answer(listShelves, pickedWithout(gone));
      home.subject.send({ type: 'page.refresh', again: false });
      await home.fresh();
      expect([home.requested(), home.discover()]).toEqual([2, discovered]);
    });

    test('is replaced after a reconnect, so that removed items disappear', async () => {
      const home = await openFresh();
      home.ports.api.answer(listShelves, pickedWithout(gone));
      home.subject.send({ type: 'page.refresh', again: true });
      await home.fresh();
      expect(home.discover()).toEqual(discovered.filter((id) => id !== gone));
    });

    test('is taken again also when a change puts the refresh after a reconnect off', async () => {
      const home = await openFresh();
      home.ports.api.answer(listShelves, pickedWithout(gone));
      home.subject.send({ type: 'page.refresh', again: true });
      home.subject.send({ type: 'server.items.added', items: { items: [], dropped: [] } });
      home.ports.clock.advance(1000);
      await home.fresh();
      expect(home.discover()).toEqual(discovered.filter((id) => id !== gone));
    });

    test('is taken again once only', async () => {
      const home = await openFresh();
      home.subject.send({ type: 'page.refresh', again: true });
      await home.fresh();
      home.ports.api.answer(listShelves, pickedWithout(gone, other));
      home.subject.send({ type: 'server.items.added', items: { items: [], dropped: [] } });
      home.ports.clock.advance(1000);
      await home.fresh();
      expect([home.requested(), home.discover()]).toEqual([3, discovered]);
    });
  });

  test('a failed refresh keeps the shelves, marks them stale, and is retried', async () => {
    const home = open();
    await home.shown();
    home.ports.api.refuse(listShelves, { kind: 'network' });
    home.subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(home.freshness()).toBe('stale'));
    expect(home.continued()).toEqual(listening.map(({ id }) => id));
    home.ports.api.answer(listShelves, body);
    home.ports.clock.advance(2000);
    await vi.waitFor(() => expect(home.freshness()).toBe('fresh'));
    expect(home.requested()).toBe(3);
  });
});

describe('a jump on the first card', () => {
  const media = { libraryItemId: first.id, episodeId: null };
  const shown = bookProgress({ libraryItemId: first.id, currentTime: 50, duration: 100 });
  const jump = { type: 'home.jump', media, seconds: -15 } as const;
  const open50 = (request: object | null) =>
    open(body, {
      progress: fromTransition((state) => state, { entries: { [first.id]: shown } }),
      player: fromTransition(
        (state: { request: object | null; received: readonly EventObject[] }, event: EventObject) => ({
          ...state,
          received: [...state.received, event],
        }),
        { request, received: [] },
      ),
    });

  test('moves where it will begin while it is not open in the player', async () => {
    const home = open50({ media: { libraryItemId: 'other', episodeId: null } });
    await home.shown();
    home.subject.send(jump);
    expect([movedStartOf(shown)(home.state()), home.player().received]).toEqual([35, []]);
  });

  test('is one of the player when it is open there', async () => {
    const home = open50({ media });
    await home.shown();
    home.subject.send(jump);
    expect([movedStartOf(shown)(home.state()), home.player().received]).toEqual([
      null,
      [{ type: 'player.seekBy', seconds: -15 }],
    ]);
  });
});

describe('removing from a continue shelf', () => {
  const hide = (one: { id: string }, shelfId = 'continue-listening') =>
    ({ type: 'home.hide', shelfId, item: item(one.id) }) as const;
  const command = (one: { id: string }) => ({
    type: 'progress.edit',
    media: { libraryItemId: one.id, episodeId: null },
    edit: { kind: 'hide' },
    title: item(one.id).media.metadata.title,
  });

  test('shows at once and notifies the progress; a second one during the first does too', async () => {
    const home = open();
    await home.shown();
    home.subject.send(hide(first));
    home.subject.send(hide(second));
    expect(home.continued()).toEqual(listening.slice(2).map(({ id }) => id));
    expect(home.receivedBy('progress')).toEqual([command(first), command(second)]);
  });

  test('is not undone by shelves that the server made before it', async () => {
    const home = open();
    await home.shown();
    home.subject.send(hide(first));
    home.subject.send(hide(second));
    home.ports.api.answer(
      listShelves,
      body.map((shelf, index) => (index === 0 ? { ...shelf, entities: shelf.entities.slice(1) } : shelf)),
    );
    home.subject.send({ type: 'progress.settled', id: first.id });
    await vi.waitFor(() => expect(home.requested()).toBe(2));
    await vi.waitFor(() => expect(home.state().context.removals.map(({ id }) => id)).toEqual([second.id]));
    expect(home.continued()).toEqual(listening.slice(2).map(({ id }) => id));
  });

  test('that failed or was undone brings the entry back', async () => {
    const home = open();
    await home.shown();
    home.subject.send(hide(first));
    home.subject.send({ type: 'progress.settled', id: first.id });
    await vi.waitFor(() => expect(home.continued()).toEqual(listening.map(({ id }) => id)));
  });

  test('hides the whole series on the shelf of series', async () => {
    const series = { id: 's1', name: 'Expanse', sequence: '2' };
    const inSeries = {
      ...first,
      media: { ...first.media, metadata: { ...(first.media as unknown as { metadata: object }).metadata, series } },
    };
    const home = open([{ ...body[0], id: 'continue-series', entities: [inSeries] }]);
    await home.shown();
    const [shown] = home.state().context.shelves[0]?.entities.items ?? [];
    home.subject.send({ type: 'home.hide', shelfId: 'continue-series', item: shown as ReturnType<typeof item> });
    expect([home.continued(), home.receivedBy('progress')]).toEqual([
      [],
      [{ type: 'progress.hideSeries', seriesId: 's1', title: 'Expanse' }],
    ]);
  });

  test('of one episode leaves the other episodes of its podcast', async () => {
    const shelf = (recording('libraries/personalized-podcast').response.body as Wire).find(
      ({ id }) => id === 'continue-listening',
    );
    const [one] = (shelf?.entities ?? []) as unknown as { id: string; recentEpisode: { id: string } }[];
    if (!shelf || !one) throw new Error('The recording has no episode under way');
    const home = open([
      { ...shelf, entities: [one, { ...one, recentEpisode: { ...one.recentEpisode, id: 'other' } }] },
    ]);
    await home.shown();
    const [shown] = home.state().context.shelves[0]?.entities.items ?? [];
    home.subject.send({ type: 'home.hide', shelfId: 'continue-listening', item: shown as never });
    expect(home.continued()).toEqual([one.id]);
    expect(home.receivedBy('progress')).toMatchObject([
      { type: 'progress.edit', media: { libraryItemId: one.id, episodeId: one.recentEpisode.id } },
    ]);
  });
});

test('the heading of a shelf leads to all of it where there is such a page', () => {
  const names = [
    'continue-listening',
    'listen-again',
    'recently-added',
    'recent-series',
    'newest-authors',
    'newest-episodes',
    'discover',
  ];
  expect(names.map((name) => wholeListOf(name, 'l'))).toEqual([
    { name: 'bookshelf', libraryId: 'l', filter: 'progress.aW4tcHJvZ3Jlc3M%3D' },
    { name: 'bookshelf', libraryId: 'l', filter: 'progress.ZmluaXNoZWQ%3D' },
    { name: 'bookshelf', libraryId: 'l', sort: 'addedAt', desc: '1' },
    { name: 'librarySeries', libraryId: 'l' },
    { name: 'libraryAuthors', libraryId: 'l' },
    { name: 'libraryLatest', libraryId: 'l' },
    null,
  ]);
});
