import { describe, expect, test, vi } from 'vitest';
import { selectEditorState, selectIsSavingDraft } from '../../../../src/machines/kit/kit.selectors.ts';
import { ORDER_DRAFT } from '../../../../src/machines/edit/track-order/track-order.setup.ts';
import { trackOrderMachine } from '../../../../src/machines/edit/track-order/track-order.machine.ts';
import {
  fileAt,
  selectHasTracks,
  selectIsChanged,
  selectIsOutdated,
  selectIsRestored,
  selectOrder,
} from '../../../../src/machines/edit/track-order/track-order.logic.ts';
import type { OrderEdit } from '../../../../src/machines/edit/track-order/order.logic.ts';
import { updateChapters, updateTracks } from '../../../../src/services/endpoints/item-editing.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { createFakeNavigation } from '../../../support/fakes/navigation.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { bookBody, questionClosed, reducedBook, readAgainInVain } from '../../../support/item-fixtures.ts';
import { bookOfFiles } from '../../../support/tool-fixtures.ts';

const { id } = bookBody;

const fakePorts = () => createFakePorts({ navigation: createFakeNavigation(`/audiobook/${id}/edit`) });

async function open(body: object = bookOfFiles('a', 'b', 'c'), ports = fakePorts()) {
  ports.api.answer(getItem, body);
  const host = createHost(trackOrderMachine, {
    input: { route: { name: 'tracks', id }, entryKey: 'k', memory: null },
    ports,
    named: { modals: null, toasts: null, router: null },
  });
  const snapshot = () => host.subject.getSnapshot();
  const state = () => selectEditorState(snapshot());
  await vi.waitFor(() => expect(state()).not.toBe('loading'));
  const inos = () =>
    selectOrder(snapshot())
      .map(({ ino, isOut }) => (isOut ? `-${ino}` : ino))
      .join('');
  const report = async (now: object) => {
    ports.api.answer(getItem, now);
    host.subject.send({ type: 'server.item.updated', item: reducedBook });
    const before = snapshot().context.book;
    ports.clock.advance(300);
    await vi.waitFor(() => expect(snapshot().context.book).not.toBe(before));
  };
  return {
    ...host,
    snapshot,
    state,
    inos,
    report,
    edit: (edit: OrderEdit) => host.subject.send({ type: 'trackOrder.edit', edit }),
  };
}
const toFirst: OrderEdit = { kind: 'move', ino: 'c', index: 0 };

describe('the order of tracks', () => {
  test('is saved whole, and leads back to the book', async () => {
    const { subject, ports, edit, receivedBy, snapshot } = await open();
    edit(toFirst);
    edit({ kind: 'include', ino: 'a', isOut: true });
    ports.api.answer(updateTracks, { id, updatedAt: 1 });
    expect([snapshot().context.book?.id, selectIsSavingDraft(snapshot())]).toEqual([id, false]);
    subject.send({ type: 'trackOrder.save' });
    expect(selectIsSavingDraft(snapshot())).toBe(true);
    await vi.waitFor(() => expect(receivedBy('router')).toHaveLength(1));
    expect(ports.api.inputsOf(updateTracks)).toEqual([
      {
        id,
        files: [
          { ino: 'a', exclude: true },
          { ino: 'c', exclude: false },
          { ino: 'b', exclude: false },
        ],
      },
    ]);
    expect(receivedBy('router')).toMatchObject([{ to: { name: 'item', id }, replace: true }]);
    expect(selectIsChanged(snapshot())).toBe(false);
    expect(receivedBy('toasts')).toMatchObject([{ kind: 'success' }]);
  });

  describe('of a book with chapters', () => {
    const chapters = [
      { id: 0, start: 0, end: 100, title: 'A' },
      { id: 1, start: 100, end: 150, title: 'B' },
      { id: 2, start: 150, end: 250, title: 'Over the border' },
      { id: 3, start: 250, end: 300, title: 'C' },
    ];
    const body = bookOfFiles('a', 'b', 'c') as { readonly media: object };
    const moved = [
      { id: 0, start: 0, end: 50, title: 'Over the border' },
      { id: 1, start: 50, end: 100, title: 'C' },
      { id: 2, start: 100, end: 200, title: 'A' },
      { id: 3, start: 200, end: 250, title: 'B' },
      { id: 4, start: 250, end: 300, title: 'Over the border' },
    ];
    const saving = async () => {
      const page = await open({ ...body, media: { ...body.media, chapters } });
      page.ports.api.answer(updateTracks, { id, updatedAt: 1 });
      page.edit(toFirst);
      page.subject.send({ type: 'trackOrder.save' });
      await vi.waitFor(() => expect(page.receivedBy('modals')).toHaveLength(1));
      return page;
    };

    test('offers to move each chapter with its file once it is saved', async () => {
      const { subject, ports, receivedBy } = await saving();
      expect(receivedBy('modals')).toMatchObject([
        { tag: 'chapters', input: { message: { key: 'chaptersQuestion.move', values: { count: 4 } } } },
      ]);
      ports.api.answer(updateChapters, { success: true, updated: true });
      subject.send(questionClosed(true));
      await vi.waitFor(() => expect(receivedBy('router')).toHaveLength(1));
      expect(ports.api.inputsOf(updateChapters)).toEqual([{ id, chapters: moved }]);
      expect(receivedBy('toasts')).toMatchObject([{}, { message: { key: 'chaptersQuestion.moved' } }]);
    });

    test('leaves them without a yes, and says why they couldn’t be moved', async () => {
      const left = await saving();
      left.subject.send(questionClosed(false));
      expect([left.receivedBy('router').length, left.ports.api.inputsOf(updateChapters)]).toEqual([1, []]);
      const failed = await saving();
      failed.ports.api.refuse(updateChapters, { kind: 'network' });
      failed.subject.send(questionClosed(true));
      await vi.waitFor(() => expect(failed.receivedBy('router')).toHaveLength(1));
      expect(failed.receivedBy('toasts').at(-1)).toMatchObject({ kind: 'error', error: { kind: 'network' } });
    });
  });

  test('takes moves of two files back one by one', async () => {
    const { subject, edit, inos } = await open();
    edit(toFirst);
    edit({ kind: 'move', ino: 'b', index: 1 });
    expect(inos()).toBe('cba');
    subject.send({ type: 'trackOrder.undo' });
    expect(inos()).toBe('cab');
  });

  test('reports undo, redo and save, and the last sorting', async () => {
    const { subject, edit, snapshot } = await open();
    const shown = () => [
      snapshot().context.history.past.length > 0,
      snapshot().context.history.future.length > 0,
      selectHasTracks(snapshot()),
      snapshot().context.sort?.by ?? null,
    ];
    expect(shown()).toEqual([false, false, true, null]);
    edit({ kind: 'sort', by: 'filename', isDescending: true });
    expect(shown()).toEqual([true, false, true, 'filename']);
    for (const ino of ['a', 'b', 'c']) edit({ kind: 'include', ino, isOut: true });
    expect(shown()).toEqual([true, false, false, null]);
    for (const _ of [1, 2, 3, 4]) subject.send({ type: 'trackOrder.undo' });
    expect(shown()).toEqual([false, true, true, null]);
    subject.send({ type: 'trackOrder.redo' });
    expect(shown().slice(0, 3)).toEqual([true, true, true]);
  });

  test('keeps redo steps when the book changes elsewhere but not its order', async () => {
    const { subject, edit, inos, snapshot, report } = await open();
    edit(toFirst);
    subject.send({ type: 'trackOrder.undo' });
    await report(bookOfFiles('a', 'b', 'c'));
    expect([
      snapshot().context.history.future.length > 0,
      selectIsChanged(snapshot()),
      selectIsOutdated(snapshot()),
    ]).toEqual([true, false, false]);
    subject.send({ type: 'trackOrder.redo' });
    expect(inos()).toBe('cab');
  });

  test('stays as it is where a file is left out that is out already', async () => {
    const { edit, inos, snapshot } = await open();
    edit({ kind: 'include', ino: 'a', isOut: true });
    edit({ kind: 'include', ino: 'b', isOut: true });
    edit({ kind: 'include', ino: 'a', isOut: true });
    expect([inos(), snapshot().context.history.past.length]).toEqual(['-a-bc', 2]);
  });

  test('undoes all moves of a drag in one step, and a cancelled drag is none', async () => {
    const { subject, edit, inos, snapshot } = await open();
    for (const index of [1, 0]) edit({ kind: 'move', ino: 'c', index });
    subject.send({ type: 'trackOrder.settle', ino: 'c' });
    for (const index of [1, 0]) edit({ kind: 'move', ino: 'c', index });
    expect(inos()).toBe('cab');
    expect(snapshot().context.history.past).toHaveLength(1);
    expect(snapshot().context.moved).toEqual({ ino: 'c' });
    edit({ kind: 'include', ino: 'b', isOut: true });
    expect(inos()).toBe('-bca');
    const at = (index: number) => fileAt(snapshot(), index);
    expect([at(0)?.file.ino, at(0)?.number, at(1)?.file.ino, at(1)?.number]).toEqual(['b', null, 'c', 1]);
    expect(at(9)).toBe(null);
    for (const _ of [1, 2]) subject.send({ type: 'trackOrder.undo' });
    expect(inos()).toBe('abc');
    subject.send({ type: 'trackOrder.redo' });
    expect(inos()).toBe('cab');
  });

  test('is not saved without changes, or with all files left out', async () => {
    const { subject, ports, edit } = await open(bookOfFiles('a'));
    subject.send({ type: 'trackOrder.save' });
    edit({ kind: 'include', ino: 'a', isOut: true });
    subject.send({ type: 'trackOrder.save' });
    expect(ports.api.inputsOf(updateTracks)).toEqual([]);
  });

  test('stays as it is when a save fails', async () => {
    const { subject, ports, edit, inos, snapshot, receivedBy } = await open();
    edit(toFirst);
    ports.api.refuseOnce(updateTracks, { kind: 'server', status: 500, message: '' });
    subject.send({ type: 'trackOrder.save' });
    await vi.waitFor(() => expect(snapshot().context.error?.kind).toBe('server'));
    expect(inos()).toBe('cab');
    expect(receivedBy('toasts')).toMatchObject([{ kind: 'error' }]);
    ports.api.answer(updateTracks, { id, updatedAt: 1 });
    subject.send({ type: 'trackOrder.save' });
    expect([snapshot().context.error, selectIsSavingDraft(snapshot())]).toEqual([null, true]);
    await vi.waitFor(() => expect(receivedBy('router')).toHaveLength(1));
  });

  test('is discarded on the way to another page only after a question', async () => {
    const { subject, ports, edit, receivedBy, snapshot } = await open();
    edit(toFirst);
    expect(ports.navigation.visit).toBeTypeOf('function');
    subject.send({ type: 'leave.wanted' });
    subject.send(questionClosed(false));
    expect(selectIsChanged(snapshot())).toBe(true);
    subject.send({ type: 'leave.wanted' });
    expect(receivedBy('modals')).toHaveLength(2);
    subject.send({ type: 'trackOrder.reset' });
    subject.send(questionClosed(true));
    expect(snapshot().matches({ editing: { draft: 'resting', door: 'held' } })).toBe(true);
    subject.send({ type: 'trackOrder.reset' });
    expect(snapshot().matches({ editing: { door: 'open' } })).toBe(true);
  });

  test('follows changes from elsewhere; changes made here stay, with a notice', async () => {
    const { subject, edit, inos, report, snapshot } = await open();
    await report(bookOfFiles('b', 'a', 'c'));
    expect([inos(), selectIsOutdated(snapshot())]).toEqual(['bac', false]);
    edit(toFirst);
    await report(bookOfFiles('a', 'b', 'c', 'd'));
    expect([inos(), selectIsOutdated(snapshot())]).toEqual(['cbad', true]);
    subject.send({ type: 'trackOrder.reset' });
    expect([inos(), selectIsOutdated(snapshot()), selectIsChanged(snapshot())]).toEqual(['abcd', false, false]);
    subject.send({ type: 'trackOrder.undo' });
    expect(inos()).toBe('cbad');
  });

  describe('a reload in the middle', () => {
    /** Another user moved the last file to the front; then the page loads again. */
    async function reload(body?: object) {
      const before = await open();
      before.edit(toFirst);
      const ports = fakePorts();
      const draft = before.ports.tabStorage.read(ORDER_DRAFT);
      if (draft) ports.tabStorage.write(ORDER_DRAFT, draft);
      return open(body, ports);
    }

    test('restores unsaved changes, which can be discarded and undone', async () => {
      const { subject, ports, inos, snapshot } = await reload();
      expect([inos(), selectIsRestored(snapshot()), selectIsOutdated(snapshot())]).toEqual(['cab', true, false]);
      subject.send({ type: 'trackOrder.undo' });
      expect([inos(), selectIsRestored(snapshot())]).toEqual(['abc', false]);
      subject.send({ type: 'trackOrder.redo' });
      expect([inos(), selectIsRestored(snapshot())]).toEqual(['cab', true]);
      subject.send({ type: 'trackOrder.reset' });
      expect([inos(), selectIsRestored(snapshot())]).toEqual(['abc', false]);
      expect(ports.tabStorage.read(ORDER_DRAFT)).toBeNull();
      subject.send({ type: 'trackOrder.undo' });
      expect(ports.tabStorage.read(ORDER_DRAFT)).toMatchObject({ itemId: id, order: [{ ino: 'c' }, {}, {}] });
    });

    test('says when the files are others by now, and takes in those', async () => {
      const { inos, snapshot } = await reload(bookOfFiles('b', 'a', 'c', 'd'));
      expect([inos(), selectIsOutdated(snapshot())]).toEqual(['cabd', true]);
    });

    test('restores nothing for another book, of an order that the server has by now, or once saved', async () => {
      const same = await reload(bookOfFiles('c', 'a', 'b'));
      const shown = () =>
        [selectIsChanged, selectIsRestored, selectIsOutdated].map((select) => select(same.snapshot()));
      expect(shown()).toEqual([false, false, false]);
      same.edit({ kind: 'move', ino: 'b', index: 0 });
      expect(shown()).toEqual([true, false, false]);
      const other = fakePorts();
      const order = [{ ino: 'c', isOut: false }];
      other.tabStorage.write(ORDER_DRAFT, { itemId: 'another', base: [], order, isOutdated: false });
      expect((await open(undefined, other)).inos()).toBe('abc');
      const saving = await reload();
      saving.ports.api.answer(updateTracks, { id, updatedAt: 1 });
      saving.subject.send({ type: 'trackOrder.save' });
      await vi.waitFor(() => expect(saving.receivedBy('router')).toHaveLength(1));
      expect(saving.ports.tabStorage.read(ORDER_DRAFT)).toBeNull();
    });

    test('restores nothing discarded, and leaving is free', async () => {
      const { subject, ports } = await reload();
      ports.navigation.visit('/elsewhere');
      expect(ports.navigation.current().pathname).toBe(`/audiobook/${id}/edit`);
      subject.send(questionClosed(true));
      expect(ports.tabStorage.read(ORDER_DRAFT)).toBeNull();
      await vi.waitFor(() => expect(ports.navigation.current().pathname).toBe('/elsewhere'));
    });

    test("restores undone and redone steps, and the server's order at their start", async () => {
      const { subject, ports, report, edit } = await open();
      const kept = () => ports.tabStorage.read(ORDER_DRAFT);
      edit(toFirst);
      const first = kept();
      subject.send({ type: 'trackOrder.undo' });
      expect(kept()).toBeNull();
      subject.send({ type: 'trackOrder.redo' });
      expect(kept()).toEqual(first);
      await report(bookOfFiles('b', 'a', 'c'));
      expect(kept()?.base.map(({ ino }) => ino)).toEqual(['b', 'a', 'c']);
    });

    test('says again that the order became another one elsewhere', async () => {
      const { ports, report, edit } = await open();
      edit(toFirst);
      await report(bookOfFiles('b', 'a', 'c'));
      const after = fakePorts();
      const kept = ports.tabStorage.read(ORDER_DRAFT);
      if (kept) after.tabStorage.write(ORDER_DRAFT, kept);
      const { inos, snapshot } = await open(bookOfFiles('b', 'a', 'c'), after);
      expect([inos(), selectIsOutdated(snapshot())]).toEqual(['cab', true]);
    });

    test('restores nothing of a missing book', async () => {
      const { subject, ports, state } = await reload();
      subject.send({ type: 'server.item.removed', item: { id } });
      expect([state(), ports.tabStorage.read(ORDER_DRAFT)]).toEqual(['removed', null]);
    });
  });

  test('of an item without files, or a missing one, is none', async () => {
    expect((await open(podcastBody)).state()).toBe('unavailable');
    const { subject, state } = await open();
    subject.send({ type: 'server.item.removed', item: { id } });
    expect(state()).toBe('removed');
  });

  test.each([
    ['the book', bookOfFiles('a', 'b'), 'ready'],
    ['what has no files', podcastBody, 'unavailable'],
  ])('reports the library of %s to the page', async (_, body, shown) => {
    const { state, parentEvents } = await open(body);
    expect(state()).toBe(shown);
    const { libraryId } = body as { libraryId: string };
    expect(parentEvents).toEqual([{ type: 'page.libraryResolved', libraryId }]);
  });

  test.each([{ type: 'page.retry' }, { type: 'page.refresh', again: true }] as const)(
    'that could not be read says why, and is on its way again after %o',
    async (event) => {
      const ports = fakePorts();
      ports.api.refuseOnce(getItem, { kind: 'network' });
      const { subject, state, snapshot, inos } = await open(undefined, ports);
      expect([state(), snapshot().context.error]).toEqual(['failed', { kind: 'network' }]);
      subject.send(event);
      expect(state()).toBe('loading');
      await vi.waitFor(() => expect(inos()).toBe('abc'));
      expect(ports.api.inputsOf(getItem)).toHaveLength(2);
    },
  );

  test.each(readAgainInVain('ready'))(
    'of a book that %s is shown only while it may be there',
    async (_, error, expected) => {
      const { subject, ports, state } = await open();
      ports.api.refuseOnce(getItem, error);
      subject.send({ type: 'page.refresh', again: true });
      await vi.waitFor(() => expect(ports.api.inputsOf(getItem)).toHaveLength(2));
      await vi.waitFor(() => expect(state()).toBe(expected));
    },
  );

  test.each([
    ['this', [{ ...reducedBook, id: 'x' }, reducedBook], 'bac'],
    ['others', [{ ...reducedBook, id: 'x' }], 'abc'],
  ])('follows on a server event of several books with %s among them', async (_, items, expected) => {
    const { subject, ports, inos } = await open();
    ports.api.answer(getItem, bookOfFiles('b', 'a', 'c'));
    subject.send({ type: 'server.items.updated', items: { items, dropped: [] } });
    ports.clock.advance(300);
    await vi.waitFor(() => expect(inos()).toBe(expected));
    expect(ports.api.inputsOf(getItem)).toHaveLength(expected === 'abc' ? 1 : 2);
  });
});
