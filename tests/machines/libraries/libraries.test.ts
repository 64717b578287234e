import { fromTransition } from 'xstate';
import { afterEach, expect, test, vi } from 'vitest';
import { librariesMachine } from '../../../src/machines/libraries/libraries.machine.ts';
import { selectCurrentLibrary, selectLackFacts, selectLibrariesError } from '../../../src/machines/libraries/libraries.selectors.ts';
import { defaultPreferences } from '../../../src/schemas/preferences.ts';
import { getLibraryWithFilterData, listLibraries } from '../../../src/services/endpoints/libraries.ts';
import { createFakePorts, type FakePorts } from '../../support/fakes/ports.ts';
import { createHost } from '../../support/host.ts';
import { recording } from '../../support/recordings.ts';

const body = recording('libraries/list').response.body as { libraries: { id: string; displayOrder: number }[] };
const facts = recording('libraries/one-filterdata').response.body;
const [first, second, ...others] = body.libraries.toSorted((one, other) => one.displayOrder - other.displayOrder);
if (!first || !second) throw new Error('The recording has too few libraries');
const ids = [first.id, second.id, ...others.map(({ id }) => id)];

function open(currentId: string | null, prepare: (ports: FakePorts) => void = () => undefined) {
  const ports = createFakePorts();
  ports.api.answer(listLibraries, { libraries: body.libraries.toReversed() });
  ports.api.answer(getLibraryWithFilterData, facts);
  prepare(ports);
  const host = createHost(librariesMachine, { ports, input: { currentId }, named: { preferences: fromTransition((state) => state, defaultPreferences) } });
  const snapshot = () => host.subject.getSnapshot();
  return { ...host, snapshot, list: (state: 'ready' | 'failed') => vi.waitFor(() => expect(snapshot().matches({ list: state })).toBe(true)) };
}

afterEach(() => vi.restoreAllMocks());

test('libraries are in the order of the server, and without a choice the first is current (LIB-016)', async () => {
  const { snapshot, list, parentEvents } = open(null);
  await list('ready');
  expect(snapshot().context.libraries.map(({ id }) => id)).toEqual(ids);
  expect(selectCurrentLibrary(snapshot())?.id).toBe(first.id);
  expect(parentEvents).toEqual([{ type: 'libraries.loaded', ids }]);
});

test('a library that is gone gives way to the first', async () => {
  const { snapshot, list } = open('gone');
  await list('ready');
  expect(selectCurrentLibrary(snapshot())?.id).toBe(first.id);
});

test('a list that cannot be had is empty and says why; asking again leads on (LIB-009)', async () => {
  const { subject, snapshot, list } = open(second.id, ({ api }) => api.refuseOnce(listLibraries, { kind: 'network' }));
  await list('failed');
  expect([snapshot().context.libraries, selectLibrariesError(snapshot())]).toEqual([[], { kind: 'network' }]);
  subject.send({ type: 'libraries.refresh' });
  await list('ready');
  expect([selectCurrentLibrary(snapshot())?.id, selectLibrariesError(snapshot())]).toEqual([second.id, null]);
});

test('the facts of a library wait for its first covers, and a failure to get them can be tried again', async () => {
  const { subject, ports, snapshot, list } = open(first.id, ({ api }) => api.refuseOnce(getLibraryWithFilterData, { kind: 'timeout' }));
  await list('ready');
  expect(ports.api.inputsOf(getLibraryWithFilterData)).toEqual([]);
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(selectLackFacts(snapshot())).toBe(true));
  subject.send({ type: 'libraries.retryFacts' });
  await vi.waitFor(() => expect(snapshot().context.facts).not.toBeNull());
  expect([selectLackFacts(snapshot()), ports.api.inputsOf(getLibraryWithFilterData)]).toEqual([false, [{ id: first.id }, { id: first.id }]]);
});

test('the current library that is removed gives way to the next, and the last one to none, which is logged (LIB-005, LIB-007, LIB-008)', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { subject, snapshot, list, parentEvents } = open(first.id);
  await list('ready');
  for (const library of snapshot().context.libraries) subject.send({ type: 'server.library.removed', library });
  expect([snapshot().context.currentId, snapshot().context.libraries]).toEqual([null, []]);
  expect(parentEvents.slice(1)).toEqual([...ids.slice(1), null].map((nextId) => ({ type: 'libraries.currentRemoved', nextId })));
  expect(warn.mock.calls).toEqual([['User has no more accessible libraries']]);
});

test('a library that is added or changed elsewhere takes its place (EVT-009, EVT-010)', async () => {
  const { subject, snapshot, list } = open(second.id);
  await list('ready');
  const current = selectCurrentLibrary(snapshot());
  if (!current) throw new Error('no current library');
  subject.send({ type: 'server.library.updated', library: { ...current, name: 'Renamed', displayOrder: -1 } });
  subject.send({ type: 'server.library.added', library: { ...current, id: 'new', displayOrder: 99 } });
  expect(snapshot().context.libraries.map(({ id }) => id)).toEqual([second.id, first.id, ...ids.slice(2), 'new']);
  expect(selectCurrentLibrary(snapshot())?.name).toBe('Renamed');
});
