import { describe, expect, test, vi } from 'vitest';
import { selectDataState, selectIsSavingDraft } from '../../../../src/machines/kit/kit.selectors.ts';
import type { InspectionEvent, SnapshotFrom } from 'xstate';
import { batchEditMachine } from '../../../../src/machines/edit/batch-edit/batch-edit.machine.ts';
import {
  followOf,
  formReader,
  isChangedBy,
  itemBy,
  selectBatchView,
  selectChangedCount,
  selectCounts,
  selectFaultCount,
  selectHasUsed,
  selectIsRestored,
  selectItemIds,
  selectMapForm,
  selectMaySave,
  selectRowKeys,
  selectRows,
  selectSettled,
} from '../../../../src/machines/edit/batch-edit/batch-edit.selectors.ts';
import type { BatchEditEvent } from '../../../../src/machines/edit/batch-edit/batch-edit.setup.ts';
import { BATCH_DRAFT } from '../../../../src/machines/edit/batch-edit/batch-edit.stored.ts';
import { keptOf } from '../../../../src/machines/edit/batch-edit/drafts.logic.ts';
import type { DetailChange } from '../../../../src/machines/edit/item-edit/details-form.logic.ts';
import type { DetailName } from '../../../../src/machines/edit/item-edit/details.logic.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { getItems, updateItems } from '../../../../src/services/endpoints/item-batch.ts';
import { batchBook, batchPodcast, select } from '../../../support/batch-fixtures.ts';
import { createFakeNavigation } from '../../../support/fakes/navigation.ts';
import { createFakePorts, type FakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed, reducedBook, wholeBook } from '../../../support/item-fixtures.ts';

const three = [batchBook('a', { subtitle: 'Sub' }), batchBook('b'), batchBook('c')];
const set = (field: DetailName, value: unknown) => ({ type: 'form.change', field, value }) as DetailChange;

const portsWith = (bodies: readonly { id: string }[]): FakePorts => {
  const ports = createFakePorts({ navigation: createFakeNavigation('/batch') });
  select(ports, ...bodies.map(({ id }) => id));
  ports.api.answer(getItems, { libraryItems: bodies });
  return ports;
};

/** The page's draft for storage. */
const keptNow = ({ context: { ids, items, history, clashes } }: SnapshotFrom<typeof batchEditMachine>) =>
  keptOf(ids, items, history.draft, clashes);

function start(ports: FakePorts, inspect?: (event: InspectionEvent) => void) {
  const host = createHost(batchEditMachine, {
    input: { route: { name: 'batch' }, entryKey: 'k', memory: null },
    ports,
    named: { modals: null, toasts: null, router: null },
    ...(inspect ? { inspect } : {}),
  });
  const snapshot = () => host.subject.getSnapshot();
  return {
    ...host,
    snapshot,
    state: () => {
      const state = selectDataState(snapshot());
      return state === 'shown' ? selectBatchView(snapshot()) : state;
    },
    values: (id: string) => formReader(id)(snapshot())?.context.values,
    change: (id: string, field: DetailName, value: unknown) =>
      host.subject.send({ type: 'batch.change', id, change: set(field, value) }),
    save: () => {
      host.subject.send({ type: 'batch.review' });
      host.subject.send({ type: 'batch.save' });
    },
    sent: () => ports.api.inputsOf(updateItems).map((input) => (input as { updates: unknown }).updates),
  };
}

async function open(bodies: readonly { id: string }[] = three, ports = portsWith(bodies)) {
  const host = start(ports);
  await vi.waitFor(() => expect(host.state()).toBe('cards'));
  return host;
}

/** The subtitles of two items are edited here, and others elsewhere. */
async function clashing() {
  const page = await open();
  for (const id of ['a', 'b']) page.change(id, 'subtitle', 'Mine');
  page.ports.api.answer(getItems, { libraryItems: three.map(({ id }) => batchBook(id, { subtitle: 'Theirs' })) });
  page.subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(page.snapshot().context.clashes.size).toBe(2));
  return page;
}

const rested = (host: Awaited<ReturnType<typeof open>>) =>
  vi.waitFor(() => expect(host.snapshot().matches({ editing: { draft: 'resting' } })).toBe(true));

describe('the page that edits many items', () => {
  test('shows that nothing is selected, and that the items can’t be loaded, with a retry', async () => {
    const nothing = start(createFakePorts({ navigation: createFakeNavigation('/batch') }));
    await vi.waitFor(() => expect(nothing.state()).toBe('empty'));
    expect(nothing.ports.tabStorage.read(BATCH_DRAFT)).toBe(null);
    const ports = portsWith(three);
    ports.api.refuseOnce(getItems, { kind: 'forbidden', message: 'No' });
    const { subject, state, snapshot } = start(ports);
    await vi.waitFor(() => expect(state()).toBe('failed'));
    expect([snapshot().context.error, snapshot().context.ids.length]).toEqual([
      { kind: 'forbidden', message: 'No' },
      3,
    ]);
    subject.send({ type: 'page.retry' });
    await vi.waitFor(() => expect(state()).toBe('cards'));
    expect([snapshot().context.error, snapshot().context.loaded]).toEqual([null, 3]);
  });

  test('reports changes by item and by detail, and the available undo and save', async () => {
    const { subject, snapshot, change } = await open();
    const shown = () => ({
      items: selectItemIds(snapshot()),
      changed: ['a', 'b', 'gone'].map((id) => isChangedBy(id)(snapshot())),
      count: selectChangedCount(snapshot()),
      undo: snapshot().context.history.past.length > 0,
      redo: snapshot().context.history.future.length > 0,
      maySave: selectMaySave(snapshot()),
      rows: selectRowKeys(snapshot()),
    });
    const untouched = {
      items: ['a', 'b', 'c'],
      changed: [false, false, false],
      count: 0,
      undo: false,
      redo: false,
      maySave: false,
      rows: [],
    };
    expect([shown(), snapshot().context.map.values.mediaType, itemBy('b')(snapshot())?.base.title]).toEqual([
      untouched,
      'book',
      batchBook('b').media.metadata.title,
    ]);
    change('a', 'subtitle', 'Other');
    change('a', 'tags', ['new']);
    change('b', 'tags', ['new']);
    expect(shown()).toEqual({
      ...untouched,
      changed: [true, true, false],
      count: 2,
      undo: true,
      maySave: true,
      rows: ['a tags', 'a subtitle', 'b tags'],
    });
    expect(selectRows(snapshot()).map(({ id, field, before, after }) => [id, field, before, after])).toEqual([
      ['a', 'tags', [], ['new']],
      ['a', 'subtitle', 'Sub', 'Other'],
      ['b', 'tags', [], ['new']],
    ]);
    expect(selectCounts(snapshot())).toEqual([
      { field: 'tags', count: 2 },
      { field: 'subtitle', count: 1 },
    ]);
    for (const _ of [1, 2, 3]) subject.send({ type: 'batch.undo' });
    expect(shown()).toEqual({ ...untouched, redo: true });
  });

  test('an edit with the same result is no step', async () => {
    const { subject, snapshot, change } = await open();
    subject.send({ type: 'batch.toggleUse', field: 'genres' });
    subject.send({ type: 'batch.setMapMode', mode: 'append' });
    subject.send({ type: 'batch.apply' });
    expect([snapshot().context.applied, snapshot().context.history.past.length > 0]).toEqual([0, false]);
    subject.send({ type: 'batch.revert', id: 'a', field: null });
    expect(
      [snapshot().context.applied, snapshot().context.history.past.length > 0],
      'there is nothing to give up',
    ).toEqual([0, false]);
    change('a', 'subtitle', 'Other');
    expect([snapshot().context.applied, snapshot().context.history.past.length > 0]).toEqual([null, true]);
  });

  test('requests many items in parts, and keeps the order of selection', async () => {
    const bodies = Array.from({ length: 60 }, (_, at) => batchBook(`book-${59 - at}`));
    const { snapshot, ports, parentEvents } = await open(bodies);
    expect([...snapshot().context.items.keys()]).toEqual(bodies.map(({ id }) => id));
    expect(ports.api.inputsOf(getItems).map((input) => (input as { itemIds: string[] }).itemIds.length)).toEqual([
      50, 10,
    ]);
    expect(parentEvents).toMatchObject([{ type: 'page.libraryResolved' }]);
  });

  test('sends only changes, after the summary, and leads to the shelf with a way back', async () => {
    const host = await open();
    const { subject, ports, change, sent, receivedBy } = host;
    change('a', 'subtitle', 'Other');
    change('b', 'tags', ['new']);
    subject.send({ type: 'batch.save' });
    expect(sent()).toEqual([]);
    ports.api.answer(updateItems, { success: true, updates: 2 });
    host.save();
    await vi.waitFor(() => expect(receivedBy('router')).toHaveLength(1));
    expect(sent()).toEqual([
      [
        { id: 'a', mediaPayload: { metadata: { subtitle: 'Other' } } },
        { id: 'b', mediaPayload: { tags: ['new'] } },
      ],
    ]);
    expect(receivedBy('router')).toEqual([
      { type: 'router.goBack', to: { name: 'bookshelf', libraryId: wholeBook.libraryId } },
    ]);
    expect(receivedBy('toasts')).toMatchObject([
      {
        message: { key: 'selection.done.update', values: { count: 2 } },
        action: {
          to: 'selection',
          event: {
            job: {
              kind: 'restoreDetails',
              before: new Map([
                ['a', { metadata: { subtitle: 'Sub' } }],
                ['b', { metadata: {}, tags: [] }],
              ]),
            },
          },
        },
      },
    ]);
    expect(ports.tabStorage.read(BATCH_DRAFT)).toBe(null);
  });

  test('details are applied to all, undone as one step, and redone', async () => {
    const { subject, values, snapshot } = await open();
    expect([snapshot().context.isMapOpen, selectHasUsed(snapshot())]).toEqual([false, false]);
    subject.send({ type: 'batch.toggleMap' });
    subject.send({ type: 'batch.toggleUse', field: 'genres' });
    expect([snapshot().context.isMapOpen, selectHasUsed(snapshot())]).toEqual([true, true]);
    subject.send({ type: 'batch.changeMap', change: set('genres', ['G']) });
    expect(selectMapForm(snapshot())?.context).toMatchObject({ values: { genres: ['G'] }, problems: {} });
    subject.send({ type: 'batch.apply' });
    expect(snapshot().context.applied).toBe(3);
    expect(selectCounts(snapshot())).toEqual([{ field: 'genres', count: 3 }]);
    subject.send({ type: 'batch.undo' });
    expect(selectChangedCount(snapshot())).toBe(0);
    subject.send({ type: 'batch.redo' });
    expect(values('c')?.genres).toEqual(['G']);
    subject.send({ type: 'batch.setMapMode', mode: 'append' });
    subject.send({ type: 'batch.changeMap', change: set('genres', ['g', 'H']) });
    subject.send({ type: 'batch.apply' });
    expect(values('b')?.genres).toEqual(['G', 'H']);
    subject.send({ type: 'batch.populate' });
    expect(snapshot().context.map.values.genres).toEqual(['G', 'H']);
    subject.send({ type: 'batch.populateFrom', id: 'a' });
    expect(snapshot().context.map.uses).toContain('authors');
    subject.send({ type: 'batch.resetMap' });
    expect(snapshot().context.map).toMatchObject({ mode: 'append', uses: [] });
    subject.send({ type: 'batch.apply' });
    subject.send({ type: 'batch.revert', id: 'b', field: 'genres' });
    expect(selectChangedCount(snapshot())).toBe(2);
    subject.send({ type: 'batch.reset' });
    expect(selectChangedCount(snapshot())).toBe(0);
  });

  test('letters of one field are one step', async () => {
    const { subject, values, change } = await open();
    for (const text of ['S', 'Su', 'Sun']) change('a', 'subtitle', text);
    subject.send({ type: 'batch.settle' });
    change('a', 'subtitle', 'Sund');
    subject.send({ type: 'batch.undo' });
    expect(values('a')?.subtitle).toBe('Sun');
    subject.send({ type: 'batch.undo' });
    expect(values('a')?.subtitle).toBe('Sub');
  });

  test('a mistake keeps all from being saved, and comes into view', async () => {
    const { subject, snapshot, change, state, sent } = await open();
    change('b', 'title', ' ');
    change('a', 'subtitle', 'x');
    subject.send({ type: 'batch.review' });
    expect(state()).toBe('cards');
    expect(selectFaultCount(snapshot())).toBe(1);
    expect(['a', 'b'].map((id) => followOf(id)(snapshot()))).toEqual([null, { id: 'b' }]);
    expect(formReader('b')(snapshot())?.context.problems).toEqual({ title: 'titleMissing' });
    change('b', 'title', 'B');
    expect(selectFaultCount(snapshot())).toBe(0);
    subject.send({ type: 'batch.review' });
    expect(state()).toBe('review');
    expect(sent()).toEqual([]);
  });
});

describe('the draft of the tab', () => {
  test('is the draft, after every edit', async () => {
    const { subject, ports, snapshot } = await open();
    subject.send({ type: 'batch.toggleUse', field: 'genres' });
    subject.send({ type: 'batch.changeMap', change: set('genres', ['G']) });
    const edits: readonly BatchEditEvent[] = [
      { type: 'batch.change', id: 'a', change: set('subtitle', 'Mine') },
      { type: 'batch.changeCells', cells: [{ id: 'b', field: 'subtitle', value: 'Cell' }] },
      { type: 'batch.revert', id: 'b', field: 'subtitle' },
      { type: 'batch.apply' },
      { type: 'batch.undo' },
      { type: 'batch.redo' },
      { type: 'batch.reset' },
    ];
    for (const edit of edits) {
      const before = keptNow(snapshot());
      subject.send(edit);
      expect([edit.type, keptNow(snapshot())]).not.toEqual([edit.type, before]);
      expect([edit.type, ports.tabStorage.read(BATCH_DRAFT)]).toEqual([edit.type, keptNow(snapshot())]);
    }
  });

  test('is the choice, where it was changed elsewhere too', async () => {
    const page = await clashing();
    const { subject, ports, snapshot } = page;
    for (const edit of [
      { type: 'batch.keepMine', of: { id: 'a', field: 'subtitle' } },
      { type: 'batch.takeTheirs', of: null },
    ] as const) {
      expect(ports.tabStorage.read(BATCH_DRAFT)).toEqual(keptNow(snapshot()));
      ports.tabStorage.remove(BATCH_DRAFT);
      subject.send(edit);
      expect([edit.type, ports.tabStorage.read(BATCH_DRAFT)]).toEqual([edit.type, keptNow(snapshot())]);
    }
  });

  test('has no choice left when undone; redone it has one', async () => {
    const { subject, snapshot } = await clashing();
    subject.send({ type: 'batch.undo' });
    expect(snapshot().context.clashes.size).toBe(1);
    subject.send({ type: 'batch.undo' });
    expect([snapshot().context.clashes.size, selectChangedCount(snapshot())]).toEqual([0, 0]);
  });

  test('has no choice left when redone without its conflict', async () => {
    const { subject, ports, change, snapshot } = await open();
    change('a', 'subtitle', 'Mine');
    subject.send({ type: 'batch.revert', id: 'a', field: null });
    subject.send({ type: 'batch.undo' });
    ports.api.answer(getItems, { libraryItems: three.map(({ id }) => batchBook(id, { subtitle: 'Theirs' })) });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(snapshot().context.clashes.size).toBe(1));
    expect(snapshot().context.history.future.length > 0).toBe(true);
    subject.send({ type: 'batch.redo' });
    expect([snapshot().context.clashes.size, selectChangedCount(snapshot())]).toEqual([0, 0]);
  });
});

describe('the view', () => {
  const moved = (view?: 'table') =>
    ({ type: 'page.moved', route: { name: 'batch', ...(view ? { view } : {}) }, entryKey: 'k2' }) as const;

  test('is one of the address, which is changed in its place', async () => {
    const { subject, receivedBy, state } = await open();
    subject.send({ type: 'batch.show', view: 'table' });
    subject.send({ type: 'batch.show', view: 'cards' });
    expect([state(), receivedBy('router')]).toEqual([
      'cards',
      [
        { type: 'router.go', to: { name: 'batch', view: 'table' }, replace: true },
        { type: 'router.go', to: { name: 'batch' }, replace: true },
      ],
    ]);
    subject.send(moved('table'));
    expect([state(), subject.getSnapshot().children.table === undefined]).toEqual(['table', false]);
    subject.send(moved());
    expect([state(), subject.getSnapshot().children.table]).toEqual(['cards', undefined]);
  });

  test('of a table starts with the draft, and receives later edits, once', async () => {
    const fed: unknown[] = [];
    const ports = portsWith(three);
    const page = start(ports, ({ type, ...more }) => {
      const { event } = more as { event?: { type: string } };
      if (type === '@xstate.event' && event?.type === 'table.fed') fed.push(event);
    });
    const { subject, change, state, snapshot } = page;
    await vi.waitFor(() => expect(state()).toBe('cards'));
    const shown = () => snapshot().children.table?.getSnapshot().context.data;
    const edited = () => ({ items: snapshot().context.items, drafts: snapshot().context.history.draft });
    change('a', 'subtitle', 'Mine');
    subject.send(moved('table'));
    expect([fed.length, shown()]).toEqual([0, edited()]);
    change('b', 'subtitle', 'Mine too');
    expect([fed.length, shown()]).toEqual([1, edited()]);
    subject.send({ type: 'batch.toggleMap' });
    expect(fed).toHaveLength(1);
    subject.send(moved());
    change('c', 'subtitle', 'In its card');
    subject.send(moved('table'));
    expect([fed.length, shown()]).toEqual([1, edited()]);
  });
});

describe('the summary', () => {
  test('leads back, and closes without edits', async () => {
    const { subject, change, state } = await open();
    change('a', 'subtitle', 'Mine');
    subject.send({ type: 'batch.review' });
    expect(state()).toBe('review');
    subject.send({ type: 'batch.back' });
    expect(state()).toBe('cards');
    subject.send({ type: 'batch.review' });
    subject.send({ type: 'batch.undo' });
    expect(state()).toBe('cards');
  });

  test('stays while it is saved, and refused items are reloaded', async () => {
    const host = await open();
    const { subject, ports, change, state, snapshot } = host;
    change('a', 'subtitle', 'Mine');
    const answer = ports.api.defer(updateItems);
    host.save();
    subject.send({ type: 'batch.back' });
    expect([state(), selectIsSavingDraft(snapshot())]).toEqual(['review', true]);
    answer.reject(new AppException({ kind: 'server', status: 500, message: '' }));
    await rested(host);
    expect(ports.api.inputsOf(getItems)).toHaveLength(1);
    ports.clock.advance(500);
    await vi.waitFor(() => expect(ports.api.inputsOf(getItems)).toHaveLength(2));
    expect(host.receivedBy('toasts')).toEqual([]);
  });

  test('refused for a mistake points at it, until it is corrected', async () => {
    const { subject, change, snapshot, state } = await open();
    change('b', 'title', ' ');
    subject.send({ type: 'batch.showFault' });
    expect([snapshot().context.isRefused, followOf('b')(snapshot())]).toEqual([true, { id: 'b' }]);
    change('b', 'title', 'B');
    subject.send({ type: 'batch.review' });
    expect([state(), snapshot().context.isRefused]).toEqual(['review', false]);
  });
});

test('items that could not be loaded are on their way again when the connection is back', async () => {
  const ports = portsWith(three);
  ports.api.refuseOnce(getItems, { kind: 'network' });
  const { subject, state } = start(ports);
  await vi.waitFor(() => expect(state()).toBe('failed'));
  subject.send({ type: 'page.refresh', again: true });
  expect(state()).toBe('loading');
  await vi.waitFor(() => expect(state()).toBe('cards'));
  expect(ports.api.inputsOf(getItems)).toHaveLength(2);
});

describe('a save that is refused', () => {
  const many = Array.from({ length: 60 }, (_, at) => batchBook(`book-${at}`));

  test('is reported part by part: saved parts leave the draft, the rest is retried', async () => {
    const host = await open(many);
    const { subject, ports, snapshot, sent, state } = host;
    subject.send({ type: 'batch.toggleUse', field: 'publisher' });
    subject.send({ type: 'batch.changeMap', change: set('publisher', 'P') });
    subject.send({ type: 'batch.apply' });
    ports.api.refuseOnce(updateItems, { kind: 'server', status: 500, message: 'Full' });
    ports.api.answer(updateItems, { success: true, updates: 10 });
    host.save();
    await vi.waitFor(() => expect(snapshot().context.report?.failed.size).toBe(50));
    await rested(host);
    expect(snapshot().context.report?.saved).toBe(10);
    expect([state(), selectChangedCount(snapshot())]).toEqual(['review', 50]);
    expect(ports.tabStorage.read(BATCH_DRAFT)?.drafts).toHaveLength(50);
    ports.api.answer(updateItems, { success: true, updates: 50 });
    subject.send({ type: 'batch.save' });
    await vi.waitFor(() => expect(host.receivedBy('router')).toHaveLength(1));
    expect(sent().map((updates) => (updates as unknown[]).length)).toEqual([50, 10, 50]);
    const toast = host.receivedBy('toasts').at(-1) as unknown as { action: { event: { picked: unknown[] } } };
    expect(toast.action.event.picked).toHaveLength(60);
  });

  test('an unreachable server ends it at once; edits are locked during the retry', async () => {
    const host = await open(many);
    const { subject, ports, snapshot, sent, receivedBy } = host;
    subject.send({ type: 'batch.toggleUse', field: 'publisher' });
    subject.send({ type: 'batch.changeMap', change: set('publisher', 'P') });
    subject.send({ type: 'batch.apply' });
    ports.api.refuse(updateItems, { kind: 'network' });
    host.save();
    await vi.waitFor(() => expect(snapshot().context.report?.failed.size).toBe(60));
    await rested(host);
    expect(sent()).toHaveLength(1);
    expect(receivedBy('toasts')).toEqual([]);
    expect([selectIsSavingDraft(snapshot()), selectSettled(snapshot())]).toEqual([false, 60]);
    ports.api.answer(updateItems, { success: true, updates: 50 });
    ports.api.defer(updateItems);
    subject.send({ type: 'batch.save' });
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
    expect([selectIsSavingDraft(snapshot()), snapshot().context.sending, selectSettled(snapshot())]).toEqual([
      true,
      60,
      0,
    ]);
    expect(subject.getSnapshot().can({ type: 'batch.undo' })).toBe(false);
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(ports.api.inputsOf(getItems)).toHaveLength(4));
    expect(snapshot().context.clashes.size).toBe(0);
  });

  test('items that the server skips are named: missing, or unchanged', async () => {
    const host = await open();
    const { ports, change, snapshot, values } = host;
    for (const id of ['a', 'b', 'c']) change(id, 'publisher', 'P');
    ports.api.answer(updateItems, { success: true, updates: 1 });
    ports.api.answer(getItems, { libraryItems: [batchBook('a', { publisher: 'P', subtitle: 'Sub' }), batchBook('b')] });
    host.save();
    await vi.waitFor(() =>
      expect(snapshot().context.report?.failed).toEqual(
        new Map([
          ['b', { kind: 'ignored' }],
          ['c', { kind: 'gone' }],
        ]),
      ),
    );
    await rested(host);
    expect(values('a')?.base.publisher).toBe('P');
    expect(host.receivedBy('toasts')).toMatchObject([
      { action: { event: { job: { kind: 'restoreDetails' }, picked: [{ id: 'a' }] } } },
    ]);
    ports.clock.advance(1000);
    await vi.waitFor(() => expect(snapshot().context.items.has('c')).toBe(false));
  });
});

describe('what happens meanwhile', () => {
  test('a reload restores the items and their edits', async () => {
    const ports = portsWith(three);
    const first = await open(three, ports);
    first.change('b', 'subtitle', 'Mine');
    const { snapshot, values, subject } = await open(three, ports);
    expect([selectIsRestored(snapshot()), values('b')?.subtitle]).toEqual([true, 'Mine']);
    subject.send({ type: 'batch.undo' });
    expect([selectChangedCount(snapshot()), selectIsRestored(snapshot())]).toEqual([0, false]);
    expect(ports.tabStorage.read(BATCH_DRAFT)).toEqual({ ids: ['a', 'b', 'c'], drafts: [] });
    const third = await open(three, ports);
    expect(
      [selectIsRestored(third.snapshot()), third.snapshot().context.history.past.length > 0],
      'nothing was left',
    ).toEqual([false, false]);
    third.change('a', 'subtitle', 'Later');
    expect(selectIsRestored(third.snapshot()), 'it was typed here').toBe(false);
  });

  test('leaving confirms unsaved edits first, and then discards them', async () => {
    const { subject, change, ports, receivedBy, snapshot } = await open();
    const { navigation } = ports;
    const visit = () => navigation.navigate('/elsewhere');
    change('a', 'subtitle', 'Mine');
    visit();
    await vi.waitFor(() => expect(receivedBy('modals')).toHaveLength(1));
    subject.send(questionClosed(false));
    expect(ports.tabStorage.read(BATCH_DRAFT)?.drafts).toHaveLength(1);
    visit();
    await vi.waitFor(() => expect(receivedBy('modals')).toHaveLength(2));
    subject.send(questionClosed(true));
    expect(ports.tabStorage.read(BATCH_DRAFT)).toBe(null);
    await vi.waitFor(() => expect(navigation.current().pathname).toBe('/elsewhere'));
    expect(snapshot().matches({ editing: { draft: 'resting' } })).toBe(true);
  });

  test('leaving asks nothing once all was undone', async () => {
    const { subject, change, ports, receivedBy } = await open();
    change('a', 'subtitle', 'Mine');
    subject.send({ type: 'batch.undo' });
    ports.navigation.navigate('/elsewhere');
    expect([receivedBy('modals'), ports.navigation.current().pathname]).toEqual([[], '/elsewhere']);
  });

  test('changes from elsewhere are taken during the question, too; without items left it closes', async () => {
    const { subject, change, ports, snapshot, values, state } = await open();
    const refresh = () => subject.send({ type: 'page.refresh', again: true });
    change('a', 'subtitle', 'Mine');
    subject.send({ type: 'leave.wanted' });
    ports.api.answer(getItems, { libraryItems: three.map(({ id }) => batchBook(id, { publisher: 'P' })) });
    refresh();
    await vi.waitFor(() => expect(values('a')?.publisher).toBe('P'));
    expect(ports.tabStorage.read(BATCH_DRAFT)).toEqual(keptNow(snapshot()));
    ports.api.answer(getItems, { libraryItems: [] });
    refresh();
    await vi.waitFor(() => expect(state()).toBe('empty'));
    expect(ports.tabStorage.read(BATCH_DRAFT)).toBe(null);
  });

  test.each([
    ['some of them', ['x', 'b'], 2],
    ['others', ['x'], 1],
  ])('items of one server event are reloaded when %s are edited here', async (_, ids, times) => {
    const { subject, ports, values } = await open();
    ports.api.answer(getItems, { libraryItems: three.map(({ id }) => batchBook(id, { publisher: 'P' })) });
    const items = ids.map((id) => ({ ...reducedBook, id }));
    subject.send({ type: 'server.items.updated', items: { items, dropped: [] } });
    ports.clock.advance(500);
    await vi.waitFor(() => expect(values('b')?.publisher === 'P').toBe(times === 2));
    expect(ports.api.inputsOf(getItems)).toHaveLength(times);
  });

  test('a change from elsewhere is taken, except in an edited field: then the user chooses', async () => {
    const { subject, change, ports, snapshot, values, state } = await open();
    change('a', 'subtitle', 'Mine');
    change('b', 'subtitle', 'Mine');
    const theirs = three.map(({ id }) => batchBook(id, { subtitle: 'Theirs', publisher: 'P' }));
    ports.api.answer(getItems, { libraryItems: theirs });
    subject.send({ type: 'server.item.updated', item: { ...reducedBook, id: 'a' } });
    ports.clock.advance(1000);
    await vi.waitFor(() => expect(snapshot().context.clashes.size).toBe(2));
    expect([values('a')?.publisher, values('c')?.subtitle]).toEqual(['P', 'Theirs']);
    subject.send({ type: 'batch.review' });
    expect(state()).toBe('cards');
    subject.send({ type: 'batch.keepMine', of: { id: 'a', field: 'subtitle' } });
    expect(snapshot().context.clashes.size).toBe(1);
    subject.send({ type: 'batch.takeTheirs', of: null });
    expect([values('a')?.subtitle, values('b')?.subtitle, snapshot().context.clashes.size]).toEqual([
      'Mine',
      'Theirs',
      0,
    ]);
    subject.send({ type: 'batch.review' });
    expect(state()).toBe('review');
  });

  test('an item that is removed leaves the page; without the last one there is nothing to edit', async () => {
    const { subject, ports, snapshot, state, change } = await open();
    change('b', 'subtitle', 'Mine');
    ports.api.answer(getItems, { libraryItems: three.slice(0, 1) });
    subject.send({ type: 'server.item.removed', item: { id: 'b' } });
    ports.clock.advance(1000);
    await vi.waitFor(() => expect([...snapshot().context.items.keys()]).toEqual(['a']));
    expect(selectChangedCount(snapshot())).toBe(0);
    ports.api.answer(getItems, { libraryItems: [] });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(state()).toBe('empty'));
  });

  test('podcasts have their own details', async () => {
    const { subject, change, snapshot, sent, ports, save } = await open([batchPodcast('p'), batchPodcast('q')]);
    subject.send({ type: 'batch.toggleUse', field: 'author' });
    subject.send({ type: 'batch.changeMap', change: set('author', 'Somebody') });
    subject.send({ type: 'batch.apply' });
    change('q', 'itunesId', '7');
    expect(selectChangedCount(snapshot())).toBe(2);
    ports.api.answer(updateItems, { success: true, updates: 2 });
    save();
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toEqual([
      { id: 'p', mediaPayload: { metadata: { author: 'Somebody' } } },
      { id: 'q', mediaPayload: { metadata: { author: 'Somebody', itunesId: '7' } } },
    ]);
  });
});
