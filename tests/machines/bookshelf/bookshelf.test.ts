import { waitFor } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { bookshelfMachine } from '../../../src/machines/bookshelf/bookshelf.machine.ts';
import { selectHasChanges, selectShelfState, selectTotal, slotSelector } from '../../../src/machines/bookshelf/bookshelf.selectors.ts';
import { preferencesMachine } from '../../../src/machines/preferences/preferences.machine.ts';
import { libraryItemMinified } from '../../../src/schemas/api/library-item-minified.ts';
import { z } from '../../../src/schemas/zod.ts';
import { listItems, type ItemsPageInput } from '../../../src/services/endpoints/libraries.ts';
import { createHost } from '../../support/host.ts';
import { recording } from '../../support/recordings.ts';

const [sample] = (recording('libraries/items-final-minified').response.body as { results: { id: string; libraryId: string }[] }).results;
if (!sample) throw new Error('The recording has no items');
const { libraryId } = sample;
const item = (id: string) => z.parse(libraryItemMinified, { ...sample, id });
const library = (total: number, prefix = 'i') => ({ limit, page }: ItemsPageInput) => ({
  results: Array.from({ length: Math.max(0, Math.min(limit, total - page * limit)) }, (_, at) => ({ ...sample, id: `${prefix}${page * limit + at}` })), total, limit, page,
});

async function open(total = 1000) {
  const host = createHost(bookshelfMachine, {
    input: { route: { name: 'bookshelf', libraryId }, entryKey: 'k', memory: null },
    named: { preferences: preferencesMachine, router: null },
  });
  host.ports.api.answer(listItems, library(total));
  await waitFor(host.subject, (state) => state.matches('ready') || state.matches('empty'), { timeout: 1000 });
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    state,
    pages: () => host.ports.api.inputsOf(listItems).map((input) => (input as ItemsPageInput).page),
    idAt: (index: number) => slotSelector(index)(state())?.id,
    move: (first: number, last: number, offset: number) => host.subject.send({ type: 'bookshelf.windowMoved', first, last, offset }),
    settle: () => vi.waitFor(() => expect([state().context.loading, state().matches({ ready: 'probing' })]).toEqual([[], false])),
  };
}

describe('the window', () => {
  test('asks for the pages that it comes to and forgets those far away', async () => {
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

  test('says when a page cannot be had, and asks for it again when told to', async () => {
    const shelf = await open();
    shelf.ports.api.refuseOnce(listItems, { kind: 'network' });
    shelf.move(100, 130, 3000);
    await shelf.settle();
    expect(shelf.state().context.failed).toEqual([2]);
    shelf.subject.send({ type: 'bookshelf.retryPages' });
    await shelf.settle();
    expect([shelf.idAt(100), shelf.state().context.failed]).toEqual(['i100', []]);
  });
});

describe('changes elsewhere', () => {
  test('an update is shown in place without a call', async () => {
    const shelf = await open();
    const asked = shelf.pages().length;
    shelf.subject.send({ type: 'server.item.updated', item: { ...item('i3'), updatedAt: 77 } });
    shelf.ports.clock.advance(200);
    expect([slotSelector(3)(shelf.state())?.updatedAt, shelf.pages().length]).toEqual([77, asked]);
  });

  test('a new item before the window moves nothing in view while scrolled, and is offered (pitfall 34)', async () => {
    const shelf = await open();
    shelf.move(100, 130, 3000);
    await shelf.settle();
    shelf.ports.api.answer(listItems, (input: ItemsPageInput) => {
      const all = ['new', ...Array.from({ length: 1000 }, (_, at) => `i${at}`)];
      return { results: all.slice(input.page * 48, input.page * 48 + 48).map((id) => ({ ...sample, id })), total: 1001, limit: 48, page: input.page };
    });
    shelf.subject.send({ type: 'server.item.added', item: item('new') });
    shelf.ports.clock.advance(1000);
    await shelf.settle();
    expect([shelf.idAt(100), selectHasChanges(shelf.state())]).toEqual(['i100', true]);
    shelf.subject.send({ type: 'bookshelf.showChanges' });
    await vi.waitFor(() => expect([shelf.idAt(100), selectTotal(shelf.state()), selectHasChanges(shelf.state())]).toEqual(['i99', 1001, false]));
  });

  test('a new item behind the window is taken over at once', async () => {
    const shelf = await open();
    shelf.move(100, 130, 3000);
    await shelf.settle();
    shelf.ports.api.answer(listItems, library(1001));
    shelf.subject.send({ type: 'server.items.added', items: { items: [item('new')], dropped: [] } });
    shelf.ports.clock.advance(1000);
    await vi.waitFor(() => expect(selectTotal(shelf.state())).toBe(1001));
    expect([shelf.idAt(100), selectHasChanges(shelf.state())]).toEqual(['i100', false]);
  });

  test('an empty library fills by itself', async () => {
    const shelf = await open(0);
    expect(selectShelfState(shelf.state())).toBe('empty');
    shelf.ports.api.answer(listItems, library(2));
    shelf.subject.send({ type: 'server.item.added', item: item('i0') });
    shelf.ports.clock.advance(1000);
    await vi.waitFor(() => expect([selectShelfState(shelf.state()), selectTotal(shelf.state())]).toEqual(['filled', 2]));
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
  });

  test('by a filter goes into the address, from where the page takes it', async () => {
    const shelf = await open();
    shelf.subject.send({ type: 'bookshelf.filter', filter: 'issues' });
    expect(shelf.receivedBy('router')).toEqual([{ type: 'router.go', to: { name: 'bookshelf', libraryId, filter: 'issues' }, replace: true }]);
    shelf.ports.api.answer(listItems, library(1));
    shelf.subject.send({ type: 'page.moved', route: { name: 'bookshelf', libraryId, filter: 'issues' }, entryKey: 'k2' });
    await vi.waitFor(() => expect(selectTotal(shelf.state())).toBe(1));
    expect(shelf.ports.api.inputsOf(listItems).at(-1)).toMatchObject({ filter: 'issues', page: 0 });
  });
});

test('what the page keeps for its history entry is the shelf as it stands', async () => {
  const shelf = await open();
  shelf.subject.send({ type: 'bookshelf.focused', index: 5 });
  shelf.subject.send({ type: 'bookshelf.rested', offset: 640 });
  const { query, pages, total } = shelf.state().context;
  expect(shelf.parentEvents.at(-1)).toEqual({ type: 'page.kept', entryKey: 'k', memory: { query, pages, total, offset: 640, focused: 5 } });
});
