import { fromCallback, fromPromise, fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { selectionMachine } from '../../../../src/machines/browse/selection/selection.machine.ts';
import type { PickedItem } from '../../../../src/machines/browse/selection/selection.protocol.ts';
import {
  cardStateOf,
  knownItems,
  selectCount,
  selectIsSelecting,
  selectIsWorking,
  selectWorkCount,
} from '../../../../src/machines/browse/selection/selection.selectors.ts';
import type { ReportedItem } from '../../../../src/schemas/api/library-item-reduced.ts';
import { itemsPage } from '../../../../src/schemas/api/shelf.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { getItems, scanItems, updateItems } from '../../../../src/services/endpoints/item-batch.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { createHost } from '../../../support/host.ts';
import { bookBody } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { pickedBooks, pickedEpisodes } from '../../../support/selection-fixtures.ts';

const pageBody = recording('libraries/items-final-minified').response.body as { results: object[]; total: number };
const pageItems = z.parse(itemsPage, pageBody).results.items;
const query = { libraryId: 'library', sort: 'media.metadata.title', desc: false, filter: null, collapseSeries: false };
const at = (index: number) => ({ list: 'shelf', index });
const away = {
  type: 'route.changed',
  route: { name: 'index' },
  path: '/',
  key: 'k',
  kind: 'push',
  error: null,
} as const;

function open(machine: typeof selectionMachine = selectionMachine) {
  const progress = fromTransition((state) => state, { entries: {} });
  const host = createHost(machine, {
    named: { toasts: null, modals: null, player: null, queue: null, progress },
  });
  const { subject } = host;
  const state = () => subject.getSnapshot();
  return {
    ...host,
    state,
    ids: () => [...state().context.picked.keys()],
    toggle: (picked: readonly PickedItem[], index = 0) =>
      subject.send({ type: 'selection.toggle', picked, anchor: at(index) }),
    extend: (picked: readonly PickedItem[], index: number) =>
      subject.send({ type: 'selection.extend', picked, anchor: at(index), missing: null }),
  };
}

describe('selecting', () => {
  test('a press selects and a second one deselects; without anything selected there is no selection (SEL-002, SEL-015)', () => {
    const { state, ids, toggle } = open();
    expect(selectIsSelecting(state())).toBe(false);
    toggle(pickedBooks('a'));
    toggle(pickedBooks('b'));
    expect([ids(), selectCount(state())]).toEqual([['a', 'b'], 2]);
    expect(['a', 'c'].map((id) => cardStateOf([id])(state()))).toEqual(['selected', 'open']);
    toggle(pickedBooks('a'));
    toggle(pickedBooks('b'));
    expect([selectIsSelecting(state()), cardStateOf(['a'])(state())]).toEqual([false, 'off']);
  });

  test('a range replaces the last one that began at the same place, and keeps what was selected before', () => {
    const { ids, toggle, extend } = open();
    toggle(pickedBooks('x'), 9);
    toggle(pickedBooks('a'), 0);
    extend(pickedBooks('a', 'b', 'c'), 0);
    extend(pickedBooks('a', 'b'), 0);
    expect(ids()).toEqual(['x', 'a', 'b']);
    extend(pickedBooks('d', 'e'), 3);
    expect(ids()).toEqual(['x', 'a', 'b', 'd', 'e']);
  });

  test('a range longer than the limit is reported', () => {
    const { subject, ids, receivedBy } = open();
    const range = { type: 'selection.extend', picked: pickedBooks('a', 'b'), anchor: at(0), missing: null } as const;
    subject.send(range);
    expect(receivedBy('toasts')).toEqual([]);
    subject.send({ ...range, cutTo: 1000 });
    expect(ids()).toEqual(['a', 'b']);
    const message = { key: 'selection.cut', values: { count: 1000 } };
    expect(receivedBy('toasts')).toEqual([{ type: 'toasts.show', kind: 'info', message }]);
  });

  test.each([
    ['Escape', ({ ports }: ReturnType<typeof open>) => void ports.hotkeys.press('Escape')],
    ['another page', ({ subject }: ReturnType<typeof open>) => subject.send(away)],
    ['deselect all', ({ subject }: ReturnType<typeof open>) => subject.send({ type: 'selection.clear' })],
  ])('%s clears it (SEL-017, RTE-043)', (_name, clear) => {
    const host = open();
    host.toggle(pickedBooks('a', 'b'));
    clear(host);
    expect([selectIsSelecting(host.state()), host.ids()]).toEqual([false, []]);
  });

  test('Escape comes to the selection before the player, and only while something is selected (AMB-41)', () => {
    const { ports, toggle } = open();
    const player = vi.fn(() => true);
    const end = ports.hotkeys.subscribe(player);
    toggle(pickedBooks('a'));
    ports.hotkeys.press('Escape');
    expect(player).not.toHaveBeenCalled();
    ports.hotkeys.press('Escape');
    expect(player).toHaveBeenCalledTimes(1);
    ports.hotkeys.press('m');
    expect(player).toHaveBeenCalledTimes(2);
    end();
  });

  test('an item that the server has removed is not selected any more', () => {
    const { subject, ids, toggle } = open();
    toggle(pickedBooks('a', 'b'));
    subject.send({ type: 'server.item.removed', item: { id: 'a' } });
    expect(ids()).toEqual(['b']);
  });

  test('an episode removed from its podcast is not selected any more', () => {
    const { subject, ids, toggle } = open();
    toggle([...pickedEpisodes('one', 'two'), ...pickedBooks('a')]);
    const report = (id: string, episodeIds: readonly string[]) =>
      ({ id, mediaType: 'podcast', episodeIds }) as unknown as ReportedItem;
    subject.send({ type: 'server.item.updated', item: report('another', []) });
    subject.send({ type: 'server.item.updated', item: report('podcast', ['one', 'two']) });
    expect(ids()).toEqual(['podcast/one', 'podcast/two', 'a']);
    subject.send({ type: 'server.item.updated', item: report('podcast', ['two']) });
    expect(ids()).toEqual(['podcast/two', 'a']);
    subject.send({ type: 'server.items.updated', items: { items: [report('podcast', [])], dropped: [] } });
    expect(ids()).toEqual(['a']);
  });
});

describe('entries known only by id or place', () => {
  test('are requested: the books of a collapsed series; missing ones are dropped', async () => {
    const { ports, state, ids, toggle } = open();
    ports.api.answer(getItems, { libraryItems: [bookBody] });
    toggle([
      { id: bookBody.id, item: null },
      { id: 'gone', item: null },
    ]);
    expect([ids(), knownItems(state())]).toEqual([[bookBody.id, 'gone'], null]);
    await vi.waitFor(() => expect(knownItems(state())).not.toBeNull());
    expect(ports.api.inputsOf(getItems)).toEqual([{ itemIds: [bookBody.id, 'gone'] }]);
    expect(knownItems(state())).toMatchObject([
      { id: bookBody.id, hasTracks: true, title: bookBody.media.metadata.title, duration: bookBody.media.duration },
    ]);
    expect([ids(), state().value]).toEqual([[bookBody.id], { picking: 'resting' }]);
  });

  test('are requested: pages of a range that the list has dropped', async () => {
    const { ports, subject, ids } = open();
    ports.api.answer(listItems, pageBody);
    const missing = { query, from: 1, to: 49 };
    subject.send({ type: 'selection.extend', picked: pickedBooks('a'), anchor: at(0), missing });
    await vi.waitFor(() => expect(subject.getSnapshot().matches({ picking: 'resting' })).toBe(true));
    expect(ports.api.inputsOf(listItems)).toMatchObject([{ page: 0 }, { page: 1 }]);
    const expected = ['a', ...pageItems.slice(1).map(({ id }) => id), ...pageItems.slice(0, 2).map(({ id }) => id)];
    expect(new Set(ids())).toEqual(new Set(expected));
  });

  test("a failure shows the server's error, and known entries stay selected (SEL-022, ERR-031)", async () => {
    const { ports, receivedBy, ids, toggle, state } = open();
    const error = { kind: 'server', status: 500, message: 'The database is locked' } as const;
    ports.api.refuse(getItems, error);
    toggle(pickedBooks('a'));
    toggle([{ id: 'b', item: null }]);
    await vi.waitFor(() =>
      expect(receivedBy('toasts')).toEqual([
        { type: 'toasts.show', kind: 'error', message: { key: 'selection.getFailed' }, error },
      ]),
    );
    expect([ids(), ports.api.inputsOf(getItems)]).toEqual([['a'], [{ itemIds: ['b'] }]]);
    expect(state().value).toEqual({ picking: 'resting' });
  });
});

describe('while something is done', () => {
  const scanned = async () => {
    const host = open();
    const answer = host.ports.api.defer(scanItems);
    host.toggle(pickedBooks('a', 'b'));
    host.subject.send({ type: 'selection.run', job: { kind: 'scan' } });
    await vi.waitFor(() => expect(host.ports.api.inputsOf(scanItems)).toEqual([{ itemIds: ['a', 'b'] }]));
    return { ...host, answer };
  };

  test('nothing changes the selection (SEL-016, STT-007); then processed ones leave it', async () => {
    const { ports, subject, state, ids, toggle, answer } = await scanned();
    toggle(pickedBooks('c'));
    subject.send({ type: 'selection.clear' });
    ports.hotkeys.press('Escape');
    expect([ids(), selectIsWorking(state())]).toEqual([['a', 'b'], true]);
    answer.resolve('OK');
    await vi.waitFor(() => expect(selectIsSelecting(state())).toBe(false));
  });

  test('failed ones stay selected, unless another page was opened meanwhile', async () => {
    const stayed = await scanned();
    stayed.answer.reject(new Error('x'));
    await vi.waitFor(() => expect(selectIsWorking(stayed.state())).toBe(false));
    expect(stayed.ids()).toEqual(['a', 'b']);
    const left = await scanned();
    left.subject.send(away);
    left.answer.reject(new Error('x'));
    await vi.waitFor(() => expect(selectIsSelecting(left.state())).toBe(false));
    expect([left.ids(), left.state().value]).toEqual([[], 'empty']);
    left.toggle(pickedBooks('z'));
    left.ports.api.refuse(scanItems, { kind: 'network' });
    left.subject.send({ type: 'selection.run', job: { kind: 'scan' } });
    await vi.waitFor(() => expect(selectIsWorking(left.state())).toBe(false));
    expect(left.ids()).toEqual(['z']);
  });

  test('the changes of a quick match are undone after it, on a request meanwhile', async () => {
    const { subject, ports, answer } = await scanned();
    ports.api.answer(updateItems, { success: true, updates: 1 });
    const details = new Map([['m', { metadata: { subtitle: 'Old' } }]]);
    subject.send({
      type: 'modal.closed',
      modal: 'matchReport',
      tag: 'matchReport',
      output: { details, covers: new Map() },
    });
    expect(ports.api.inputsOf(updateItems)).toEqual([]);
    answer.resolve('OK');
    await vi.waitFor(() => expect(ports.api.inputsOf(updateItems)).toHaveLength(1));
    expect([ports.api.inputsOf(scanItems), ports.api.aborted]).toEqual([[{ itemIds: ['a', 'b'] }], []]);
  });

  test.each<[string, () => Promise<never>, unknown[]]>([
    ['whose code does not come', () => Promise.reject(new TypeError('no code')), []],
    [
      'that stops by a fault',
      () =>
        Promise.resolve(
          fromCallback(() => {
            throw new Error('a fault');
          }) as never,
        ),
      [['A batch stopped', new Error('a fault')]],
    ],
  ])('work %s is reported, and all stays selected', async (_, load, log) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { subject, toggle, ids, state, receivedBy } = open(
      selectionMachine.provide({ actors: { loadBatch: fromPromise(load) as never } }),
    );
    toggle(pickedBooks('a', 'b'));
    subject.send({ type: 'selection.run', job: { kind: 'scan' } });
    await vi.waitFor(() => expect(selectIsWorking(state())).toBe(false));
    expect([ids(), receivedBy('toasts')]).toEqual([
      ['a', 'b'],
      [{ type: 'toasts.show', kind: 'error', message: { key: 'selection.broken' } }],
    ]);
    expect(logged.mock.calls).toEqual(log);
    logged.mockRestore();
  });

  test('an action requested meanwhile is next, and with other items', async () => {
    const { ports, subject, state, answer } = await scanned();
    ports.api.answer(scanItems, 'OK');
    subject.send({ type: 'selection.run', job: { kind: 'scan' }, picked: pickedBooks('z') });
    answer.resolve('OK');
    await vi.waitFor(() => expect(selectIsSelecting(state())).toBe(false));
    expect(ports.api.inputsOf(scanItems)).toEqual([{ itemIds: ['a', 'b'] }, { itemIds: ['z'] }]);
  });

  test('the app bar stays during an action on one unselected item, as from its menu', async () => {
    const { ports, subject, state } = open();
    const answer = ports.api.defer(scanItems);
    const scan = (...ids: string[]) =>
      subject.send({ type: 'selection.run', job: { kind: 'scan' }, picked: pickedBooks(...ids) });
    scan('z');
    expect([selectIsWorking(state()), selectIsSelecting(state())]).toEqual([true, false]);
    await vi.waitFor(() => expect(ports.api.inputsOf(scanItems)).toHaveLength(1));
    scan('y', 'z');
    answer.resolve('OK');
    const second = ports.api.defer(scanItems);
    await vi.waitFor(() => expect(ports.api.inputsOf(scanItems)).toHaveLength(2));
    expect([selectIsSelecting(state()), selectCount(state()), selectWorkCount(state())]).toEqual([true, 0, 2]);
    second.resolve('OK');
    await vi.waitFor(() => expect(selectIsSelecting(state())).toBe(false));
  });

  test('cards work as usual during an action on unselected items, as an undo', async () => {
    const { ports, subject, state } = open();
    const answer = ports.api.defer(scanItems);
    subject.send({ type: 'selection.run', job: { kind: 'scan' }, picked: pickedBooks('z') });
    expect([selectIsWorking(state()), cardStateOf(['z'])(state()), cardStateOf(['a'])(state())]).toEqual([
      true,
      'off',
      'off',
    ]);
    await vi.waitFor(() => expect(ports.api.inputsOf(scanItems)).toEqual([{ itemIds: ['z'] }]));
    answer.resolve('OK');
    await vi.waitFor(() => expect(selectIsSelecting(state())).toBe(false));
  });
});

test.each([
  ['SEL-037, ERR-020', { success: true, updates: 3, unmatched: 0 }, 'success', 'selection.matched'],
  ['SEL-037, EVT-039', { success: true, updates: 3, unmatched: 2 }, 'success', 'selection.matchedSome'],
  ['SEL-038, EVT-039, ERR-020', { success: false, updates: 0, unmatched: 5 }, 'info', 'selection.matchedSome'],
])('a finished batch of matches reports its result (%s): %o', (_rows, result, kind, key) => {
  const { subject, receivedBy } = open();
  subject.send({ type: 'server.quickMatch.completed', result });
  const { updates, unmatched } = result;
  expect(receivedBy('toasts')).toEqual([
    { type: 'toasts.show', kind, message: { key, values: { updates, unmatched } } },
  ]);
});

test('a press shows the changes of a quick match, and undoes them on request', async () => {
  const { subject, ports, state, receivedBy } = open();
  ports.api.answer(updateItems, { success: true, updates: 1 });
  subject.send({ type: 'selection.showMatches' });
  expect(receivedBy('modals')).toEqual([]);
  subject.send({ type: 'matches.begun', before: new Map() });
  subject.send({ type: 'server.quickMatch.completed', result: { success: true, updates: 1 } });
  expect(receivedBy('toasts').at(-1)).toMatchObject({
    durationMs: null,
    action: { label: { key: 'selection.showMatches' }, to: 'selection', event: { type: 'selection.showMatches' } },
  });
  subject.send({ type: 'selection.showMatches' });
  expect(receivedBy('modals')).toMatchObject([{ modal: 'matchReport', input: { before: new Map() } }]);
  subject.send({ type: 'modal.closed', modal: 'matchReport', tag: 'matchReport', output: null });
  expect(state().matches('empty')).toBe(true);
  const details = new Map([['a', { metadata: { subtitle: 'Old' } }]]);
  subject.send({
    type: 'modal.closed',
    modal: 'matchReport',
    tag: 'matchReport',
    output: { details, covers: new Map() },
  });
  await vi.waitFor(() =>
    expect(ports.api.inputsOf(updateItems)).toEqual([
      { updates: [{ id: 'a', mediaPayload: { metadata: { subtitle: 'Old' } } }] },
    ]),
  );
});
