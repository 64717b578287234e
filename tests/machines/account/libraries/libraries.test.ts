import { fromTransition, type AnyActorLogic, type EventObject } from 'xstate';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { librariesMachine } from '../../../../src/machines/account/libraries/libraries.machine.ts';
import {
  selectCurrentLibrary,
  selectFilterDataFailed,
  selectLibrariesError,
} from '../../../../src/machines/account/libraries/libraries.selectors.ts';
import type { LibrariesEvent } from '../../../../src/machines/account/libraries/libraries.protocol.ts';
import type { Author } from '../../../../src/schemas/api/author.ts';
import type { LibraryItemMinified } from '../../../../src/schemas/api/library-item-minified.ts';
import type { Library } from '../../../../src/schemas/api/library.ts';
import type { Series } from '../../../../src/schemas/api/series.ts';
import type { Playlist } from '../../../../src/schemas/api/media-lists.ts';
import { defaultPreferences } from '../../../../src/schemas/preferences.ts';
import { getLibraryWithFilterData, listLibraries } from '../../../../src/services/endpoints/libraries.ts';
import { createFakePorts, type FakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const body = recording('libraries/list').response.body as {
  libraries: { id: string; displayOrder: number; mediaType: string }[];
};
const facts = recording('libraries/one-filterdata').response.body;
const [first, second, ...others] = body.libraries.toSorted((one, other) => one.displayOrder - other.displayOrder);
if (!first || !second) throw new Error('The recording has too few libraries');
const ids = [first.id, second.id, ...others.map(({ id }) => id)];

/** Events to the parent of these libraries; one without a recording is like the first. */
const loaded = (wanted: readonly string[]) => ({
  type: 'libraries.loaded',
  libraries: wanted.map((id) => ({
    id,
    mediaType: (body.libraries.find((library) => library.id === id) ?? body.libraries[0])?.mediaType,
  })),
});

function open(
  currentId: string | null,
  prepare: (ports: FakePorts) => void = () => undefined,
  preferences: AnyActorLogic = fromTransition((state) => state, defaultPreferences),
) {
  const ports = createFakePorts();
  ports.api.answer(listLibraries, { libraries: body.libraries.toReversed() });
  ports.api.answer(getLibraryWithFilterData, facts);
  prepare(ports);
  const host = createHost(librariesMachine, { ports, input: { currentId }, named: { preferences } });
  const snapshot = () => host.subject.getSnapshot();
  return {
    ...host,
    snapshot,
    list: (state: 'ready' | 'failed') => vi.waitFor(() => expect(snapshot().matches({ list: state })).toBe(true)),
  };
}

afterEach(() => vi.restoreAllMocks());

test('libraries are in the order of the server, and without a choice the first is current (LIB-016)', async () => {
  const { snapshot, list, parentEvents } = open(null);
  await list('ready');
  expect(snapshot().context.libraries.map(({ id }) => id)).toEqual(ids);
  expect(selectCurrentLibrary(snapshot())?.id).toBe(first.id);
  expect(parentEvents).toEqual([loaded(ids)]);
});

test('a missing library is replaced by the first', async () => {
  const { snapshot, list } = open('gone');
  await list('ready');
  expect(selectCurrentLibrary(snapshot())?.id).toBe(first.id);
});

test('a list that failed to load is empty and says why; a retry succeeds (LIB-009, ERR-036)', async () => {
  const { subject, snapshot, list } = open(second.id, ({ api }) => api.refuseOnce(listLibraries, { kind: 'network' }));
  await list('failed');
  expect([snapshot().context.libraries, selectLibrariesError(snapshot())]).toEqual([[], { kind: 'network' }]);
  subject.send({ type: 'libraries.refresh' });
  await list('ready');
  expect([selectCurrentLibrary(snapshot())?.id, selectLibrariesError(snapshot())]).toEqual([second.id, null]);
});

test('a temporarily failed refresh keeps the list and retries; a refused one empties it (LIB-009)', async () => {
  const { subject, snapshot, list, ports } = open(first.id);
  await list('ready');
  ports.api.refuseOnce(listLibraries, { kind: 'network' });
  subject.send({ type: 'libraries.refresh' });
  const calls = () => ports.api.inputsOf(listLibraries).length;
  await vi.waitFor(() => expect(calls()).toBe(2));
  await vi.waitFor(() => {
    ports.clock.advance(1000);
    expect(calls()).toBe(3);
  });
  expect([snapshot().value, selectCurrentLibrary(snapshot())?.id, selectLibrariesError(snapshot())]).toEqual([
    expect.objectContaining({ list: 'ready' }),
    first.id,
    null,
  ]);
  ports.api.refuseOnce(listLibraries, { kind: 'forbidden', message: '' });
  subject.send({ type: 'libraries.refresh' });
  await list('failed');
  expect([snapshot().context.libraries, selectLibrariesError(snapshot())]).toEqual([
    [],
    { kind: 'forbidden', message: '' },
  ]);
});

test('the filter data of a library wait for its first covers, and a failure can be retried', async () => {
  const { subject, ports, snapshot, list } = open(first.id, ({ api }) =>
    api.refuseOnce(getLibraryWithFilterData, { kind: 'timeout' }),
  );
  await list('ready');
  expect(ports.api.inputsOf(getLibraryWithFilterData)).toEqual([]);
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(selectFilterDataFailed(snapshot())).toBe(true));
  subject.send({ type: 'libraries.retryFilterData' });
  await vi.waitFor(() => expect(snapshot().context.filterData).not.toBeNull());
  expect([selectFilterDataFailed(snapshot()), ports.api.inputsOf(getLibraryWithFilterData)]).toEqual([
    false,
    [{ id: first.id }, { id: first.id }],
  ]);
});

test('the facts of a library that could not be read come when the connection does', async () => {
  const { subject, ports, snapshot, list } = open(first.id, ({ api }) =>
    api.refuseOnce(getLibraryWithFilterData, { kind: 'network' }),
  );
  await list('ready');
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(selectFilterDataFailed(snapshot())).toBe(true));
  subject.send({ type: 'libraries.refresh' });
  await vi.waitFor(() => expect(snapshot().context.filterData).not.toBeNull());
});

test('the removal of the last library is logged (LIB-008, ERR-019)', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { subject, snapshot, list } = open(first.id);
  await list('ready');
  for (const library of snapshot().context.libraries) subject.send({ type: 'server.library.removed', library });
  expect(warn.mock.calls).toEqual([['User has no more accessible libraries']]);
});

test('a removed current library gives way to the next, the last one to none (LIB-005, LIB-007)', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { subject, snapshot, list, parentEvents } = open(first.id);
  await list('ready');
  for (const library of snapshot().context.libraries) subject.send({ type: 'server.library.removed', library });
  expect([snapshot().context.currentId, snapshot().context.libraries]).toEqual([null, []]);
  expect(parentEvents.slice(1)).toEqual(
    ids.flatMap((_, at) => [
      loaded(ids.slice(at + 1)),
      { type: 'libraries.currentRemoved', nextId: ids[at + 1] ?? null },
    ]),
  );
});

test('the one after the current library is next, the first after the last (LIB-005, AMB-15)', async () => {
  const third = body.libraries.find(({ id }) => id === ids[2]);
  if (!third) throw new Error('the recording has too few libraries');
  const { subject, snapshot, list } = open(second.id);
  await list('ready');
  const removed = () => {
    const current = selectCurrentLibrary(snapshot());
    if (current) subject.send({ type: 'server.library.removed', library: current });
    return snapshot().context.currentId;
  };
  expect(removed()).toBe(third.id);
  subject.send({ type: 'libraries.select', id: ids.at(-1) ?? null });
  expect(removed()).toBe(first.id);
});

test('a library that is added or changed elsewhere takes its place (EVT-009, EVT-010, AMB-26)', async () => {
  const { subject, snapshot, list } = open(second.id);
  await list('ready');
  const current = selectCurrentLibrary(snapshot());
  if (!current) throw new Error('no current library');
  subject.send({ type: 'server.library.updated', library: { ...current, name: 'Renamed', displayOrder: -1 } });
  subject.send({ type: 'server.library.added', library: { ...current, id: 'new', displayOrder: 99 } });
  expect(snapshot().context.libraries.map(({ id }) => id)).toEqual([second.id, first.id, ...ids.slice(2), 'new']);
  expect(selectCurrentLibrary(snapshot())?.name).toBe('Renamed');
});

test.each<[string, LibrariesEvent]>([
  ['it is asked for again', { type: 'libraries.refresh' }],
  ['a library was added', { type: 'server.library.added', library: body.libraries[0] as Library }],
  ['a library was changed', { type: 'server.library.updated', library: body.libraries[0] as Library }],
  ['a library was removed', { type: 'server.library.removed', library: { id: 'gone' } }],
])('a list that failed to load is on its way again once %s', async (_, event) => {
  const { subject, ports, snapshot, list } = open(first.id, ({ api }) =>
    api.refuseOnce(listLibraries, { kind: 'network' }),
  );
  await list('failed');
  subject.send(event);
  expect([snapshot().hasTag('busy'), snapshot().hasTag('failed')]).toEqual([true, false]);
  await list('ready');
  expect(ports.api.inputsOf(listLibraries)).toHaveLength(2);
});

test.each<[string, LibrariesEvent]>([
  ['added', { type: 'server.library.added', library: body.libraries[0] as Library }],
  ['changed', { type: 'server.library.updated', library: body.libraries[0] as Library }],
  ['removed', { type: 'server.library.removed', library: { id: second.id } }],
])('after a library was %s the list is reloaded once it is quiet (CON-044)', async (_, event) => {
  const { subject, ports, snapshot, list } = open(first.id);
  await list('ready');
  ports.api.answer(listLibraries, { libraries: [{ ...body.libraries[0], id: first.id, name: 'Read again' }] });
  subject.send(event);
  expect(ports.api.inputsOf(listLibraries)).toHaveLength(1);
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(selectCurrentLibrary(snapshot())?.name).toBe('Read again'));
  expect(ports.api.inputsOf(listLibraries)).toHaveLength(2);
});

test('without a library yet, nothing of one is requested; the first of the list is then remembered', async () => {
  const received: EventObject[] = [];
  const keeper = fromTransition((state, event: EventObject) => (received.push(event), state), defaultPreferences);
  const { ports, list, snapshot } = open(null, () => undefined, keeper);
  ports.clock.advance(1000);
  expect([snapshot().matches({ filterData: 'none' }), ports.api.inputsOf(getLibraryWithFilterData)]).toEqual([
    true,
    [],
  ]);
  await list('ready');
  expect(received).toEqual([{ type: 'preferences.set', change: { lastLibraryId: first.id } }]);
});

const FILTERED = { ...defaultPreferences, orderBy: 'media.metadata.authorName' };
/** Libraries whose current one, the first, is settled with its filter data. */
async function settled(preferences = defaultPreferences) {
  const received: EventObject[] = [];
  const keeper = fromTransition(
    (state: typeof preferences, event: EventObject) => (received.push(event), state),
    preferences,
  );
  const host = open(first?.id ?? null, () => undefined, keeper);
  await host.list('ready');
  host.ports.clock.advance(1000);
  await vi.waitFor(() => expect(host.snapshot().matches({ filterData: { shown: 'ready' } })).toBe(true));
  const requested = () =>
    host.ports.api.inputsOf(getLibraryWithFilterData).map((input) => (input as { id: string }).id);
  return { ...host, requested, received };
}

describe('the current library changes', () => {
  test('by choice: its data is requested at once (LIB-001, API-055)', async () => {
    const { subject, requested } = await settled();
    subject.send({ type: 'libraries.select', id: second.id });
    expect(requested()).toEqual([first.id, second.id]);
  });

  test('to the same one is remembered, and nothing is requested', async () => {
    const { subject, requested, received, snapshot } = await settled();
    subject.send({ type: 'libraries.select', id: first.id });
    expect([requested(), received, snapshot().context.filterData?.libraryId]).toEqual([
      [first.id],
      [{ type: 'preferences.set', change: { lastLibraryId: first.id } }],
      (facts as { library: { id: string } }).library.id,
    ]);
  });

  test('by the removal of the one before: the same happens, filter values and order included (LIB-005, LIB-011)', async () => {
    const { subject, requested, received, snapshot } = await settled(FILTERED);
    const next = { ...(snapshot().context.libraries[1] as Library), mediaType: 'podcast' } as const;
    subject.send({ type: 'server.library.updated', library: next });
    subject.send({ type: 'server.library.removed', library: { id: first.id } });
    expect(requested()).toEqual([first.id, next.id]);
    expect(received).toEqual([
      { type: 'preferences.set', change: { lastLibraryId: next.id } },
      { type: 'preferences.set', change: { orderBy: 'media.metadata.author', filterBy: 'all' } },
    ]);
    await vi.waitFor(() => expect(snapshot().context.filterData).not.toBeNull());
  });

  test('while the connection was away: the parent is notified, as by the event', async () => {
    const { subject, ports, parentEvents, snapshot } = await settled();
    ports.api.answer(listLibraries, { libraries: body.libraries.filter(({ id }) => id !== first.id) });
    subject.send({ type: 'libraries.refresh' });
    await vi.waitFor(() => expect(snapshot().context.currentId).toBe(second.id));
    expect(parentEvents.slice(1)).toEqual([
      loaded(ids.slice(1)),
      { type: 'libraries.currentRemoved', nextId: second.id },
    ]);
  });

  test('to none and then to the one that is added (LIB-007)', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { subject, snapshot, requested } = await settled();
    const libraries = snapshot().context.libraries;
    for (const library of libraries) subject.send({ type: 'server.library.removed', library });
    expect([
      snapshot().context.currentId,
      snapshot().context.filterData,
      snapshot().matches({ filterData: 'none' }),
    ]).toEqual([null, null, true]);
    subject.send({ type: 'server.library.added', library: libraries[0] as Library });
    expect([snapshot().context.currentId, snapshot().matches({ filterData: 'resting' })]).toEqual([first.id, true]);
    expect(requested()).toEqual(ids);
  });
});

test('made and deleted playlists are counted, those of other libraries are not (BAR-020, PLY-001, ROL-050)', async () => {
  const { subject, snapshot } = await settled();
  const count = () => snapshot().context.filterData?.numUserPlaylists ?? NaN;
  const before = count();
  const playlist = recording('playlists/create-root').response.body as Playlist;
  subject.send({ type: 'server.playlist.added', playlist: { ...playlist, libraryId: 'another' } });
  expect(count()).toBe(before);
  subject.send({ type: 'server.playlist.added', playlist: { ...playlist, libraryId: first.id } });
  expect(count()).toBe(before + 1);
  subject.send({ type: 'server.playlist.removed', playlist: { id: playlist.id, libraryId: 'another' } });
  expect(count()).toBe(before + 1);
  subject.send({ type: 'server.playlist.removed', playlist: { id: playlist.id, libraryId: first.id } });
  expect(count()).toBe(before);
});

describe('the facts of a library', () => {
  const failing = async () => {
    const page = open(first.id, ({ api }) => api.refuse(getLibraryWithFilterData, { kind: 'network' }));
    await page.list('ready');
    page.ports.clock.advance(1000);
    const requested = () => page.ports.api.inputsOf(getLibraryWithFilterData).length;
    const isFailed = () => selectFilterDataFailed(page.snapshot());
    await vi.waitFor(() => expect(isFailed()).toBe(true));
    return { ...page, requested, isFailed };
  };

  test.each(['libraries.retryFilterData', 'libraries.refresh'] as const)(
    'that could not be read are on their way again with %s, and say so when they fail once more',
    async (type) => {
      const { subject, requested, isFailed } = await failing();
      subject.send({ type });
      expect(isFailed()).toBe(false);
      await vi.waitFor(() => expect(isFailed()).toBe(true));
      expect(requested()).toBe(2);
    },
  );

  test('are refetched with everything else', async () => {
    const { subject, requested, ports, snapshot } = await settled();
    ports.api.answer(getLibraryWithFilterData, { ...(facts as object), issues: 7 });
    subject.send({ type: 'libraries.refresh' });
    await vi.waitFor(() => expect(snapshot().context.filterData?.issues).toBe(7));
    expect(requested()).toEqual([first.id, first.id]);
  });

  test.each<[string, LibrariesEvent]>([
    ['made', { type: 'server.playlist.added', playlist: recording('playlists/create-root').response.body as Playlist }],
    ['deleted', { type: 'server.playlist.removed', playlist: { id: 'p', libraryId: first.id } }],
  ])('while pending are refetched when a playlist is %s', async (_, event) => {
    const { subject, ports, list, snapshot } = open(first.id);
    await list('ready');
    const before = ports.api.defer(getLibraryWithFilterData);
    ports.clock.advance(1000);
    await vi.waitFor(() => expect(ports.api.inputsOf(getLibraryWithFilterData)).toHaveLength(1));
    ports.api.answer(getLibraryWithFilterData, { ...(facts as object), numUserPlaylists: 5 });
    subject.send(event);
    before.resolve({ ...(facts as object), numUserPlaylists: 4 });
    await vi.waitFor(() => expect(snapshot().context.filterData?.numUserPlaylists).toBe(5));
    expect(ports.api.inputsOf(getLibraryWithFilterData)).toHaveLength(2);
  });
});

describe('the names to filter by', () => {
  const item = { id: 'i1', libraryId: first.id } as LibraryItemMinified;
  const named = { id: 'a1', name: 'Aesop', libraryId: first.id } as Author & Series;

  test.each<[string, LibrariesEvent]>([
    ['an item that changes, as by a renamed narrator', { type: 'server.item.updated', item }],
    ['an item that is added', { type: 'server.item.added', item }],
    ['an item that is removed', { type: 'server.item.removed', item: { id: 'i1' } }],
    ['items that change together', { type: 'server.items.updated', items: { items: [item], dropped: [] } }],
    ['items that are added together', { type: 'server.items.added', items: { items: [item], dropped: [] } }],
    ['an author that is added', { type: 'server.author.added', author: named }],
    ['an author that is renamed', { type: 'server.author.updated', author: named }],
    ['an author that is removed', { type: 'server.author.removed', author: named }],
    ['a series that is added', { type: 'server.series.added', series: named }],
    ['a series that is renamed', { type: 'server.series.updated', series: named }],
    ['a series that is removed', { type: 'server.series.removed', series: named }],
  ])('are refetched after %s', async (_, event) => {
    const { subject, requested, ports, snapshot } = await settled();
    subject.send(event);
    subject.send(event);
    expect(requested()).toEqual([first.id]);
    ports.api.answer(getLibraryWithFilterData, { ...(facts as object), issues: 7 });
    ports.clock.advance(1000);
    await vi.waitFor(() => expect(snapshot().context.filterData?.issues).toBe(7));
    expect(requested()).toEqual([first.id, first.id]);
  });

  test('stay as they are when another library changes', async () => {
    const { subject, requested, ports } = await settled();
    const elsewhere = { ...item, libraryId: second.id };
    subject.send({ type: 'server.item.updated', item: elsewhere });
    subject.send({ type: 'server.items.added', items: { items: [elsewhere], dropped: [] } });
    subject.send({ type: 'server.author.updated', author: { ...named, libraryId: second.id } });
    ports.clock.advance(5000);
    expect(requested()).toEqual([first.id]);
  });
});

test('a library added while the list loads refetches the list, and no half of it is sent', async () => {
  const { subject, ports, list, parentEvents } = open(first.id);
  subject.send({ type: 'server.library.added', library: { ...(body.libraries[0] as Library), id: 'new' } });
  expect(parentEvents).toEqual([]);
  ports.api.answer(listLibraries, {
    libraries: [...body.libraries, { ...body.libraries[0], id: 'new', displayOrder: 99 }],
  });
  await list('ready');
  expect([ports.api.inputsOf(listLibraries).length, parentEvents]).toEqual([2, [loaded([...ids, 'new'])]]);
});
