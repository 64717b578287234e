import { waitFor, type AnyActorRef } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { bookshelfMachine } from '../../../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import type { BookshelfMemory } from '../../../../src/machines/browse/bookshelf/bookshelf.protocol.ts';
import { selectIsStale } from '../../../../src/machines/kit/kit.selectors.ts';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import {
  selectHasChanges,
  selectListState,
  selectTotal,
  slotSelector,
} from '../../../../src/machines/kit/windowed-list/windowed-list.selectors.ts';
import { isShown } from '../../../../src/machines/kit/windowed-list/window.logic.ts';
import { libraryItemMinified } from '../../../../src/schemas/api/library-item-minified.ts';
import type { Preferences } from '../../../../src/schemas/preferences.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { listItems, type ItemsPageInput } from '../../../../src/services/endpoints/libraries.ts';
import { formatFilter } from '../../../../src/services/filter-value.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const [sample] = (
  recording('libraries/items-final-minified').response.body as { results: { id: string; libraryId: string }[] }
).results;
if (!sample) throw new Error('The recording has no items');
const { libraryId } = sample;
const item = (id: string) => z.parse(libraryItemMinified, { ...sample, id });
const library =
  (total: number, prefix = 'i') =>
  ({ limit, page }: ItemsPageInput) => ({
    results: Array.from({ length: Math.max(0, Math.min(limit, total - page * limit)) }, (_, at) => ({
      ...sample,
      id: `${prefix}${page * limit + at}`,
    })),
    total,
    limit,
    page,
  });

async function open(
  total = 1000,
  memory: BookshelfMemory | null = null,
  stored: unknown = null,
  filter: string | undefined = undefined,
) {
  const host = createHost(bookshelfMachine, {
    input: { route: { name: 'bookshelf', libraryId, ...(filter && { filter }) }, entryKey: 'k', memory, stored },
    named: { preferences: preferencesMachine, router: null },
  });
  host.ports.api.answer(listItems, library(total));
  const { list } = host.subject.getSnapshot().context;
  await waitFor(list, (state) => state.matches('filled') || state.matches('empty'), { timeout: 1000 });
  const state = () => list.getSnapshot();
  return {
    ...host,
    list,
    state,
    query: () => host.subject.getSnapshot().context.query,
    pages: () => host.ports.api.inputsOf(listItems).map((input) => (input as ItemsPageInput).page),
    idAt: (index: number) => slotSelector(index)(state())?.id,
    move: (first: number, last: number, offset: number) => list.send({ type: 'list.windowMoved', first, last, offset }),
    settle: () =>
      vi.waitFor(() =>
        expect([state().context.loading, state().matches({ filled: 'revalidating' })]).toEqual([[], false]),
      ),
  };
}

describe('the window', () => {
  test('requests the pages in view and forgets those far away', async () => {
    const shelf = await open(10_000);
    for (let page = 0; page < 100; page += 2) {
      shelf.move(page * 48, page * 48 + 30, page * 900);
      await shelf.settle();
    }
    expect(shelf.idAt(98 * 48)).toBe(`i${98 * 48}`);
    expect(shelf.state().context.pages.size).toBeLessThanOrEqual(10);
  });

  test('that jumps far stops the calls for where it was', async () => {
    const shelf = await open(10_000);
    shelf.ports.api.defer(listItems);
    shelf.move(0, 40, 0);
    shelf.move(9000, 9040, 300_000);
    await shelf.settle();
    expect(shelf.ports.api.aborted).toEqual(['libraries.items']);
    expect(shelf.idAt(9000)).toBe('i9000');
  });

  test('that jumps past everything loaded keeps showing the shelf, and ends at its target', async () => {
    const shelf = await open(10_000);
    const states: string[] = [];
    shelf.list.subscribe((state) => states.push(selectListState(state)));
    for (const first of [9000, 4000, 0, 9960]) {
      shelf.move(first, first + 39, first * 30);
      await shelf.settle();
      expect([shelf.idAt(first), shelf.idAt(first + 39)]).toEqual([`i${first}`, `i${first + 39}`]);
    }
    expect(new Set(states)).toEqual(new Set(['filled']));
  });

  test('keeps the page of the card with the focus, wherever it goes', async () => {
    const shelf = await open(10_000);
    shelf.list.send({ type: 'list.focused', index: 3 });
    shelf.move(9000, 9040, 300_000);
    await shelf.settle();
    expect([shelf.idAt(3), shelf.idAt(100)]).toEqual(['i3', undefined]);
  });

  test('that finds another number of items than the shelf has looks what changed', async () => {
    const shelf = await open(1000);
    shelf.ports.api.answer(listItems, library(1001));
    shelf.move(400, 430, 9000);
    await shelf.settle();
    shelf.ports.clock.advance(1000);
    await vi.waitFor(() =>
      expect([selectTotal(shelf.state()), selectHasChanges(shelf.state())]).toEqual([1001, false]),
    );
  });

  test('says when a page failed to load, and refetches it on request', async () => {
    const shelf = await open();
    shelf.ports.api.refuseOnce(listItems, { kind: 'network' });
    shelf.move(100, 130, 3000);
    await shelf.settle();
    expect(shelf.state().context.failed).toEqual([2]);
    shelf.list.send({ type: 'list.retryPages' });
    await shelf.settle();
    expect([shelf.idAt(100), shelf.state().context.failed]).toEqual(['i100', []]);
  });
});

describe('changes elsewhere', () => {
  test('an update is shown in place without a call (EVT-013, AMB-59)', async () => {
    const shelf = await open();
    const requested = shelf.pages().length;
    shelf.subject.send({ type: 'server.item.updated', item: { ...item('i3'), updatedAt: 77 } });
    shelf.ports.clock.advance(200);
    expect([slotSelector(3)(shelf.state())?.updatedAt, shelf.pages().length]).toEqual([77, requested]);
  });

  test('a new item before the window moves nothing in view while scrolled, and is offered (pitfall 34)', async () => {
    const shelf = await open();
    shelf.move(100, 130, 3000);
    await shelf.settle();
    shelf.ports.api.answer(listItems, (input: ItemsPageInput) => {
      const all = ['new', ...Array.from({ length: 1000 }, (_, at) => `i${at}`)];
      return {
        results: all.slice(input.page * 48, input.page * 48 + 48).map((id) => ({ ...sample, id })),
        total: 1001,
        limit: 48,
        page: input.page,
      };
    });
    shelf.subject.send({ type: 'server.item.added', item: item('new') });
    shelf.ports.clock.advance(1000);
    await shelf.settle();
    expect([shelf.idAt(100), selectHasChanges(shelf.state())]).toEqual(['i100', true]);
    shelf.list.send({ type: 'list.showChanges' });
    await vi.waitFor(() =>
      expect([shelf.idAt(100), selectTotal(shelf.state()), selectHasChanges(shelf.state())]).toEqual([
        'i99',
        1001,
        false,
      ]),
    );
  });

  test('a new item behind the window is taken over at once (EVT-015)', async () => {
    const shelf = await open();
    shelf.move(100, 130, 3000);
    await shelf.settle();
    shelf.ports.api.answer(listItems, library(1001));
    shelf.subject.send({ type: 'server.items.added', items: { items: [item('new')], dropped: [] } });
    shelf.ports.clock.advance(1000);
    await vi.waitFor(() => expect(selectTotal(shelf.state())).toBe(1001));
    expect([shelf.idAt(100), selectHasChanges(shelf.state())]).toEqual(['i100', false]);
  });

  test.each<[string, { type: string; [more: string]: unknown }]>([
    ['an item that is removed', { type: 'server.item.removed', item: { id: 'i1' } }],
    ['a feed that is opened', { type: 'server.rssFeed.opened', feed: { id: 'f' } }],
    ['a feed that is closed', { type: 'server.rssFeed.closed', feed: { id: 'f' } }],
    ['a link that is shared', { type: 'server.share.opened', share: { id: 's' } }],
    ['a link that is shared no more', { type: 'server.share.closed', share: { id: 's' } }],
  ])('is looked at again after %s', async (_name, event) => {
    const shelf = await open();
    const before = shelf.pages().length;
    shelf.subject.send(event as never);
    shelf.ports.clock.advance(1000);
    await vi.waitFor(() => expect(shelf.pages().length).toBeGreaterThan(before));
  });

  test('by progress is looked at again when one’s own progress changes; another shelf is not', async () => {
    const [plain, filtered] = [
      await open(),
      await open(1000, null, null, formatFilter({ group: 'progress', value: 'finished' })),
    ];
    const counts = () => [plain.pages().length, filtered.pages().length];
    const before = counts();
    for (const shelf of [plain, filtered]) {
      shelf.subject.send({ type: 'server.user.updated', user: { id: 'me' } } as never);
      shelf.ports.clock.advance(1000);
    }
    await vi.waitFor(() => expect(filtered.pages().length).toBeGreaterThan(before[1] ?? 0));
    expect(plain.pages().length).toBe(before[0]);
  });

  test.each<[string, { type: string; [more: string]: unknown }]>([
    ['items that came', { type: 'server.items.added', items: { items: [], dropped: [] } }],
    ['events that were missed', { type: 'page.refresh', again: true }],
  ])('is looked at again after %s', async (_name, event) => {
    const shelf = await open();
    shelf.ports.api.answer(listItems, library(1, 'other'));
    shelf.subject.send(event as never);
    shelf.ports.clock.advance(1000);
    await vi.waitFor(() => expect([shelf.idAt(0), selectTotal(shelf.state())]).toEqual(['other0', 1]));
  });

  test('several changed items show in their places; one of another library is ignored', async () => {
    const shelf = await open();
    const requested = shelf.pages().length;
    const items = ['i3', 'i4', 'elsewhere'].map((id) => ({ ...item(id), updatedAt: 77 }));
    shelf.subject.send({ type: 'server.items.updated', items: { items, dropped: [] } });
    shelf.subject.send({ type: 'server.item.added', item: { ...item('new'), libraryId: 'another' } });
    shelf.ports.clock.advance(200);
    shelf.ports.clock.advance(2000);
    const shown = [2, 3, 4].map((index) => slotSelector(index)(shelf.state())?.updatedAt === 77);
    expect([shown, shelf.pages().length]).toEqual([[false, true, true], requested]);
  });

  test('an empty library fills by itself', async () => {
    const shelf = await open(0);
    expect(selectListState(shelf.state())).toBe('empty');
    shelf.ports.api.answer(listItems, library(2));
    shelf.subject.send({ type: 'server.item.added', item: item('i0') });
    shelf.ports.clock.advance(1000);
    await vi.waitFor(() => expect([selectListState(shelf.state()), selectTotal(shelf.state())]).toEqual(['filled', 2]));
  });
});

describe('another query', () => {
  test('by a sort key is saved on this device and begins at the start of the new order', async () => {
    const shelf = await open();
    shelf.move(100, 130, 3000);
    await shelf.settle();
    shelf.ports.api.answer(listItems, library(1000, 's'));
    shelf.subject.send({ type: 'bookshelf.sort', key: 'size' });
    await vi.waitFor(() => expect(shelf.idAt(0)).toBe('s0'));
    expect(shelf.state().context).toMatchObject({ offset: 0, focused: null, query: { sort: 'size', desc: false } });
    expect(shelf.query()).toEqual(shelf.state().context.query);
  });

  test('by a filter goes into the address, from where the page takes it', async () => {
    const shelf = await open();
    shelf.subject.send({ type: 'bookshelf.filter', filter: 'issues' });
    expect(shelf.receivedBy('router')).toEqual([
      { type: 'router.go', to: { name: 'bookshelf', libraryId, filter: 'issues' }, replace: true },
    ]);
    shelf.ports.api.answer(listItems, library(1));
    shelf.subject.send({
      type: 'page.moved',
      route: { name: 'bookshelf', libraryId, filter: 'issues' },
      entryKey: 'k2',
    });
    await vi.waitFor(() => expect(selectTotal(shelf.state())).toBe(1));
    expect(shelf.ports.api.inputsOf(listItems).at(-1)).toMatchObject({ filter: 'issues', page: 0 });
  });
});

describe('what this device prefers', () => {
  const setPreferences = (shelf: Awaited<ReturnType<typeof open>>, change: Partial<Preferences>) =>
    (shelf.subject.system.get('preferences') as AnyActorRef).send({ type: 'preferences.set', change });

  test('is the order of the shelf, and irrelevant settings load nothing', async () => {
    const shelf = await open();
    const requested = shelf.pages().length;
    setPreferences(shelf, { showSubtitles: true });
    expect(shelf.pages().length).toBe(requested);
    shelf.ports.api.answer(listItems, library(2, 'sized'));
    setPreferences(shelf, { orderBy: 'size', orderDesc: true });
    await vi.waitFor(() => expect(shelf.idAt(0)).toBe('sized0'));
    expect([shelf.query(), shelf.ports.api.inputsOf(listItems).at(-1)]).toMatchObject([
      { sort: 'size', desc: true },
      { sort: 'size', desc: true },
    ]);
  });
});

describe("the page's data for its history entry", () => {
  /** It renders before any request. */
  const DRAWN_MS = 100;
  const query = { libraryId, sort: 'media.metadata.title', desc: false, filter: null, collapseSeries: false };
  const page = (number: number, prefix = 'i') =>
    Array.from({ length: 48 }, (_, at) => item(`${prefix}${number * 48 + at}`));
  const left = {
    query,
    total: 1000,
    window: { first: 500, last: 530 },
    offset: 16_000,
    focused: 510,
    pages: new Map([
      [10, page(10)],
      [11, page(11)],
    ]),
  };
  const pagesRequested = (shelf: Awaited<ReturnType<typeof open>>) =>
    shelf.pages().toSorted((one, other) => one - other);

  test('is its place and the pages in view alone', async () => {
    const shelf = await open();
    shelf.move(500, 530, 16_000);
    await shelf.settle();
    shelf.list.send({ type: 'list.focused', index: 510 });
    shelf.list.send({ type: 'list.rested', offset: 16_000 });
    expect(shelf.parentEvents.at(-1)).toMatchObject({
      type: 'page.stateSaved',
      entryKey: 'k',
      memory: { query, total: 1000, window: left.window, offset: 16_000, focused: 510 },
    });
    const { memory } = shelf.parentEvents.at(-1) as unknown as { memory: BookshelfMemory };
    expect([...memory.pages.keys()]).toEqual([10, 11]);
  });

  test('shows at once; what is in view is refetched, and unchanged it stays silent', async () => {
    const shelf = await open(1000, left);
    expect([shelf.idAt(500), shelf.state().context.offset, shelf.pages()]).toEqual(['i500', 16_000, []]);
    shelf.ports.clock.advance(DRAWN_MS);
    shelf.move(500, 530, 16_000);
    await shelf.settle();
    expect([selectHasChanges(shelf.state()), selectTotal(shelf.state())]).toEqual([false, 1000]);
    expect(new Set(pagesRequested(shelf))).toEqual(new Set([9, 10, 11, 12]));
  });

  test('without its pages, as after a reload, is loaded where it was and nowhere else', async () => {
    const { pages: _items, ...stored } = left;
    const shelf = await open(1000, null, JSON.parse(JSON.stringify(stored)));
    await shelf.settle();
    expect([shelf.idAt(500), shelf.state().context.offset, selectHasChanges(shelf.state())]).toEqual([
      'i500',
      16_000,
      false,
    ]);
    expect(pagesRequested(shelf)).toEqual([9, 10, 11, 12]);
  });

  test('offers changes where they would move what is in view', async () => {
    const shelf = await open(1001, { ...left, pages: new Map([[10, page(10, 'old')]]) });
    shelf.ports.clock.advance(DRAWN_MS);
    await vi.waitFor(() => expect(selectHasChanges(shelf.state())).toBe(true));
    expect(shelf.idAt(500)).toBe('old500');
  });

  test('in random order is not shuffled, nor said to have changed, because the server shuffles each answer', async () => {
    const random = { ...query, sort: 'random' };
    const host = createHost(bookshelfMachine, {
      input: {
        route: { name: 'bookshelf', libraryId, sort: 'random' },
        entryKey: 'k',
        memory: { ...left, query: random },
      },
      named: { preferences: preferencesMachine, router: null },
    });
    host.ports.api.answer(listItems, library(1000, 'shuffled'));
    const { list } = host.subject.getSnapshot().context;
    host.ports.clock.advance(DRAWN_MS);
    await vi.waitFor(() => expect(host.ports.api.inputsOf(listItems)).toHaveLength(1));
    await waitFor(list, (state) => state.matches({ filled: 'resting' }), { timeout: 1000 });
    expect([slotSelector(500)(list.getSnapshot())?.id, selectHasChanges(list.getSnapshot())]).toEqual(['i500', false]);
  });

  test('in random order is shuffled when that order is chosen again, and begins at its start', async () => {
    const shelf = await open();
    const choose = () => shelf.subject.send({ type: 'bookshelf.sort', key: 'random' });
    choose();
    await waitFor(shelf.list, (state) => state.matches('filled') && state.context.offset === 0, { timeout: 1000 });
    shelf.move(200, 230, 9000);
    await shelf.settle();
    shelf.ports.api.answer(listItems, library(1000, 'shuffled'));
    choose();
    expect(isShown(shelf.state().context), 'the order before is none of these').toBe(false);
    await vi.waitFor(() => expect(shelf.idAt(0)).toBe('shuffled0'));
    expect([shelf.query().sort, shelf.state().context.offset]).toEqual(['random', 0]);
    shelf.subject.send({ type: 'bookshelf.sort', key: 'size' });
    await vi.waitFor(() => expect(shelf.query()).not.toHaveProperty('shuffle'));
  });

  test('says when the refetch failed, and retries on request', async () => {
    const host = createHost(bookshelfMachine, {
      input: { route: { name: 'bookshelf', libraryId }, entryKey: 'k', memory: left },
      named: { preferences: preferencesMachine, router: null },
    });
    host.ports.api.refuseOnce(listItems, { kind: 'network' });
    const { list } = host.subject.getSnapshot().context;
    host.ports.clock.advance(DRAWN_MS);
    const freshness = () => list.getSnapshot().children.freshness;
    const isStale = () => selectIsStale(freshness()?.getSnapshot());
    await vi.waitFor(() => expect([isStale(), slotSelector(500)(list.getSnapshot())?.id]).toEqual([true, 'i500']));
    host.ports.api.answer(listItems, library(1000));
    freshness()?.send({ type: 'freshness.retry' });
    await vi.waitFor(() =>
      expect([isStale(), list.getSnapshot().matches({ filled: 'resting' })]).toEqual([false, true]),
    );
  });
});
