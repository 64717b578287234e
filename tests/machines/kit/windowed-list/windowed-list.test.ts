import { describe, expect, test, vi } from 'vitest';
import { selectIsStale } from '../../../../src/machines/kit/kit.selectors.ts';
import { windowedList } from '../../../../src/machines/kit/windowed-list/list-source.ts';
import { PAGE_SIZE } from '../../../../src/machines/kit/windowed-list/window.logic.ts';
import type {
  ListMemory,
  ListPlaceChanged,
} from '../../../../src/machines/kit/windowed-list/windowed-list.protocol.ts';
import {
  selectFollowed,
  selectHasChanges,
  selectHasFailedPages,
  selectIsLoading,
  selectListKey,
  selectListState,
  selectStart,
  selectTotal,
  selectUnreadable,
  slotSelector,
} from '../../../../src/machines/kit/windowed-list/windowed-list.selectors.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import type { TolerantList } from '../../../../src/schemas/tolerant-list.ts';
import { createHost } from '../../../support/host.ts';

interface Thing {
  readonly id: string;
  readonly name: string;
  readonly shelf?: string;
}
interface Query {
  readonly sort: string;
}
interface Call {
  readonly query: Query;
  readonly number: number;
  readonly signal: AbortSignal;
}

const thing = (id: string): Thing => ({ id, name: `Thing ${id}` });
const range = (total: number, prefix = 't') => Array.from({ length: total }, (_, at) => thing(`${prefix}${at}`));
const offline = new AppException({ kind: 'network' });

/** A list of items on a server that is an array, and its requests. */
function open(
  things: readonly Thing[],
  memory: ListMemory<Thing, Query> | null = null,
  query: Query = { sort: 'name' },
) {
  const server = {
    things,
    failing: false,
    /** Answers wait while this is set. */
    gate: Promise.resolve(),
    dropped: [] as TolerantList<Thing>['dropped'],
  };
  const calls: Call[] = [];
  const list = windowedList<Thing, Query>({
    loadPage: async (_api, requested, number, signal) => {
      calls.push({ query: requested, number, signal });
      const { failing } = server;
      await server.gate;
      if (failing) throw offline;
      const items = server.things.slice(number * PAGE_SIZE, (number + 1) * PAGE_SIZE);
      return { items: { items, dropped: server.dropped }, total: server.things.length };
    },
    merge: (shown, update) => ({ ...shown, ...update }),
    isShuffled: ({ sort }) => sort === 'random',
  });
  const host = createHost(list, { input: { query, memory } });
  const state = () => host.subject.getSnapshot();
  return {
    server,
    calls,
    state,
    send: host.subject.send,
    advance: (ms: number) => host.ports.clock.advance(ms),
    idAt: (index: number) => slotSelector(index)(state())?.id,
    pagesRequested: () => calls.map(({ number }) => number),
    move: (first: number, last: number, offset: number) =>
      host.subject.send({ type: 'list.windowMoved', first, last, offset }),
    settled: () =>
      vi.waitFor(
        () => {
          expect([
            state().context.loading,
            state().hasTag('busy'),
            state().matches({ filled: 'revalidating' }),
          ]).toEqual([[], false, false]);
        },
        { interval: 2 },
      ),
    isStale: () => selectIsStale(state().children.freshness?.getSnapshot()),
    retry: () => state().children.freshness?.send({ type: 'freshness.retry' }),
    places: () =>
      host.parentEvents
        .filter(({ type }) => type === 'list.placeChanged')
        .map((event) => (event as unknown as ListPlaceChanged<Thing, Query>).memory),
  };
}

describe('loading', () => {
  test('requests the first page, then is filled, and knows the total', async () => {
    const list = open(range(100));
    expect([selectListState(list.state()), selectTotal(list.state())]).toEqual(['loading', null]);
    await list.settled();
    expect([
      selectListState(list.state()),
      selectTotal(list.state()),
      list.idAt(0),
      list.idAt(47),
      list.idAt(48),
    ]).toEqual(['filled', 100, 't0', 't47', undefined]);
    expect(list.calls.map(({ query, number }) => ({ query, number }))).toEqual([
      { query: { sort: 'name' }, number: 0 },
    ]);
  });

  test('without entries is empty, and fills by itself', async () => {
    const list = open([]);
    await list.settled();
    expect([selectListState(list.state()), selectTotal(list.state())]).toEqual(['empty', 0]);
    list.server.things = range(2);
    list.send({ type: 'list.outdated' });
    list.advance(1000);
    await list.settled();
    expect([selectListState(list.state()), selectTotal(list.state())]).toEqual(['filled', 2]);
  });

  test('without entries stays empty during a reload until some arrive; of another query it is loading', async () => {
    const list = open([]);
    await list.settled();
    list.send({ type: 'list.outdated' });
    list.advance(1000);
    expect([list.state().matches('loading'), selectListState(list.state()), selectTotal(list.state())]).toEqual([
      true,
      'empty',
      0,
    ]);
    list.send({ type: 'list.show', query: { sort: 'added' } });
    expect([selectListState(list.state()), selectTotal(list.state())]).toEqual(['loading', null]);
  });

  test('that fails says why, also after missed events, and retries on request', async () => {
    const list = open(range(100));
    list.server.failing = true;
    list.send({ type: 'list.show', query: { sort: 'name' } });
    await list.settled();
    expect([selectListState(list.state()), list.state().context.error]).toEqual(['failed', { kind: 'network' }]);
    list.send({ type: 'list.refresh' });
    await list.settled();
    expect([selectListState(list.state()), list.state().context.error]).toEqual(['failed', { kind: 'network' }]);
    list.server.failing = false;
    list.send({ type: 'list.retry' });
    await list.settled();
    expect([selectListState(list.state()), list.state().context.error]).toEqual(['filled', null]);
  });

  test('begins again when something changes under it: the answer on its way may be older', async () => {
    const list = open(range(100));
    list.server.gate = new Promise(() => {});
    list.send({ type: 'list.show', query: { sort: 'name' } });
    list.send({ type: 'list.outdated' });
    list.server.gate = Promise.resolve();
    list.advance(1000);
    await list.settled();
    expect([list.calls.map(({ signal }) => signal.aborted), selectTotal(list.state())]).toEqual([
      [true, true, false],
      100,
    ]);
  });

  test('keeps the place of an entry that cannot be read', async () => {
    const list = open(range(3));
    list.server.dropped = [
      { path: '1.name', code: 'invalid_type', message: '' },
    ] as unknown as TolerantList<Thing>['dropped'];
    await list.settled();
    expect([0, 1, 2].map((at) => slotSelector(at)(list.state())?.id ?? null)).toEqual(['t0', null, 't1']);
    expect(selectUnreadable(list.state())).toBe(1);
  });
});

describe('the window', () => {
  test('loads pages in view, cancels those it left, and holds a bounded number of pages and no ended loaders', async () => {
    const list = open(range(10_000));
    await list.settled();
    for (let page = 0; page < 200; page += 5) {
      list.move(page * PAGE_SIZE, page * PAGE_SIZE + 30, page * 900);
      await list.settled();
      expect(list.idAt(page * PAGE_SIZE)).toBe(`t${page * PAGE_SIZE}`);
    }
    expect([list.state().context.pages.size <= 10, Object.keys(list.state().children)]).toEqual([true, ['freshness']]);
  });

  test('that jumps while pages are on their way cancels those calls', async () => {
    const list = open(range(10_000));
    await list.settled();
    list.server.gate = new Promise(() => {});
    list.move(100, 130, 3000);
    const passed = list.calls.slice(1);
    list.server.gate = Promise.resolve();
    list.move(9000, 9030, 300_000);
    await list.settled();
    expect(passed.map(({ signal }) => signal.aborted)).toEqual(passed.map(() => true));
    expect([list.idAt(9000), list.idAt(9030)]).toEqual(['t9000', 't9030']);
  });

  test('shows which pages failed, keeps the others, and reloads them on request or after missed events', async () => {
    const list = open(range(1000));
    await list.settled();
    for (const again of ['list.retryPages', 'list.refresh'] as const) {
      const first = again === 'list.refresh' ? 700 : 300;
      list.server.failing = true;
      list.move(first, first + 20, first * 30);
      await list.settled();
      expect([selectHasFailedPages(list.state()), list.idAt(first), selectListState(list.state())]).toEqual([
        true,
        undefined,
        'filled',
      ]);
      list.server.failing = false;
      list.send({ type: again });
      await list.settled();
      expect([selectHasFailedPages(list.state()), list.idAt(first)]).toEqual([false, `t${first}`]);
    }
  });
});

describe('what changes elsewhere', () => {
  async function scrolled(things = range(1000), query?: Query) {
    const list = open(things, null, query);
    await list.settled();
    list.move(100, 130, 3000);
    list.send({ type: 'list.rested', offset: 3000 });
    await list.settled();
    return list;
  }

  test('in an item is merged in its place, without a call', async () => {
    const list = open([{ ...thing('a'), shelf: 'top' }, thing('b')]);
    await list.settled();
    list.send({
      type: 'list.patch',
      items: new Map([
        ['a', { id: 'a', name: 'Renamed' }],
        ['elsewhere', thing('elsewhere')],
      ]),
    });
    expect([slotSelector(0)(list.state()), list.pagesRequested()]).toEqual([
      { id: 'a', name: 'Renamed', shelf: 'top' },
      [0],
    ]);
  });

  test('behind the window is applied; before it, it is offered and the view stays', async () => {
    const list = await scrolled();
    list.server.things = [...range(1000), thing('last')];
    list.send({ type: 'list.outdated' });
    list.advance(1000);
    await list.settled();
    expect([selectTotal(list.state()), selectHasChanges(list.state())]).toEqual([1001, false]);
    list.server.things = [thing('new'), ...list.server.things];
    list.send({ type: 'list.outdated' });
    list.advance(1000);
    await list.settled();
    expect([list.idAt(110), selectHasChanges(list.state())]).toEqual(['t110', true]);
    list.send({ type: 'list.showChanges' });
    await list.settled();
    expect([list.idAt(110), selectHasChanges(list.state())]).toEqual(['t109', false]);
  });

  test('shows when chosen, and the calls of the old list are cancelled', async () => {
    const list = await scrolled();
    list.server.things = [thing('new'), ...range(1000)];
    list.send({ type: 'list.outdated' });
    list.advance(1000);
    await list.settled();
    list.server.gate = new Promise(() => {});
    const requested = list.calls.length;
    list.move(600, 630, 18_000);
    const old = list.calls.slice(requested);
    list.server.gate = Promise.resolve();
    list.send({ type: 'list.showChanges' });
    await list.settled();
    expect(old.map(({ signal }) => signal.aborted)).toEqual(old.map(() => true));
    expect([old.length > 0, list.idAt(600)]).toEqual([true, 't599']);
  });

  test('once more during an offer is included already: no request, and nothing is old', async () => {
    const list = await scrolled();
    list.server.things = [thing('new'), ...range(1000)];
    list.send({ type: 'list.outdated' });
    list.advance(1000);
    await list.settled();
    const requested = list.calls.length;
    const freshness = () => list.state().children.freshness?.getSnapshot().value;
    const [fresh] = [freshness()];
    list.send({ type: 'list.outdated' });
    list.advance(1000);
    expect([selectHasChanges(list.state()), list.calls.length, freshness()]).toEqual([true, requested, fresh]);
  });

  test('before the item with the focus takes the focus along with it, to another page too', async () => {
    const list = open(range(100));
    await list.settled();
    list.move(30, 60, 0);
    await list.settled();
    list.send({ type: 'list.focused', index: 47 });
    const followed = () => [list.state().context.focused, selectFollowed(list.state())];
    const look = async (things: readonly Thing[]) => {
      list.server.things = things;
      list.send({ type: 'list.outdated' });
      list.advance(1000);
      await list.settled();
    };
    await look(range(100).slice(1));
    expect(followed()).toEqual([46, { index: 46 }]);
    await look([thing('new'), thing('newer'), ...range(100).slice(1)]);
    expect(followed()).toEqual([48, { index: 48 }]);
    await look(range(100).filter(({ id }) => id !== 't47'));
    expect(followed()).toEqual([48, { index: 48 }]);
  });

  test('is shown without a word at the start of the list, and as soon as one scrolls there', async () => {
    const list = await scrolled();
    list.server.things = [thing('new'), ...range(1000)];
    list.send({ type: 'list.outdated' });
    list.advance(1000);
    await list.settled();
    list.move(0, 30, 0);
    list.send({ type: 'list.rested', offset: 0 });
    await list.settled();
    expect([list.idAt(0), selectHasChanges(list.state())]).toEqual(['new', false]);
  });

  test('that cannot be checked is reported as stale, retries by itself and on request, and never empties the list', async () => {
    const list = await scrolled();
    list.server.failing = true;
    list.send({ type: 'list.refresh' });
    await list.settled();
    expect([list.isStale(), selectListState(list.state()), list.idAt(100)]).toEqual([true, 'filled', 't100']);
    const requested = list.calls.length;
    list.advance(2000);
    await list.settled();
    expect([list.isStale(), list.calls.length > requested]).toEqual([true, true]);
    list.server.failing = false;
    list.retry();
    await list.settled();
    expect(list.isStale()).toBe(false);
  });

  test('is looked at once for a burst', async () => {
    const list = await scrolled();
    const requested = list.calls.length;
    for (let count = 0; count < 100; count += 1) list.send({ type: 'list.outdated' });
    list.advance(1000);
    await list.settled();
    expect(list.pagesRequested()[requested]).toBe(2);
    expect(list.calls.slice(requested).filter(({ number }) => number === 2)).toHaveLength(1);
  });

  test('in random order shuffles nothing', async () => {
    const list = await scrolled(range(1000), { sort: 'random' });
    list.server.things = range(1000, 'shuffled');
    list.send({ type: 'list.refresh' });
    await list.settled();
    expect([list.idAt(100), selectHasChanges(list.state())]).toEqual(['t100', false]);
  });
});

describe('another query', () => {
  test('keeps the old items in view until its own load, then starts at its beginning', async () => {
    const list = open(range(1000));
    await list.settled();
    list.move(100, 130, 3000);
    list.send({ type: 'list.focused', index: 110 });
    await list.settled();
    list.server.things = range(500, 's');
    list.send({ type: 'list.show', query: { sort: 'size' } });
    expect([selectIsLoading(list.state()), selectListState(list.state()), list.idAt(100)]).toEqual([
      true,
      'filled',
      't100',
    ]);
    await list.settled();
    expect([list.idAt(0), selectStart(list.state()), selectListKey(list.state())]).toEqual([
      's0',
      { offset: 0, focused: null },
      '{"sort":"size"}',
    ]);
  });

  test('stops the calls of the one before, and their staleness', async () => {
    const list = open(range(1000));
    await list.settled();
    list.server.failing = true;
    list.send({ type: 'list.refresh' });
    await list.settled();
    expect(list.isStale()).toBe(true);
    list.server.failing = false;
    list.server.gate = new Promise(() => {});
    list.move(300, 330, 9000);
    const before = list.calls.filter(({ number }) => number > 0);
    list.server.gate = Promise.resolve();
    list.send({ type: 'list.show', query: { sort: 'size' } });
    await list.settled();
    expect([before.length > 0, before.every(({ signal }) => signal.aborted), list.isStale()]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('has no place to keep until it loads', async () => {
    const list = open(range(1000));
    await list.settled();
    const report = list.places().length;
    list.send({ type: 'list.show', query: { sort: 'size' } });
    list.send({ type: 'list.focused', index: 3 });
    expect(list.places()).toHaveLength(report);
    await list.settled();
    expect(list.places().at(-1)?.query).toEqual({ sort: 'size' });
  });
});

describe('a list found again', () => {
  const page = (number: number) => range(1000).slice(number * PAGE_SIZE, (number + 1) * PAGE_SIZE);
  const left = {
    query: { sort: 'name' },
    total: 1000,
    window: { first: 500, last: 530 },
    offset: 16_000,
    focused: 510,
    pages: new Map([
      [10, page(10)],
      [11, page(11)],
    ]),
  };

  test('reports its place memory: its place and the pages in view', async () => {
    const list = open(range(1000));
    await list.settled();
    list.move(500, 530, 16_000);
    list.send({ type: 'list.focused', index: 510 });
    list.send({ type: 'list.rested', offset: 16_000 });
    await list.settled();
    expect(list.places().at(-1)).toEqual(left);
  });

  test('reports each place where it rests and each loaded page, also while changes are offered', async () => {
    const list = open(range(1000));
    await list.settled();
    const report = () => list.places().map(({ offset, pages }) => [offset, [...pages.keys()]]);
    const begun = report().length;
    list.send({ type: 'list.rested', offset: 300 });
    expect(report().slice(begun)).toEqual([[300, [0]]]);
    list.move(100, 130, 3000);
    await list.settled();
    expect(report().at(-1)).toEqual([3000, [2]]);
    list.server.things = range(990);
    list.move(500, 530, 16_000);
    await list.settled();
    expect(report().at(-1)).toEqual([16_000, [10, 11]]);
    list.move(100, 130, 3000);
    list.advance(1000);
    await list.settled();
    list.send({ type: 'list.rested', offset: 3000 });
    list.server.things = [thing('new'), ...range(990)];
    list.send({ type: 'list.refresh' });
    await list.settled();
    list.send({ type: 'list.rested', offset: 3010 });
    expect([selectHasChanges(list.state()), report().at(-1)]).toEqual([true, [3010, [2]]]);
  });

  test('shows its pages at once, and looks whether they changed when they are drawn', async () => {
    const list = open(range(1000), left);
    list.advance(99);
    expect([list.idAt(500), selectStart(list.state()), list.pagesRequested()]).toEqual([
      't500',
      { offset: 16_000, focused: 510 },
      [],
    ]);
    list.advance(1);
    await list.settled();
    expect([list.pagesRequested()[0], selectHasChanges(list.state())]).toEqual([10, false]);
  });

  test('without its pages loads those in view and next to it, no others', async () => {
    const list = open(range(1000), { ...left, pages: new Map() });
    await list.settled();
    expect([list.pagesRequested().toSorted((one, other) => one - other), list.idAt(500)]).toEqual([
      [9, 10, 11, 12],
      't500',
    ]);
  });

  test('is not the one of another query', async () => {
    const list = open(range(1000), left, { sort: 'size' });
    await list.settled();
    expect([list.pagesRequested(), selectStart(list.state())]).toEqual([[0], { offset: 0, focused: null }]);
  });
});
