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
    report: () => host.parentEvents.map(({ type }) => type),
    state: () => host.subject.getSnapshot().value,
    requested: () => ports.api.inputsOf(listLibraries).length,
  };
}

const loaded = 'libraries.loaded';
const failed = 'libraries.failed';
const refuse =
  (kind: 'network' | 'notFound') =>
  ({ api }: FakePorts) =>
    api.refuse(listLibraries, kind === 'network' ? { kind } : { kind, message: '' });

test("its owner receives the server's answer", async () => {
  const { report, parentEvents, state } = open();
  await vi.waitFor(() => expect(report()).toEqual([loaded]));
  expect(parentEvents).toMatchObject([{ data: { libraries: { items: expect.arrayContaining([]) } } }]);
  expect(state()).toEqual({ loaded: 'resting' });
});

test('a first load that failed waits for the visitor, or for the connection to come back', async () => {
  const { report, state, subject, ports, requested } = open(refuse('network'));
  await vi.waitFor(() => expect(report()).toEqual([failed]));
  ports.clock.advance(60_000);
  expect([state(), requested()]).toEqual(['failed', 1]);
  subject.send({ type: 'resource.retry' });
  await vi.waitFor(() => expect(report()).toEqual([failed, failed]));
  ports.api.answer(listLibraries, body);
  subject.send({ type: 'resource.refresh' });
  await vi.waitFor(() => expect(report()).toEqual([failed, failed, loaded]));
});

test('a burst of changes makes one refetch once it is quiet', async () => {
  const { report, subject, ports, requested } = open();
  await vi.waitFor(() => expect(report()).toEqual([loaded]));
  for (let count = 0; count < 3; count += 1) {
    subject.send({ type: 'resource.markOutdated' });
    ports.clock.advance(299);
  }
  expect(requested()).toBe(1);
  ports.clock.advance(1);
  await vi.waitFor(() => expect(report()).toEqual([loaded, loaded]));
});

test('an answer made before missed events is not waited for', async () => {
  const { subject, ports, requested, report } = open(({ api }) => api.defer(listLibraries));
  ports.api.answer(listLibraries, body);
  subject.send({ type: 'resource.refresh' });
  await vi.waitFor(() => expect(report()).toEqual([loaded]));
  expect(requested()).toBe(2);
});

test('a failed refetch retries by itself, or at once on request', async () => {
  const { report, subject, ports, state } = open();
  await vi.waitFor(() => expect(report()).toEqual([loaded]));
  refuse('network')(ports);
  subject.send({ type: 'resource.refresh' });
  await vi.waitFor(() => expect(report()).toEqual([loaded, failed]));
  expect(state()).toEqual({ loaded: 'resting' });
  ports.clock.advance(2000);
  await vi.waitFor(() => expect(report()).toEqual([loaded, failed, failed]));
  ports.api.answer(listLibraries, body);
  subject.send({ type: 'resource.retry' });
  await vi.waitFor(() => expect(report()).toEqual([loaded, failed, failed, loaded]));
  expect(state()).toEqual({ loaded: 'resting' });
});

test('what the server reports missing is not refetched by itself', async () => {
  const { report, subject, ports, state, requested } = open();
  await vi.waitFor(() => expect(report()).toEqual([loaded]));
  refuse('notFound')(ports);
  subject.send({ type: 'resource.refresh' });
  await vi.waitFor(() => expect(report()).toEqual([loaded, failed]));
  ports.clock.advance(60_000);
  expect([state(), requested()]).toEqual(['failed', 2]);
});

test('an answer that is older than a change of this page is not kept', async () => {
  const { report, parentEvents, subject, ports, requested } = open();
  await vi.waitFor(() => expect(report()).toEqual([loaded]));
  const older = ports.api.defer(listLibraries);
  subject.send({ type: 'resource.refresh' });
  ports.api.answer(scanLibrary, '');
  await ports.api.call(scanLibrary, { id: 'one', force: false });
  ports.api.answer(listLibraries, { libraries: [] });
  older.resolve(body);
  await vi.waitFor(() => expect(report()).toEqual([loaded, loaded]));
  expect(parentEvents.at(-1)).toMatchObject({ data: { libraries: { items: [] } } });
  expect(requested()).toBe(3);
});

test('changes without end do not keep an answer back', async () => {
  const { report, subject, ports, requested } = open();
  await vi.waitFor(() => expect(report()).toEqual([loaded]));
  ports.api.answer(scanLibrary, '');
  ports.api.answer(listLibraries, async () => {
    await ports.api.call(scanLibrary, { id: 'one', force: false });
    return body;
  });
  subject.send({ type: 'resource.refresh' });
  await vi.waitFor(() => expect(report()).toEqual([loaded, loaded]));
  expect(requested()).toBe(4);
});
