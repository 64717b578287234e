import { expect, test, vi } from 'vitest';
import { columnsOf, folderConflict, pathOf } from '../../../../src/machines/admin/library-settings/folders.logic.ts';
import { foldersMachine } from '../../../../src/machines/admin/library-settings/folders.machine.ts';
import { listDirectories } from '../../../../src/services/endpoints/server-admin.ts';
import { createHost } from '../../../support/host.ts';

const directory = (path: string, level = 0) => ({ path, dirname: path.split('/').at(-1) ?? '', level });
const answer = ({ path }: { path: string }) => ({
  posix: true,
  directories: path === '' ? [directory('/a'), directory('/b')] : [directory(`${path}/c`, 1)],
});

function open(taken: readonly string[] = []) {
  const host = createHost(foldersMachine, { input: { taken } });
  host.ports.api.answer(listDirectories, answer);
  const columns = () => columnsOf(host.subject.getSnapshot().context);
  const settled = () => vi.waitFor(() => expect(host.subject.getSnapshot().matches('shown')).toBe(true));
  return { ...host, columns, settled };
}

test('a picked folder shows its content beside it, and is chosen (API-006)', async () => {
  const { subject, ports, columns, settled, parentEvents } = open();
  await settled();
  subject.send({ type: 'folders.choose' });
  subject.send({ type: 'folders.pick', depth: 0, directory: directory('/a') });
  await settled();
  expect(
    columns().map(({ path, picked, listing }) => [path, picked, listing?.directories.map((one) => one.path)]),
  ).toEqual([
    ['', '/a', ['/a', '/b']],
    ['/a', null, ['/a/c']],
  ]);
  subject.send({ type: 'folders.pick', depth: 1, directory: directory('/a/c', 1) });
  await settled();
  expect(columns().map(({ path }) => path)).toEqual(['/a', '/a/c']);
  subject.send({ type: 'folders.choose' });
  expect(parentEvents).toEqual([{ type: 'folders.chosen', path: '/a/c' }]);
  expect(ports.api.inputsOf(listDirectories)).toEqual([
    { path: '', level: 0 },
    { path: '/a', level: 1 },
    { path: '/a/c', level: 2 },
  ]);
});

test('a listing holds for five seconds (API-006, CON-043)', async () => {
  const { subject, ports, settled } = open();
  await settled();
  const pick = (path: string) => subject.send({ type: 'folders.pick', depth: 0, directory: directory(path) });
  pick('/a');
  await settled();
  pick('/b');
  await settled();
  ports.clock.advance(4999);
  pick('/b');
  expect(subject.getSnapshot().value).toBe('shown');
  expect(ports.api.inputsOf(listDirectories)).toHaveLength(3);
  ports.clock.advance(1);
  pick('/a');
  await settled();
  expect(ports.api.inputsOf(listDirectories)).toHaveLength(4);
});

test('a folder that cannot be read shows as empty, and is reloaded (LIB-017, ERR-037)', async () => {
  const { subject, ports, columns, settled } = open();
  await settled();
  ports.api.refuseOnce(listDirectories, { kind: 'rejected', status: 400, message: 'Invalid path' });
  subject.send({ type: 'folders.pick', depth: 0, directory: directory('/a') });
  await settled();
  expect(columns()[1]?.listing).toMatchObject({ directories: [], isFailed: true });
  subject.send({ type: 'folders.retry' });
  await settled();
  expect(columns()[1]?.listing?.directories).toHaveLength(1);
});

test('up goes to the folder around the picked one, and no further than the root', async () => {
  const { subject, columns, settled, parentEvents } = open(['/a']);
  await settled();
  subject.send({ type: 'folders.pick', depth: 0, directory: directory('/a') });
  await settled();
  subject.send({ type: 'folders.choose' });
  subject.send({ type: 'folders.goUp' });
  subject.send({ type: 'folders.goUp' });
  expect(columns().map(({ path }) => path)).toEqual(['']);
  subject.send({ type: 'folders.leave' });
  expect(parentEvents).toEqual([{ type: 'folders.left' }]);
});

test.each([
  ['/a/b', ['/a/b/'], 'isTaken'],
  ['/a', ['/a/b'], 'isAround'],
  ['/', ['/a'], 'isAround'],
  ['/a/b/c', ['/a/b'], 'isInside'],
  ['/a/bc', ['/a/b'], null],
  ['C:\\books', ['C:/books'], 'isTaken'],
])('%s beside %j: %s', (path, taken, conflict) => {
  expect(folderConflict(path, taken)).toBe(conflict);
});

test('a bare drive gets its slash', () => {
  expect(['C:', 'C:/a', '/a'].map(pathOf)).toEqual(['C:/', 'C:/a', '/a']);
});
