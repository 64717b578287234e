import { expect, test, vi } from 'vitest';
import { resource } from '../../../src/machines/kit/resource.machine.ts';
import { listLibraries, scanLibrary } from '../../../src/services/endpoints/libraries.ts';
import { createFakePorts, type FakePorts } from '../../support/fakes/ports.ts';
import { createHost } from '../../support/host.ts';
import { recording } from '../../support/recordings.ts';

const body = recording('libraries/list').response.body as object;
const libraries = resource('libraries', listLibraries);

function open(prepare: (ports: FakePorts) => void = ({ api }) => api.answer(listLibraries, body)) {
  const ports = createFakePorts();
  prepare(ports);
  const host = createHost(libraries, { ports, input: { request: undefined, settleMs: 300 } });
  return {
    ...host,
    told: () => host.parentEvents.map(({ type }) => type),
    state: () => host.subject.getSnapshot().value,
    asked: () => ports.api.inputsOf(listLibraries).length,
  };
}

const loaded = 'libraries.loaded';
const failed = 'libraries.failed';
const refuse =
  (kind: 'network' | 'notFound') =>
  ({ api }: FakePorts) =>
    api.refuse(listLibraries, kind === 'network' ? { kind } : { kind, message: '' });

test("its owner receives the server's answer", async () => {
  const { told, parentEvents, state } = open();
  await vi.waitFor(() => expect(told()).toEqual([loaded]));
  expect(parentEvents).toMatchObject([{ data: { libraries: { items: expect.arrayContaining([]) } } }]);
  expect(state()).toEqual({ loaded: 'resting' });
});

test('a first load that failed waits for the visitor, or for the connection to come back', async () => {
  const { told, state, subject, ports, asked } = open(refuse('network'));
  await vi.waitFor(() => expect(told()).toEqual([failed]));
  ports.clock.advance(60_000);
  expect([state(), asked()]).toEqual(['failed', 1]);
  subject.send({ type: 'resource.retry' });
  await vi.waitFor(() => expect(told()).toEqual([failed, failed]));
  ports.api.answer(listLibraries, body);
  subject.send({ type: 'resource.refresh' });
  await vi.waitFor(() => expect(told()).toEqual([failed, failed, loaded]));
});

test('a burst of changes makes one refetch once it is quiet', async () => {
  const { told, subject, ports, asked } = open();
  await vi.waitFor(() => expect(told()).toEqual([loaded]));
  for (let count = 0; count < 3; count += 1) {
    subject.send({ type: 'resource.markOutdated' });
    ports.clock.advance(299);
  }
  expect(asked()).toBe(1);
  ports.clock.advance(1);
  await vi.waitFor(() => expect(told()).toEqual([loaded, loaded]));
});

test('an answer made before missed events is not waited for', async () => {
  const { subject, ports, asked, told } = open(({ api }) => api.defer(listLibraries));
  ports.api.answer(listLibraries, body);
  subject.send({ type: 'resource.refresh' });
  await vi.waitFor(() => expect(told()).toEqual([loaded]));
  expect(asked()).toBe(2);
});

test('a failed refetch retries by itself, or at once on request', async () => {
  const { told, subject, ports, state } = open();
  await vi.waitFor(() => expect(told()).toEqual([loaded]));
  refuse('network')(ports);
  subject.send({ type: 'resource.refresh' });
  await vi.waitFor(() => expect(told()).toEqual([loaded, failed]));
  expect(state()).toEqual({ loaded: 'resting' });
  ports.clock.advance(2000);
  await vi.waitFor(() => expect(told()).toEqual([loaded, failed, failed]));
  ports.api.answer(listLibraries, body);
  subject.send({ type: 'resource.retry' });
  await vi.waitFor(() => expect(told()).toEqual([loaded, failed, failed, loaded]));
  expect(state()).toEqual({ loaded: 'resting' });
});

test('what the server reports missing is not refetched by itself', async () => {
  const { told, subject, ports, state, asked } = open();
  await vi.waitFor(() => expect(told()).toEqual([loaded]));
  refuse('notFound')(ports);
  subject.send({ type: 'resource.refresh' });
  await vi.waitFor(() => expect(told()).toEqual([loaded, failed]));
  ports.clock.advance(60_000);
  expect([state(), asked()]).toEqual(['failed', 2]);
});

test('an answer that is older than a change of this page is not kept', async () => {
  const { told, parentEvents, subject, ports, asked } = open();
  await vi.waitFor(() => expect(told()).toEqual([loaded]));
  const older = ports.api.defer(listLibraries);
  subject.send({ type: 'resource.refresh' });
  ports.api.answer(scanLibrary, '');
  await ports.api.call(scanLibrary, { id: 'one', force: false });
  ports.api.answer(listLibraries, { libraries: [] });
  older.resolve(body);
  await vi.waitFor(() => expect(told()).toEqual([loaded, loaded]));
  expect(parentEvents.at(-1)).toMatchObject({ data: { libraries: { items: [] } } });
  expect(asked()).toBe(3);
});

test('changes without end do not keep an answer back', async () => {
  const { told, subject, ports, asked } = open();
  await vi.waitFor(() => expect(told()).toEqual([loaded]));
  ports.api.answer(scanLibrary, '');
  ports.api.answer(listLibraries, async () => {
    await ports.api.call(scanLibrary, { id: 'one', force: false });
    return body;
  });
  subject.send({ type: 'resource.refresh' });
  await vi.waitFor(() => expect(told()).toEqual([loaded, loaded]));
  expect(asked()).toBe(4);
});
