import { waitFor } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { homeMachine } from '../../../src/machines/home/home.machine.ts';
import { selectHomeState, selectMiddle, selectMiddleChapters, selectScan, selectShelfLines, selectUnreadable, wholeListOf } from '../../../src/machines/home/home.selectors.ts';
import { bookItemMinified } from '../../../src/schemas/api/library-item-minified.ts';
import { z } from '../../../src/schemas/zod.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { listShelves, scanLibrary } from '../../../src/services/endpoints/libraries.ts';
import { hideProgressFromContinueListening, hideSeriesFromContinueListening } from '../../../src/services/endpoints/me.ts';
import { createHost } from '../../support/host.ts';
import { recording } from '../../support/recordings.ts';

type Wire = { id: string; entities: { id: string; libraryId: string; media: { numChapters: number } }[] }[];
const body = recording('libraries/personalized').response.body as Wire;
const expanded = recording('items/expanded').response.body as { id: string; media: { chapters: object[] } };
const listening = body[0]?.entities ?? [];
const [first, second] = listening;
if (!first || !second) throw new Error('The recording has no continue shelf with two books');
const libraryId = first.libraryId;
const item = (id: string) => z.parse(bookItemMinified, listening.find((entity) => entity.id === id) ?? { ...first, id });

function open(answer: unknown = body) {
  const host = createHost(homeMachine, { input: { route: { name: 'library', libraryId }, entryKey: 'k', memory: null }, named: { toasts: null } });
  host.ports.api.answer(listShelves, answer);
  host.ports.api.answer(getItem, { ...expanded, id: first?.id });
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    state,
    continued: () => state().context.shelves[0]?.entities.items.map(({ id }) => id),
    shown: () => waitFor(host.subject, (snapshot) => snapshot.matches('shown'), { timeout: 1000 }),
    asked: () => host.ports.api.inputsOf(listShelves).length,
  };
}

describe('opening', () => {
  test('asks for the shelves of the library once and shows them', async () => {
    const home = open();
    await home.shown();
    expect(home.ports.api.inputsOf(listShelves)).toEqual([{ libraryId }]);
    expect(selectHomeState(home.state())).toBe('filled');
    expect(selectMiddle(home.state())?.item.id).toBe(first.id);
    expect(selectShelfLines(home.state())[0]?.[0]?.entities.items.map(({ id }) => id)).toEqual(listening.slice(1).map(({ id }) => id));
  });

  test('asks for the chapters of the first card only', async () => {
    const home = open();
    await home.shown();
    await vi.waitFor(() => expect(selectMiddleChapters(home.state())).toHaveLength(expanded.media.chapters.length));
    expect(home.ports.api.inputsOf(getItem)).toEqual([{ id: first.id }]);
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

  test('entries that cannot be read are left out and counted, the rest is shown', async () => {
    const broken = body.map((shelf, index) => (index === 0 ? { ...shelf, entities: [{ ...first, media: null }, second] } : shelf));
    const home = open([...broken, { id: 'strange', type: 'strange' }]);
    await home.shown();
    expect([home.continued(), selectUnreadable(home.state())]).toEqual([[second.id], 2]);
  });
});

describe('an empty library', () => {
  test('can be scanned, and fills by itself when items come', async () => {
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

  test('a refused scan says so and can be tried again', async () => {
    const home = open([]);
    home.ports.api.refuse(scanLibrary, { kind: 'forbidden', message: '' });
    await home.shown();
    home.subject.send({ type: 'home.scan' });
    await vi.waitFor(() => expect(home.receivedBy('toasts')).toEqual([
      { type: 'toasts.show', kind: 'error', message: { key: 'home.scanFailed' } },
    ]));
    expect(selectScan(home.state())).toBe('none');
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
    expect(home.asked()).toBe(1);
  });

  test('a burst of new items asks for the shelves once it is quiet, while the old ones stay', async () => {
    const home = open();
    await home.shown();
    for (let count = 0; count < 50; count += 1) home.subject.send({ type: 'server.item.added', item: item(`new-${count}`) });
    expect([home.asked(), home.continued()]).toEqual([1, listening.map(({ id }) => id)]);
    home.ports.clock.advance(1000);
    expect(home.asked()).toBe(2);
    await vi.waitFor(() => expect(home.state().matches({ shown: { freshness: 'fresh' } })).toBe(true));
  });

  test('an item added to another library changes nothing', async () => {
    const home = open();
    await home.shown();
    home.subject.send({ type: 'server.item.added', item: { ...item('new'), libraryId: 'other' } });
    home.ports.clock.advance(1000);
    expect(home.asked()).toBe(1);
  });

  test('a removed item is off its shelves at once', async () => {
    const home = open();
    await home.shown();
    home.subject.send({ type: 'server.item.removed', item: { id: second.id } });
    expect(home.continued()).toEqual(listening.map(({ id }) => id).filter((id) => id !== second.id));
  });

  describe('the shelf of random picks', () => {
    const pickedWithout = (...gone: readonly string[]) =>
      body.map((shelf) => (shelf.id === 'discover' ? { ...shelf, entities: shelf.entities.filter(({ id }) => !gone.includes(id)) } : shelf));
    const discovered = body.find(({ id }) => id === 'discover')?.entities.map(({ id }) => id) ?? [];
    const [gone = '', other = ''] = discovered;
    const openFresh = async () => {
      const home = open();
      await home.shown();
      return {
        ...home,
        discover: () => home.state().context.shelves.find(({ id }) => id === 'discover')?.entities.items.map(({ id }) => id),
        fresh: () => vi.waitFor(() => expect(home.state().matches({ shown: { freshness: 'fresh' } })).toBe(true)),
      };
    };

    test('stays as it is when the shelves are asked for again because of a change', async () => {
      const home = await openFresh();
      home.ports.api.answer(listShelves, pickedWithout(gone));
      home.subject.send({ type: 'home.outdated' });
      home.ports.clock.advance(1000);
      await home.fresh();
      expect([home.asked(), home.discover()]).toEqual([2, discovered]);
    });

    test('is taken anew after a reconnect, so that what was removed meanwhile is gone', async () => {
      const home = await openFresh();
      home.ports.api.answer(listShelves, pickedWithout(gone));
      home.subject.send({ type: 'page.refresh' });
      await home.fresh();
      expect(home.discover()).toEqual(discovered.filter((id) => id !== gone));
    });

    test('is taken anew also when a change puts the refresh after a reconnect off', async () => {
      const home = await openFresh();
      home.ports.api.answer(listShelves, pickedWithout(gone));
      home.subject.send({ type: 'page.refresh' });
      home.subject.send({ type: 'home.outdated' });
      home.ports.clock.advance(1000);
      await home.fresh();
      expect(home.discover()).toEqual(discovered.filter((id) => id !== gone));
    });

    test('is taken anew once only', async () => {
      const home = await openFresh();
      home.subject.send({ type: 'page.refresh' });
      await home.fresh();
      home.ports.api.answer(listShelves, pickedWithout(gone, other));
      home.subject.send({ type: 'home.outdated' });
      home.ports.clock.advance(1000);
      await home.fresh();
      expect([home.asked(), home.discover()]).toEqual([3, discovered]);
    });
  });

  test('a failure to ask again keeps what is shown', async () => {
    const home = open();
    await home.shown();
    home.ports.api.refuse(listShelves, { kind: 'network' });
    home.subject.send({ type: 'page.refresh' });
    await vi.waitFor(() => expect(home.state().matches({ shown: { freshness: 'fresh' } })).toBe(true));
    expect(home.continued()).toEqual(listening.map(({ id }) => id));
  });
});

describe('taking an entry off its continue shelf', () => {
  test('shows at once and tells the server', async () => {
    const home = open();
    home.ports.api.answer(hideProgressFromContinueListening, recording('me/progress-hide-from-continue').response.body);
    await home.shown();
    home.subject.send({ type: 'home.hide', shelfId: 'continue-listening', entityId: first.id, target: { kind: 'progress', progressId: 'p1' } });
    expect(home.continued()?.[0]).toBe(second.id);
    expect(home.ports.api.inputsOf(hideProgressFromContinueListening)).toEqual([{ progressId: 'p1' }]);
  });

  test('hides a series by its own call', async () => {
    const home = open();
    await home.shown();
    home.subject.send({ type: 'home.hide', shelfId: 'continue-series', entityId: 'x', target: { kind: 'series', seriesId: 's1' } });
    expect(home.ports.api.inputsOf(hideSeriesFromContinueListening)).toEqual([{ seriesId: 's1' }]);
  });

  test('a refusal says so and brings the entry back', async () => {
    const home = open();
    home.ports.api.refuse(hideProgressFromContinueListening, { kind: 'network' });
    await home.shown();
    home.subject.send({ type: 'home.hide', shelfId: 'continue-listening', entityId: first.id, target: { kind: 'progress', progressId: 'p1' } });
    await vi.waitFor(() => expect(home.receivedBy('toasts')).toEqual([
      { type: 'toasts.show', kind: 'error', message: { key: 'home.hideFailed' } },
    ]));
    home.ports.clock.advance(1000);
    await vi.waitFor(() => expect(home.continued()?.[0]).toBe(first.id));
  });
});

test('the heading of a shelf leads to all of it where there is such a page', () => {
  const names = ['continue-listening', 'listen-again', 'recently-added', 'recent-series', 'newest-authors', 'newest-episodes', 'discover'];
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
