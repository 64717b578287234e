import { expect, test, vi } from 'vitest';
import { selectDataState } from '../../../../src/machines/kit/kit.selectors.ts';
import {
  orderAfterMove,
  withLibrary,
  selectSaid,
  selectShownLibraries,
} from '../../../../src/machines/admin/library-settings/library-list.logic.ts';
import { libraryListMachine } from '../../../../src/machines/admin/library-settings/library-list.machine.ts';
import { scanLibrary } from '../../../../src/services/endpoints/libraries.ts';
import {
  deleteLibrary,
  listLibrariesWithStats,
  matchLibrary,
  orderLibraries,
} from '../../../../src/services/endpoints/library-admin.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { createHost } from '../../../support/host.ts';
import { reducedBook } from '../../../support/item-fixtures.ts';
import { libraryBody, libraryOf, twoLibraries } from '../../../support/library-fixtures.ts';
import { answerRemoval } from '../../../support/removal.ts';

async function open() {
  const host = createHost(libraryListMachine, {
    input: { route: { name: 'configLibraries' }, entryKey: 'k', memory: null },
    named: { toasts: null, modals: null },
  });
  host.ports.api.answer(listLibrariesWithStats, twoLibraries);
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  const names = () => selectShownLibraries(host.subject.getSnapshot()).map(({ name }) => name);
  return { ...host, names };
}
const swapped = {
  libraries: [
    libraryBody({ id: 'p', name: 'Shows', mediaType: 'podcast', displayOrder: 1 }),
    libraryBody({ id: 'b', name: 'Books', mediaType: 'book', displayOrder: 2 }),
  ],
};

test('a moved library shows in its place at once and is saved there (CFG-021, CFG-025)', async () => {
  const { subject, ports, names } = await open();
  const save = ports.api.defer(orderLibraries);
  subject.send({ type: 'libraryList.move', id: 'p', index: 0 });
  subject.send({ type: 'libraryList.keepOrder' });
  expect(names()).toEqual(['Shows', 'Books']);
  expect(selectSaid(subject.getSnapshot())).toEqual({
    key: 'order.moved',
    values: { title: 'Shows', position: 1, count: 2 },
  });
  save.resolve(swapped);
  await vi.waitFor(() => expect(subject.getSnapshot().matches({ shown: 'resting' })).toBe(true));
  expect(ports.api.inputsOf(orderLibraries)).toEqual([
    [
      { id: 'p', newOrder: 1 },
      { id: 'b', newOrder: 2 },
    ],
  ]);
  expect(names()).toEqual(['Shows', 'Books']);
  expect(subject.getSnapshot().context.libraries[1]?.stats?.totalItems).toBe(2);
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(names(), 'at rest the order is the server’s').toEqual(['Books', 'Shows']));
});

test('an order that was not saved goes with the page that may not be seen any more', async () => {
  const { subject, ports, names } = await open();
  subject.send({ type: 'libraryList.move', id: 'p', index: 0 });
  ports.api.refuseOnce(listLibrariesWithStats, { kind: 'forbidden', message: '' });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('failed'));
  subject.send({ type: 'page.retry' });
  await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('shown'));
  expect(names()).toEqual(['Books', 'Shows']);
});

test('of two orders the first stays saved when the second is refused', async () => {
  const { subject, ports, names, receivedBy } = await open();
  const [first, second] = [ports.api.defer(orderLibraries), ports.api.defer(orderLibraries)];
  subject.send({ type: 'libraryList.move', id: 'p', index: 0 });
  subject.send({ type: 'libraryList.keepOrder' });
  subject.send({ type: 'libraryList.move', id: 'p', index: 1 });
  first.resolve(swapped);
  await vi.waitFor(() => expect(ports.api.inputsOf(orderLibraries)).toHaveLength(2));
  ports.api.defer(listLibrariesWithStats);
  second.reject(new AppException({ kind: 'network' }));
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  expect(names()).toEqual(['Shows', 'Books']);
});

test.each([
  ['a library is added', { type: 'server.library.added', library: libraryOf({ id: 'n', name: 'New' }) }],
  ['a library is changed', { type: 'server.library.updated', library: libraryOf({ id: 'b', name: 'Tomes' }) }],
  ['a library is deleted', { type: 'server.library.removed', library: { id: 'p' } }],
  ['an item is added', { type: 'server.item.added', item: reducedBook }],
  ['items are added', { type: 'server.items.added', items: { items: [reducedBook], dropped: [] } }],
  ['an item is removed', { type: 'server.item.removed', item: { id: 'i' } }],
] as const)('sizes are reloaded after %s, once it is quiet', async (_, event) => {
  const { subject, ports, names } = await open();
  ports.api.answer(listLibrariesWithStats, swapped);
  subject.send(event as never);
  ports.clock.advance(1999);
  expect(ports.api.inputsOf(listLibrariesWithStats)).toHaveLength(1);
  ports.clock.advance(1);
  await vi.waitFor(() => expect(names()).toEqual(['Shows', 'Books']));
  expect(ports.api.inputsOf(listLibrariesWithStats)).toHaveLength(2);
});

test('a library is edited in a modal, or a new one made; a save shows at once and is reloaded', async () => {
  const { subject, ports, names, receivedBy } = await open();
  subject.send({ type: 'libraryList.edit', id: 'b' });
  subject.send({ type: 'libraryList.edit', id: null });
  const requested = { type: 'modals.open', modal: 'editLibrary', tag: 'edit', replyTo: subject };
  const books = subject.getSnapshot().context.libraries.find(({ id }) => id === 'b');
  expect(receivedBy('modals')).toEqual([
    { ...requested, input: { library: books } },
    { ...requested, input: { library: null } },
  ]);
  const closed = { type: 'modal.closed', modal: 'editLibrary', tag: 'edit' } as const;
  subject.send({ ...closed, output: { library: null } });
  ports.clock.advance(2000);
  expect(ports.api.inputsOf(listLibrariesWithStats)).toHaveLength(1);
  subject.send({ ...closed, output: { library: libraryOf({ id: 'n', name: 'New', displayOrder: 3 }) } });
  expect(names()).toEqual(['Books', 'Shows', 'New']);
  ports.clock.advance(2000);
  await vi.waitFor(() => expect(ports.api.inputsOf(listLibrariesWithStats)).toHaveLength(2));
});

test('an order of another administrator, without an event, shows on return; a pending one stays', async () => {
  const { subject, ports, names } = await open();
  const comeBack = () => [false, true].forEach((isVisible) => ports.page.setVisible(isVisible));
  ports.api.answer(listLibrariesWithStats, swapped);
  comeBack();
  await vi.waitFor(() => expect(names()).toEqual(['Shows', 'Books']));
  subject.send({ type: 'libraryList.move', id: 'p', index: 1 });
  comeBack();
  await vi.waitFor(() => expect(ports.api.inputsOf(listLibrariesWithStats)).toHaveLength(3));
  expect(names()).toEqual(['Books', 'Shows']);
});

test('an unchanged order is not saved; moves during a save follow it', async () => {
  const { subject, ports, names } = await open();
  subject.send({ type: 'libraryList.move', id: 'p', index: 0 });
  subject.send({ type: 'libraryList.move', id: 'p', index: 1 });
  subject.send({ type: 'libraryList.keepOrder' });
  expect(ports.api.inputsOf(orderLibraries)).toEqual([]);
  const first = ports.api.defer(orderLibraries);
  subject.send({ type: 'libraryList.move', id: 'p', index: 0 });
  subject.send({ type: 'libraryList.keepOrder' });
  subject.send({ type: 'libraryList.move', id: 'p', index: 1 });
  ports.api.answer(orderLibraries, twoLibraries);
  first.resolve(swapped);
  await vi.waitFor(() => expect(ports.api.inputsOf(orderLibraries)).toHaveLength(2));
  await vi.waitFor(() => expect(subject.getSnapshot().matches({ shown: 'resting' })).toBe(true));
  expect(names()).toEqual(['Books', 'Shows']);
});

test('an order that the server refuses goes back, with the reason', async () => {
  const { subject, ports, names, receivedBy } = await open();
  ports.api.refuseOnce(orderLibraries, { kind: 'server', status: 500, message: 'No' });
  subject.send({ type: 'libraryList.move', id: 'p', index: 0 });
  subject.send({ type: 'libraryList.keepOrder' });
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  expect(receivedBy('toasts')[0]).toMatchObject({ kind: 'error', message: { key: 'libraryList.orderFailed' } });
  expect(names()).toEqual(['Books', 'Shows']);
  expect(subject.getSnapshot().value).toEqual({ shown: 'resting' });
  await vi.waitFor(() => expect(ports.api.inputsOf(listLibrariesWithStats)).toHaveLength(2));
  expect(ports.api.inputsOf(orderLibraries)).toHaveLength(1);
});

test('scans, scans of every file and matches begin, several at once, each once (CFG-024, AMB-27)', async () => {
  const { subject, ports, receivedBy } = await open();
  const scan = ports.api.defer(scanLibrary);
  ports.api.answer(matchLibrary, 'OK');
  subject.send({ type: 'libraryList.start', id: 'p', work: 'rescan' });
  subject.send({ type: 'libraryList.start', id: 'p', work: 'scan' });
  subject.send({ type: 'libraryList.start', id: 'b', work: 'match' });
  expect(subject.getSnapshot().context.starting).toEqual(['p', 'b']);
  scan.resolve('OK');
  await vi.waitFor(() => expect(subject.getSnapshot().context.starting).toEqual([]));
  expect(ports.api.inputsOf(scanLibrary)).toEqual([{ id: 'p', force: true }]);
  expect(ports.api.inputsOf(matchLibrary)).toEqual([{ id: 'b' }]);
  expect(receivedBy('toasts')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ message: { key: 'libraryList.rescanStarted', values: { name: 'Shows' } } }),
      expect.objectContaining({ message: { key: 'libraryList.matchStarted', values: { name: 'Books' } } }),
    ]),
  );
});

test('work that the server refuses is reported, and can be retried', async () => {
  const { subject, ports, receivedBy } = await open();
  ports.api.refuseOnce(scanLibrary, { kind: 'server', status: 500, message: 'No' });
  subject.send({ type: 'libraryList.start', id: 'b', work: 'scan' });
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  expect(receivedBy('toasts')[0]).toMatchObject({
    kind: 'error',
    message: { key: 'libraryList.scanFailed', values: { name: 'Books' } },
  });
  expect(subject.getSnapshot().context.starting).toEqual([]);
});

test('a library is deleted after a question that names what is lost (CFG-025)', async () => {
  const { subject, ports, names, receivedBy } = await open();
  subject.send({ type: 'libraryList.remove', id: 'b' });
  expect(receivedBy('modals')[0]).toMatchObject({
    modal: 'confirm',
    input: { tone: 'danger', message: { key: 'libraryList.confirmRemove', values: { name: 'Books', count: 2 } } },
  });
  answerRemoval(subject, false);
  expect(ports.api.inputsOf(deleteLibrary)).toEqual([]);
  ports.api.answer(deleteLibrary, libraryBody({ id: 'b' }));
  subject.send({ type: 'libraryList.remove', id: 'b' });
  answerRemoval(subject, true);
  await vi.waitFor(() => expect(names()).toEqual(['Shows']));
  expect(ports.api.inputsOf(deleteLibrary)).toEqual([{ id: 'b' }]);
  expect(receivedBy('toasts')[0]).toMatchObject({ kind: 'success', message: { key: 'libraryList.removed' } });
});

test('a library that is not deleted stays, with the reason', async () => {
  const { subject, ports, names, receivedBy } = await open();
  ports.api.refuseOnce(deleteLibrary, { kind: 'server', status: 500, message: 'No' });
  subject.send({ type: 'libraryList.remove', id: 'b' });
  answerRemoval(subject, true);
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  expect(receivedBy('toasts')[0]).toMatchObject({ kind: 'error', message: { key: 'libraryList.removeFailed' } });
  expect(names()).toEqual(['Books', 'Shows']);
});

test('what another administrator adds, renames and deletes shows at once (EVT-009 to EVT-011)', async () => {
  const { subject, names } = await open();
  subject.send({ type: 'server.library.added', library: libraryOf({ id: 'n', name: 'New', displayOrder: 3 }) });
  subject.send({ type: 'server.library.updated', library: libraryOf({ id: 'b', name: 'Tomes', displayOrder: 1 }) });
  subject.send({ type: 'server.library.removed', library: { id: 'p' } });
  expect(names()).toEqual(['Tomes', 'New']);
});

test('an event leaves the sizes of its library', () => {
  const [books] = [libraryOf({ id: 'b', stats: { totalSize: 1, totalDuration: 1, numAudioFiles: 1, totalItems: 9 } })];
  if (!books) throw new Error('no library');
  expect(withLibrary([books], libraryOf({ id: 'b' }))[0]?.stats?.totalItems).toBe(9);
});

test.each([
  ['a', 2, ['b', 'c', 'a']],
  ['a', 9, ['b', 'c', 'a']],
  ['c', -1, ['c', 'a', 'b']],
  ['b', 1, ['a', 'b', 'c']],
])('%s moved to %i', (id, index, order) => {
  const libraries = ['a', 'b', 'c'].map((one) => libraryOf({ id: one }));
  expect(orderAfterMove(libraries, id, index)).toEqual(order);
});
