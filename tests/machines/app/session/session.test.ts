import { describe, expect, test, vi } from 'vitest';
import { librariesMachine } from '../../../../src/machines/account/libraries/libraries.machine.ts';
import type { ModalsRef } from '../../../../src/machines/app/modals/modals.machine.ts';
import { playerMachine } from '../../../../src/machines/playback/player/player.machine.ts';
import { progressMachine } from '../../../../src/machines/playback/progress/progress.machine.ts';
import type { SearchBoxRef } from '../../../../src/machines/browse/search/search-box.machine.ts';
import { EVENTS_FOR } from '../../../../src/machines/app/session/fan-out.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { listShelves } from '../../../../src/services/endpoints/libraries.ts';
import { getMe } from '../../../../src/services/endpoints/me.ts';
import { searchLibrary } from '../../../../src/services/endpoints/library-lists.ts';
import { closeSession, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { createFakeClock } from '../../../support/fakes/clock.ts';
import type { ToastsRef } from '../../../../src/machines/app/toasts.machine.ts';
import { BOOK } from '../../../support/player-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { ACCOUNT, startClient } from '../../../support/whole-client.ts';

/** Whether a descriptor of a transition (`server.library.*`) is of this type. */
const matches = (type: string, descriptor: string) =>
  descriptor.endsWith('*') ? type.startsWith(descriptor.slice(0, -1)) : type === descriptor;

const LIBRARY = '/library/0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const CHILDREN = [
  'background',
  'cast',
  'freshness',
  'helpKey',
  'ledger',
  'libraries',
  'mediaLists',
  'otherPlayer',
  'pageHost',
  'pendingChanges',
  'player',
  'progress',
  'queue',
  'search',
  'selection',
  'settingsKey',
  'socket',
];

const children = ({ session }: Awaited<ReturnType<typeof startClient>>) =>
  Object.keys(session.getSnapshot().children).sort();

describe('the start', () => {
  test('with a token requests its account, notifies auth, and starts everything that works for the account', async () => {
    const client = await startClient('/item/missing');
    expect(client.session.getSnapshot().matches('ready')).toBe(true);
    expect(client.ports.api.inputsOf(authorize).length).toBe(1);
    expect(children(client)).toEqual(CHILDREN);
    expect(JSON.parse(client.ports.storage.texts.get('earmark.session') ?? '')).toMatchObject({
      userId: ACCOUNT.user.id,
    });
  });

  test.each([true, false])('warns where the browser keeps nothing (keeps data: %s)', async (keepsData) => {
    const client = await startClient('/item/missing', ({ capabilities }) => {
      capabilities.keepsData = keepsData;
    });
    const { toasts } = (client.app.system.get('toasts') as ToastsRef).getSnapshot().context;
    const messages = toasts.map(({ ref }) => ref.getSnapshot().context.message);
    expect(messages).toEqual(keepsData ? [] : [{ key: 'session.notKept' }]);
  });

  test('keeps the place to which the visitor went while it was on its way', async () => {
    const client = await startClient('/item/missing', ({ api, navigation }) => {
      const account = api.defer(authorize);
      setTimeout(() => {
        navigation.visit(`/item/${BOOK.libraryItemId}`);
        account.resolve(ACCOUNT);
      });
    });
    await vi.waitFor(() =>
      expect(client.pageHost.getSnapshot().context.route).toEqual({ name: 'item', id: BOOK.libraryItemId }),
    );
  });
});

describe('server events', () => {
  test.each([
    ['libraries', librariesMachine],
    ['player', playerMachine],
    ['progress', progressMachine],
  ] as const)('is sent to %s only where it is handled', (name, machine) => {
    const handled: readonly string[] = machine.events;
    const rows = Object.keys(EVENTS_FOR[name]);
    expect(rows.filter((type) => !handled.some((known) => matches(type, known)))).toEqual([]);
  });

  test('reaches the page and the libraries, and older requests are dropped', async () => {
    const client = await startClient(LIBRARY);
    await vi.waitFor(() => expect(client.place()).toBe('open'));
    client.connect();
    client.ports.api.prefetch(listShelves, { libraryId: 'x' });
    client.ports.socket.receive('item_removed', { id: 'i1', libraryId: 'l' });
    expect(client.ports.api.prefetched).toEqual([]);
  });

  test('of another account does not change this one, and reaches the page (server facts 6)', async () => {
    const client = await startClient(LIBRARY);
    await vi.waitFor(() => expect(client.place()).toBe('open'));
    client.connect();
    client.ports.api.prefetch(listShelves, { libraryId: 'x' });
    client.ports.socket.receive('user_updated', { ...ACCOUNT.user, id: 'another', username: 'another' });
    expect(client.session.getSnapshot().context.account?.user.id).toBe(ACCOUNT.user.id);
    expect(client.ports.api.prefetched).toEqual([]);
  });

  test.each([
    ['playlist_added', 'EVT-027', [0, 1]],
    ['playlist_updated', 'EVT-028', [1, 1]],
    ['playlist_removed', 'EVT-029', [1, 0]],
  ] as const)(
    '%s of another account reaches no part, of the own one every part (ROL-052, %s)',
    async (event, _row, counts) => {
      const client = await startClient(LIBRARY);
      client.connect();
      const { libraries } = client.session.getSnapshot().children;
      client.ports.clock.advance(1000);
      await vi.waitFor(() => expect(libraries?.getSnapshot().context.filterData).not.toBe(null));
      const count = () => libraries?.getSnapshot().context.filterData?.numUserPlaylists ?? NaN;
      const before = count();
      const { currentId } = libraries?.getSnapshot().context ?? {};
      const playlist = { ...(recording('playlists/create-root').response.body as object), libraryId: currentId };
      const notify = (event: string, userId: string) => client.ports.socket.receive(event, { ...playlist, userId });
      if (event !== 'playlist_added') notify('playlist_added', ACCOUNT.user.id);
      notify(event, 'another');
      const foreign = count();
      notify(event, ACCOUNT.user.id);
      expect([foreign - before, count() - before]).toEqual(counts);
    },
  );

  test('that cannot be read is logged with its name, and the rest continues', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const client = await startClient(LIBRARY);
    client.connect();
    client.ports.socket.receive('library_added', { name: 7 });
    expect(warn.mock.calls.map(([words]) => words as string)).toEqual([
      "The server sent a malformed 'library_added' event",
    ]);
    expect(children(client)).toEqual(expect.arrayContaining(CHILDREN));
  });
});

test("an administrator's message reaches a signed-in user (EVT-040, ERR-022)", async () => {
  const client = await startClient(LIBRARY);
  client.connect();
  client.ports.socket.receive('admin_message', 'Down at noon');
  const { toasts } = (client.app.system.get('toasts') as ToastsRef).getSnapshot().context;
  expect(toasts.map(({ ref }) => ref.getSnapshot().context)).toMatchObject([
    { kind: 'info', message: { text: 'Down at noon' } },
  ]);
});

test('a backup applied while a book plays reloads the client; played time is saved before (EVT-038, pitfall 46)', async () => {
  const client = await startClient(LIBRARY);
  client.connect();
  await client.play();
  client.listen(7);
  expect(client.ports.api.inputsOf(syncSession)).toEqual([]);
  client.ports.socket.receive('backup_applied');
  await vi.waitFor(() => expect(client.ports.navigation.reloads).toBe(1));
  expect(client.ports.media.audio.paused).toBe(true);
  expect(client.ports.api.inputsOf(syncSession)).toMatchObject([{ timeListened: 7, currentTime: 7 }]);
});

describe('after a late connection', () => {
  test('the account is reloaded; a failure is reported as stale, and refetched', async () => {
    const client = await startClient(LIBRARY);
    client.ports.api.refuseOnce(getMe, { kind: 'network' });
    client.ports.clock.advance(10_000);
    client.connect();
    const freshness = () => client.session.getSnapshot().children.freshness?.getSnapshot().value;
    await vi.waitFor(() => expect(freshness()).toBe('stale'));
    client.ports.clock.advance(2000);
    await vi.waitFor(() => expect(freshness()).toBe('fresh'));
    expect(client.ports.api.inputsOf(getMe).length).toBe(2);
  });
});

test('a failed account is refetched until the server is back', async () => {
  const clock = createFakeClock();
  const passing = setInterval(() => clock.advance(1000), 5);
  const { ports, place } = await startClient(
    LIBRARY,
    ({ api }) => {
      api.refuseOnce(authorize, { kind: 'network' });
      api.refuseOnce(authorize, { kind: 'server', status: 502, message: '' });
    },
    { clock },
  );
  clearInterval(passing);
  await vi.waitFor(() => expect(place()).toBe('open'));
  expect(ports.api.inputsOf(authorize).length).toBe(3);
});

test('leaving stops the sound and saves its position, while the account is still there', async () => {
  const client = await startClient(LIBRARY);
  client.connect();
  await client.play();
  client.listen(7);
  client.app.system.get('auth').send({ type: 'auth.signOut' });
  expect(client.ports.media.audio.paused).toBe(true);
  await vi.waitFor(() => expect(client.app.system.get('session')).toBeUndefined());
  expect(client.ports.api.inputsOf(closeSession)).toMatchObject([{ listened: { timeListened: 7, currentTime: 7 } }]);
});

test('leaving ends all that worked for the account', async () => {
  const client = await startClient(LIBRARY);
  const { player, progress } = client;
  client.app.system.get('auth').send({ type: 'auth.signOut' });
  await vi.waitFor(() => expect(client.app.system.get('session')).toBeUndefined());
  expect([player.getSnapshot().status, progress.getSnapshot().status, client.app.system.get('socket')]).toEqual([
    'stopped',
    'stopped',
    undefined,
  ]);
});

test.each([
  ['/item/i?read=7', { itemId: 'i', ino: '7' }],
  ['/item/i?read=main', { itemId: 'i', ino: null }],
  [`${LIBRARY}?read=7&of=j`, { itemId: 'j', ino: '7' }],
  [`${LIBRARY}?read=7`, null],
])('the address %s opens the reader on %o (STT-006)', async (path, input) => {
  const client = await startClient(path);
  const { stack } = (client.app.system.get('modals') as ModalsRef).getSnapshot().context;
  const opened = stack.map(({ modal, ref }) => [modal, ref.getSnapshot().context.input]);
  expect(opened).toEqual(input === null ? [] : [['reader', input]]);
});

test('a removed book leaves open search results; after an interruption they are refetched', async () => {
  const client = await startClient(LIBRARY);
  const { api, clock, socket } = client.ports;
  api.answer(searchLibrary, recording('libraries/search-all-kinds').response.body);
  client.connect();
  const box = client.app.system.get('search') as SearchBoxRef;
  box.send({ type: 'search.type', text: 'c' });
  await vi.waitFor(() => expect(box.getSnapshot().matches({ open: 'ready' })).toBe(true));
  clock.advance(750);
  const found = () => box.getSnapshot().context.ref?.getSnapshot();
  await vi.waitFor(() => expect(found()?.context.groups).not.toEqual([]));
  api.answer(searchLibrary, recording('libraries/search-nothing').response.body);
  socket.receive('item_removed', { id: 'gone', libraryId: 'L' });
  clock.advance(1000);
  await vi.waitFor(() => expect(found()?.context.groups).toEqual([]));
  const before = api.inputsOf(searchLibrary).length;
  client.disconnect();
  clock.advance(60_000);
  client.connect();
  await vi.waitFor(() => {
    clock.advance(1000);
    expect(api.inputsOf(searchLibrary).length).toBeGreaterThan(before);
  });
});
