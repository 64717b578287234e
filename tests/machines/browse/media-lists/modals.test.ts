import { describe, expect, test, vi } from 'vitest';
import { addToListMachine } from '../../../../src/machines/browse/media-lists/add-to-list.machine.ts';
import { editListMachine } from '../../../../src/machines/browse/media-lists/edit-list.machine.ts';
import { mediaListsMachine } from '../../../../src/machines/browse/media-lists/media-lists.machine.ts';
import { getPendingChanges } from '../../../../src/machines/kit/system.ts';
import type { ToastAction } from '../../../../src/machines/kit/toasts.protocol.ts';
import type { ListJob, ListWords } from '../../../../src/machines/browse/media-lists/media-lists.protocol.ts';
import { pendingChangesMachine } from '../../../../src/machines/playback/pending-changes/pending-changes.machine.ts';
import { heldBy } from '../../../../src/machines/browse/media-lists/picked.logic.ts';
import {
  addToCollection,
  createCollection,
  removeFromCollection,
  updateCollection,
  createPlaylist,
} from '../../../../src/services/endpoints/media-lists.ts';
import { listLibraryCollections, listLibraryPlaylists } from '../../../../src/services/endpoints/library-lists.ts';
import { withInput } from '../../../support/with-input.ts';
import { createHost } from '../../../support/host.ts';
import { collectionBody, listOf, pageOfLists as pageOf, playlistBody } from '../../../support/list-fixtures.ts';
import { mediaOf } from '../../../support/queue-fixtures.ts';

const [book] = collectionBody.books;
const bodyOf = (id: string, books: readonly string[], lastUpdate = 1) => ({
  ...collectionBody,
  id,
  name: id,
  lastUpdate,
  books: books.map((one) => ({ ...book, id: one })),
});
const pendingChanges = withInput(pendingChangesMachine, { userId: 'user' });

function openAdding(items: readonly string[], results: readonly object[]) {
  const host = createHost(addToListMachine, {
    input: { kind: 'collection', libraryId: 'library', items: items.map(mediaOf), title: null },
    named: { toasts: null, router: null, mediaLists: mediaListsMachine, pendingChanges },
  });
  host.ports.api.answer(listLibraryCollections, pageOf(results));
  const held = () =>
    host.subject.getSnapshot().context.lists.map((list) => [list.id, heldBy(list, items.map(mediaOf))]);
  const ready = () => vi.waitFor(() => expect(host.subject.getSnapshot().matches('ready')).toBe(true));
  return { ...host, held, ready, form: () => host.subject.getSnapshot().children.form };
}

describe('the dialog that adds items to collections', () => {
  test('reads all of the library when it opens: those that hold an item first, then the last changed (COL-001)', async () => {
    const { ready, held, ports } = openAdding(
      ['a'],
      [bodyOf('old', [], 1), bodyOf('new', [], 5), bodyOf('holds', ['a'], 2)],
    );
    await ready();
    expect(ports.api.inputsOf(listLibraryCollections)).toEqual([{ libraryId: 'library', limit: 0, page: 0 }]);
    expect(held()).toEqual([
      ['holds', 'all'],
      ['new', 'none'],
      ['old', 'none'],
    ]);
  });

  test('adds only missing books to a collection, and removes all again, at once', async () => {
    const { ready, held, ports, subject } = openAdding(['a', 'b'], [bodyOf('some', ['a'])]);
    await ready();
    expect(held()).toEqual([['some', 'some']]);
    ports.api.answer(addToCollection, bodyOf('some', ['a', 'b']));
    subject.send({ type: 'addToList.toggle', id: 'some' });
    expect(held()).toEqual([['some', 'all']]);
    await vi.waitFor(() => expect(ports.api.inputsOf(addToCollection)).toEqual([{ id: 'some', itemId: 'b' }]));
  });

  test('shows a change that the server refused as it was (COL-012, ERR-045)', async () => {
    const { ready, held, ports, subject, receivedBy } = openAdding(['a'], [bodyOf('list', ['a'])]);
    await ready();
    ports.api.refuse(removeFromCollection, { kind: 'forbidden', message: '' });
    subject.send({ type: 'addToList.toggle', id: 'list' });
    expect(held()).toEqual([['list', 'none']]);
    await vi.waitFor(() => expect(held()).toEqual([['list', 'all']]));
    expect(receivedBy('toasts')).toMatchObject([{ message: { key: 'mediaLists.notRemoved' } }]);
    ports.api.answer(removeFromCollection, bodyOf('list', []));
    subject.send({ type: 'addToList.toggle', id: 'list' });
    await vi.waitFor(() => expect(held()).toEqual([['list', 'none']]));
    ports.api.refuse(addToCollection, { kind: 'forbidden', message: '' });
    subject.send({ type: 'addToList.toggle', id: 'list' });
    await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(2));
    expect([held(), receivedBy('toasts').at(-1)]).toMatchObject([
      [['list', 'none']],
      { message: { key: 'mediaLists.notAddedToCollection' } },
    ]);
  });

  test('a new one needs a name (COL-004, VAL-067)', async () => {
    const { ready, form, ports } = openAdding(['a'], []);
    await ready();
    form()?.send({ type: 'form.change', field: 'name', value: '  ' });
    form()?.send({ type: 'form.submit' });
    expect(form()?.getSnapshot().context.problems).toEqual({ name: 'missing' });
    expect(ports.api.inputsOf(createCollection)).toEqual([]);
  });

  test('a new one is sent with its name and the items (COL-006, VAL-069)', async () => {
    const { ready, held, ports, form } = openAdding(['a'], []);
    await ready();
    ports.api.answer(createCollection, bodyOf('made', ['a']));
    form()?.send({ type: 'form.change', field: 'name', value: ' Evenings ' });
    form()?.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(held()).toEqual([['made', 'all']]));
    expect(ports.api.inputsOf(createCollection)).toEqual([
      { libraryId: 'library', name: 'Evenings', description: null, books: ['a'] },
    ]);
  });

  test('a new one that failed says why, and can be sent again (COL-013, ERR-046)', async () => {
    const { ready, held, ports, form, receivedBy } = openAdding(['a'], []);
    await ready();
    const error = { kind: 'rejected', status: 400, message: 'Invalid collection data' } as const;
    ports.api.refuseOnce(createCollection, error);
    form()?.send({ type: 'form.change', field: 'name', value: ' Evenings ' });
    form()?.send({ type: 'form.submit' });
    await vi.waitFor(() =>
      expect(receivedBy('toasts')).toEqual([
        {
          type: 'toasts.show',
          kind: 'error',
          message: { key: 'mediaLists.collectionNotCreated' },
          error,
          action: { label: { key: 'common.retry' }, to: 'pendingChanges', event: expect.anything() },
        },
      ]),
    );
    expect(held()).toEqual([]);
    ports.api.answer(createCollection, bodyOf('made', ['a']));
    form()?.send({ type: 'form.change', field: 'name', value: ' Evenings ' });
    form()?.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(held()).toEqual([['made', 'all']]));
    expect(ports.api.inputsOf(createCollection).at(-1)).toEqual({
      libraryId: 'library',
      name: 'Evenings',
      description: null,
      books: ['a'],
    });
    expect(form()?.getSnapshot().context.values.name).toBe('');
  });

  test('reads and makes playlists the same way: a new one needs a name (PLY-002, PLY-005, VAL-073)', async () => {
    const host = createHost(addToListMachine, {
      input: { kind: 'playlist', libraryId: 'library', items: [mediaOf('a')], title: null },
      named: { toasts: null, router: null, mediaLists: mediaListsMachine, pendingChanges },
    });
    const { api } = host.ports;
    api.answer(listLibraryPlaylists, pageOf([]));
    await vi.waitFor(() => expect(host.subject.getSnapshot().matches('ready')).toBe(true));
    expect(api.inputsOf(listLibraryPlaylists)).toEqual([{ libraryId: 'library', limit: 0, page: 0 }]);
    const { form } = host.subject.getSnapshot().children;
    form?.send({ type: 'form.submit' });
    expect([form?.getSnapshot().context.problems, api.inputsOf(createPlaylist)]).toEqual([{ name: 'missing' }, []]);
    api.answer(createPlaylist, playlistBody);
    form?.send({ type: 'form.change', field: 'name', value: 'Road' });
    form?.send({ type: 'form.submit' });
    await vi.waitFor(() =>
      expect(api.inputsOf(createPlaylist)).toEqual([
        { libraryId: 'library', name: 'Road', description: null, items: [mediaOf('a')] },
      ]),
    );
  });

  test('reports that the list failed to load, and reloads it (COL-016, ERR-043)', async () => {
    const { subject, ports, receivedBy, ready } = openAdding(['a'], []);
    ports.api.refuseOnce(listLibraryCollections, { kind: 'timeout' });
    await vi.waitFor(() => expect(subject.getSnapshot().matches('failed')).toBe(true));
    expect(receivedBy('toasts')).toMatchObject([{ kind: 'error', message: { key: 'errors.loadFailed' } }]);
    expect(subject.getSnapshot().context.error).toEqual({ kind: 'timeout' });
    subject.send({ type: 'addToList.retry' });
    await ready();
    expect(subject.getSnapshot().context.error).toBe(null);
    subject.send({ type: 'addToList.close' });
    expect(subject.getSnapshot()).toMatchObject({ status: 'done', output: null });
  });

  test('shows what a list holds all the time while its name is changed twice', async () => {
    const body = bodyOf('some', ['a']);
    const { ready, ports, subject } = openAdding(['a'], [body]);
    await ready();
    const [list] = subject.getSnapshot().context.lists;
    if (!list) throw new Error('No list');
    const sizes = new Set<number | undefined>();
    subject.subscribe(({ context }) => sizes.add(context.lists[0]?.entries.length));
    const first = ports.api.defer(updateCollection);
    ports.api.answer(updateCollection, body);
    for (const name of ['One', 'Two', 'Three']) {
      const job: ListJob = { kind: 'edit', list, change: { name, description: null } };
      subject.system.get('mediaLists').send({ type: 'mediaLists.change', job });
      await vi.waitFor(() => expect(ports.api.inputsOf(updateCollection)).toHaveLength(1));
    }
    first.resolve(body);
    await vi.waitFor(() => expect(getPendingChanges(subject.system)).toEqual([]));
    expect([[...sizes], ports.api.inputsOf(updateCollection).length]).toEqual([[1], 2]);
  });

  test('a new one that is refused goes; tried again, it is there once, with what came in after it', async () => {
    const { ready, form, held, ports, receivedBy, subject } = openAdding(['a'], []);
    await ready();
    const first = ports.api.defer(createCollection);
    form()?.send({ type: 'form.change', field: 'name', value: 'Road' });
    form()?.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(held()).toHaveLength(1));
    await vi.waitFor(() => expect(ports.api.inputsOf(createCollection)).toHaveLength(1));
    const [list] = subject.getSnapshot().context.lists;
    if (!list) throw new Error('No list');
    const add: ListJob = { kind: 'add', list, entries: [mediaOf('b')] };
    subject.system.get('mediaLists').send({ type: 'mediaLists.change', job: add });
    first.reject({ kind: 'server', status: 500, message: 'The disk is full' });
    await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
    await vi.waitFor(() => expect(getPendingChanges(subject.system)).toEqual([]));
    expect([held(), ports.api.inputsOf(addToCollection)]).toEqual([[], []]);
    const [toast] = receivedBy('toasts') as readonly { action?: ToastAction }[];
    expect(toast?.action).toMatchObject({ label: { key: 'common.retry' }, to: 'pendingChanges' });
    ports.api.answer(createCollection, { ...bodyOf('of-server', ['a']), name: 'Road' });
    ports.api.answer(addToCollection, { ...bodyOf('of-server', ['a', 'b']), name: 'Road' });
    // Pressed twice, it is one.
    subject.system.get('pendingChanges').send(toast?.action?.event);
    subject.system.get('pendingChanges').send(toast?.action?.event);
    await vi.waitFor(() => expect(getPendingChanges(subject.system)).toEqual([]));
    expect(ports.api.inputsOf(createCollection)).toHaveLength(2);
    expect(ports.api.inputsOf(addToCollection)).toEqual([{ id: 'of-server', itemId: 'b' }]);
    expect(held()).toEqual([['of-server', 'all']]);
  });

  test('a new one that was made although it was refused is not made a second time', async () => {
    const { ready, form, held, ports, receivedBy, subject } = openAdding(['a'], []);
    await ready();
    ports.api.refuse(createCollection, { kind: 'server', status: 500, message: 'Made, and then failed' });
    form()?.send({ type: 'form.change', field: 'name', value: 'Road' });
    form()?.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
    const [toast] = receivedBy('toasts') as readonly { action?: ToastAction }[];
    ports.api.answer(listLibraryCollections, pageOf([{ ...bodyOf('of-server', ['a']), name: 'Road' }]));
    subject.system.get('pendingChanges').send(toast?.action?.event);
    await vi.waitFor(() => expect(held()).toEqual([['of-server', 'all']]));
    expect(ports.api.inputsOf(createCollection)).toHaveLength(1);
  });
});

describe('the dialog of name and description', () => {
  function openEditing(kind: 'collection' | 'playlist', typed?: ListWords) {
    const list = listOf(['a'], { kind, name: 'Old', description: 'Words' });
    const host = createHost(editListMachine, {
      input: { list, mayRemove: true, ...(typed ? { typed } : {}) },
      named: { toasts: null, mediaLists: null },
    });
    const form = () => host.subject.getSnapshot().children.form;
    const submit = (values: { name?: string; description?: string }) => {
      if (values.name !== undefined) form()?.send({ type: 'form.change', field: 'name', value: values.name });
      if (values.description !== undefined)
        form()?.send({ type: 'form.change', field: 'description', value: values.description });
      form()?.send({ type: 'form.submit' });
    };
    const report = () => host.receivedBy('toasts').map((toast) => 'message' in toast && toast.message);
    const closed = () => vi.waitFor(() => expect(host.subject.getSnapshot().status).toBe('done'));
    return { ...host, list, form, submit, report, closed, sent: () => host.receivedBy('mediaLists') };
  }

  test.each([
    ['collection', 'COL-007, VAL-070'],
    ['playlist', 'PLY-006, VAL-074'],
  ] as const)('of a %s requires a name (ERR-048, %s)', (kind, _row) => {
    const { submit, report, sent } = openEditing(kind);
    submit({ name: ' ' });
    expect([report(), sent()]).toEqual([[{ key: 'mediaLists.nameRequired' }], []]);
  });

  test.each([
    ['collection', 'COL-008, VAL-071'],
    ['playlist', 'PLY-007, VAL-074'],
  ] as const)('of a %s sends nothing when nothing was changed (%s)', async (kind, _row) => {
    const { submit, report, closed, sent } = openEditing(kind);
    submit({ name: ' Old ' });
    await closed();
    expect([report(), sent()]).toEqual([[{ key: 'mediaLists.unchanged' }], []]);
  });

  test('is a change of the list; an empty description is null (COL-009, VAL-072)', async () => {
    const { list, submit, report, closed, sent, subject } = openEditing('collection');
    submit({ name: ' New ', description: ' ' });
    await closed();
    const change = { name: 'New', description: null };
    expect(sent()).toEqual([{ type: 'mediaLists.change', job: { kind: 'edit', list, change } }]);
    expect([report(), subject.getSnapshot().output]).toEqual([[], { change, wantsRemoval: false }]);
  });

  test('has again what was typed and refused, which can be sent again as it is', async () => {
    const typed = { name: 'New', description: null };
    const { form, submit, closed, sent } = openEditing('playlist', typed);
    expect(form()?.getSnapshot().context.values).toMatchObject({ name: 'New', description: '' });
    submit({});
    await closed();
    expect(sent()).toMatchObject([{ job: { kind: 'edit', change: typed } }]);
  });

  test.each([
    [{ type: 'editList.close' }, false],
    [{ type: 'editList.remove' }, true],
  ] as const)('by %j is over: the list is to be removed: %s', (event, wantsRemoval) => {
    const { subject, report, sent } = openEditing('collection');
    subject.send(event);
    expect(subject.getSnapshot()).toMatchObject({ status: 'done', output: { change: null, wantsRemoval } });
    expect([report(), sent()]).toEqual([[], []]);
  });
});
