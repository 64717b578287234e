import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestClient } from '../../support/embedded-server.ts';
import { openSocket, type TestSocket } from '../../support/socket.ts';
import { at, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
let count = 0;
const open: TestSocket[] = [];
beforeAll(async () => {
  server = await startDemo();
});
afterEach(() => open.splice(0).forEach((socket) => socket.close()));
afterAll(() => server.stop());

interface SignedIn {
  readonly id: string;
  readonly name: string;
  readonly access: string;
  readonly legacy: string;
  readonly cookie: string;
}

/** A new account that signs in by its password, as a browser does. */
async function newAccount(type: 'user' | 'admin' = 'user'): Promise<SignedIn> {
  const client = await server.account(`person${(count += 1)}`, type);
  return signIn(client.user?.id ?? '', `person${count}`);
}
async function signIn(id: string, name: string, password = `${name}pass`): Promise<SignedIn> {
  const answer = await server.anonymous.send('POST', '/login', { username: name, password });
  const cookie =
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('refresh_token='))
      ?.split(';', 1)[0] ?? '';
  return {
    id,
    name,
    access: String(at(answer.body, 'user', 'accessToken')),
    legacy: String(at(answer.body, 'user', 'token')),
    cookie,
  };
}
const socketOf = async (token: string): Promise<TestSocket> => {
  const socket = await openSocket(server.url, { token } as TestClient);
  open.push(socket);
  return socket;
};
const change = (id: string, body: object) => server.call(`/api/users/${id}`, { method: 'PATCH', body });
const statusFor = async (token: string) =>
  (await server.anonymous.get('/api/me', { authorization: `Bearer ${token}` })).status;
const refresh = async ({ cookie }: SignedIn) =>
  (await server.anonymous.send('POST', '/auth/refresh', undefined, { cookie })).status;
const states = async (person: SignedIn) => ({
  access: await statusFor(person.access),
  legacy: await statusFor(person.legacy),
  refresh: await refresh(person),
});
const over = { access: 401, legacy: 401, refresh: 401 };

/** Whether a socket gets an event for everybody. */
const receivesAll = async (socket: TestSocket, text: string): Promise<boolean> => {
  const witness = await socketOf(await server.ctx.tokens.access(server.user('root')));
  server.ctx.events.toEveryone('admin_message', text);
  await witness.next('admin_message');
  socket.socket.emit('ping');
  await socket.next('pong');
  return socket.events.some(([name, payload]) => name === 'admin_message' && payload === text);
};

describe('an account that is made inactive', () => {
  test('gets no more events, and its sign-ins and playback sessions end', async () => {
    const person = await newAccount();
    const socket = await socketOf(person.access);
    const item = server.ctx.store.database.get<{ id: string }>(
      "SELECT id FROM libraryItems WHERE mediaType = 'book' AND explicit = 0 AND numTracks > 0",
    )?.id;
    const played = await server.anonymous.send(
      'POST',
      `/api/items/${item}/play`,
      { forceDirectPlay: true },
      { authorization: `Bearer ${person.access}` },
    );
    const track = `/public/session/${at(played.body, 'id')}/track/1`;
    expect([await receivesAll(socket, 'before'), (await server.anonymous.get(track)).status]).toEqual([true, 200]);
    await change(person.id, { isActive: false });
    expect(await socket.next('auth_failed')).toEqual({ message: 'Invalid token' });
    expect([
      await receivesAll(socket, 'after'),
      (await server.anonymous.get(track)).status,
      await states(person),
    ]).toEqual([false, 404, over]);
    expect(server.ctx.presence.online().some(([id]) => id === person.id)).toBe(false);
  });

  test('that is deleted gets no more events either', async () => {
    const person = await newAccount();
    const socket = await socketOf(person.access);
    await server.call(`/api/users/${person.id}`, { method: 'DELETE' });
    expect([await receivesAll(socket, 'removed'), await states(person)]).toEqual([false, over]);
  });
});

describe('an administrator who becomes a user', () => {
  test('gets no more log entries and admin events, on the same socket', async () => {
    const person = await newAccount('admin');
    const [socket, root] = [
      await socketOf(person.access),
      await socketOf(await server.ctx.tokens.access(server.user('root'))),
    ];
    for (const each of [socket, root]) each.socket.emit('set_log_listener', 0);
    await vi.waitUntil(() => {
      server.ctx.log.error('Test', 'before');
      return socket.names().includes('log') && root.names().includes('log');
    });
    await change(person.id, { type: 'user' });
    const [heard, logs] = [
      socket.names().length,
      () => socket.events.filter(([name, payload]) => name === 'log' && at(payload, 'message') === 'secret'),
    ];
    server.ctx.log.error('Test', 'secret');
    server.ctx.events.toAdmins('user_added', { username: 'secret' });
    await root.next('user_added');
    socket.socket.emit('ping');
    await socket.next('pong');
    expect([logs(), socket.names().slice(heard).includes('user_added')]).toEqual([[], false]);
  });
});

describe('a library that is taken away', () => {
  test('ends its playback sessions', async () => {
    const person = await newAccount();
    const mp3 =
      "SELECT i.id FROM libraryItems i JOIN itemFiles f ON f.itemId = i.id WHERE f.audioFiles LIKE '%.mp3%' AND i.explicit = 0 AND i.libraryId = ?";
    const item = server.ctx.store.database.get<{ id: string }>(mp3, server.bookLibraryId)?.id;
    const played = await server.anonymous.send(
      'POST',
      `/api/items/${item}/play`,
      { forceTranscode: true },
      { authorization: `Bearer ${person.access}` },
    );
    const playlist = `/hls/${at(played.body, 'id')}/output.m3u8`;
    expect((await server.anonymous.get(playlist)).status).toBe(200);
    await change(person.id, {
      permissions: { accessAllLibraries: false },
      librariesAccessible: [server.podcastLibraryId],
    });
    expect([(await server.anonymous.get(playlist)).status, await statusFor(person.access)]).toEqual([404, 200]);
  });
});

describe('a new password', () => {
  test('ends every sign-in but the one that changed it, whose socket goes on', async () => {
    const here = await newAccount();
    const there = await signIn(here.id, here.name);
    const [mine, other] = [await socketOf(here.access), await socketOf(there.access)];
    const changed = await server.anonymous.send(
      'PATCH',
      '/api/me/password',
      { password: `${here.name}pass`, newPassword: 'new' },
      { authorization: `Bearer ${here.access}` },
    );
    expect([changed.status, changed.body]).toEqual([200, 'OK']);
    await other.next('auth_failed');
    expect([
      await states(there),
      await receivesAll(other, 'p1'),
      await receivesAll(mine, 'p2'),
      await states(here),
    ]).toEqual([over, false, true, { access: 200, legacy: 401, refresh: 200 }]);
    expect(await states(await signIn(here.id, here.name, 'new'))).toEqual({ access: 200, legacy: 200, refresh: 200 });
  });

  test('set by an administrator ends all', async () => {
    const person = await newAccount();
    await change(person.id, { password: 'other' });
    expect(await states(person)).toEqual(over);
  });
});

test('a new name ends every token of the account', async () => {
  const person = await newAccount();
  const socket = await socketOf(person.access);
  await change(person.id, { username: `${person.name}renamed` });
  await socket.next('auth_failed');
  expect(await states(person)).toEqual(over);
});

test('signing out ends the access token of that sign-in alone, and its socket', async () => {
  const here = await newAccount();
  const there = await signIn(here.id, here.name);
  const socket = await socketOf(here.access);
  await server.anonymous.send('POST', '/logout', undefined, { cookie: here.cookie });
  await socket.next('auth_failed');
  expect([await statusFor(here.access), await refresh(here), await states(there)]).toEqual([
    401,
    401,
    { access: 200, legacy: 200, refresh: 200 },
  ]);
});

test('of two refreshes with one token exactly one gets new ones, and the access token stays valid', async () => {
  const person = await newAccount();
  const answers = await Promise.all([
    refresh(person),
    statusFor(person.access),
    refresh(person),
    statusFor(person.access),
    refresh(person),
  ]);
  expect([[answers[0], answers[2], answers[4]].toSorted(), answers[1], answers[3]]).toEqual([
    [200, 401, 401],
    200,
    200,
  ]);
});

test('a right that changes while a password is hashed stays changed', async () => {
  const person = await newAccount('admin');
  const own = server.anonymous.send(
    'PATCH',
    '/api/me/password',
    { password: `${person.name}pass`, newPassword: 'new' },
    { authorization: `Bearer ${person.access}` },
  );
  const taken = change(person.id, { type: 'user', permissions: { update: false } });
  await Promise.all([own, taken]);
  expect(server.ctx.store.users.byId(person.id)).toMatchObject({ type: 'user', permissions: { update: false } });
});
