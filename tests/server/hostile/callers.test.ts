import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startServer } from '../../support/embedded-server.ts';
import { at, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
beforeAll(async () => {
  server = await startDemo();
});
afterAll(() => server.stop());

/** Statuses of a sign-in from each of these addresses, as a proxy on this machine names them. */
async function signInsFrom(addresses: readonly string[], max: number): Promise<number[]> {
  const limited = await startServer({ rateLimit: { max, windowMs: 600_000, message: 'Too many' } });
  const statuses: number[] = [];
  for (const address of addresses) {
    const body = { username: 'root', password: 'x' };
    statuses.push((await limited.anonymous.send('POST', '/login', body, { 'x-forwarded-for': address })).status);
  }
  await limited.stop();
  return statuses;
}

describe('sign-ins', () => {
  test('of one IPv6 network count together', async () => {
    const network = ['2001:db8::1', '2001:0db8:0:0:ffff::2', '2001:db8:0:0:1:2:3:4', '2001:db8:0:1::1'];
    expect(await signInsFrom(network, 2)).toEqual([401, 401, 429, 401]);
  });

  test('from changing addresses behind a proxy are bounded in all', async () => {
    const statuses = await signInsFrom(
      Array.from({ length: 30 }, (_, index) => `192.0.2.${index}`),
      1,
    );
    expect(statuses).toEqual([...Array<number>(25).fill(401), ...Array<number>(5).fill(429)]);
  });
});

/** Sends the start of a request, then single bytes; returns the answer until the connection ended. */
function drip(url: string, head: string, everyMs: number): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    let dripping: NodeJS.Timeout | undefined;
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(head);
      dripping = setInterval(() => socket.write('x'), everyMs);
    });
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(received);
    });
  });
}

describe('a stalling body', () => {
  const head = (target: string, type: string, token = '') =>
    `POST ${target} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ncontent-length: 5000\r\n\r\n{`;

  test('ends its connection, whatever its type', async () => {
    const slow = await startServer({ bodyStallMs: 100 });
    const { token } = await slow.account('root', 'root');
    const form = 'multipart/form-data; boundary=x';
    const answers = await Promise.all([
      drip(slow.url, head('/login', 'application/json'), 20),
      drip(slow.url, head('/login', 'application/json'), 100_000),
      drip(slow.url, head('/api/upload', form, token), 20),
    ]);
    expect(answers.map((text) => text.split('\r\n', 1)[0])).toEqual(Array(3).fill('HTTP/1.1 408 Request Timeout'));
    expect((await slow.anonymous.get('/ping')).status).toBe(200);
    await slow.stop();
  });

  test('ends its connection also after an early answer', async () => {
    const slow = await startServer({ bodyStallMs: 100 });
    const text = await drip(slow.url, head('/api/items/batch/get', 'application/json'), 20);
    expect(text.split('\r\n', 1)).toEqual(['HTTP/1.1 401 Unauthorized']);
    await slow.stop();
  });
});

describe('a form', () => {
  test.each(['/api/upload', '/api/backups/upload'])('without a boundary is refused by %s', async (target) => {
    const authorization = `Bearer ${await server.ctx.tokens.access(server.user('root'))}`;
    const headers = { authorization, 'content-type': 'multipart/form-data' };
    const answer = await fetch(server.url + target, { method: 'POST', headers, body: 'x' });
    expect(answer.status).toBe(400);
  });
});

test('path checks answer for visible libraries, with the title of a visible item', async () => {
  const item = server.ctx.store.database.get<{ path: string }>(
    "SELECT path FROM libraryItems WHERE title = 'Frankenstein'",
  );
  const folderPath = server.ctx.store.libraries.byId(server.bookLibraryId)?.folders[0]?.fullPath ?? '';
  const directory = `${path.relative(folderPath, item?.path ?? '')}/new`;
  const ask = async (name: string) => {
    const { status, body } = await server.call('/api/filesystem/pathexists', {
      as: name,
      method: 'POST',
      body: { directory, folderPath },
    });
    return [status, body];
  };
  const rights = { upload: true, accessAllTags: true, accessAllLibraries: true };
  await server.account('uploader', 'user', rights);
  await server.account('foreign', 'user', { ...rights, accessAllLibraries: false });
  await server.account('tagged', 'user', { ...rights, accessAllTags: false });
  expect([await ask('uploader'), (await ask('foreign'))[0], await ask('tagged')]).toEqual([
    [200, { exists: true, libraryItemTitle: 'Frankenstein' }],
    404,
    [200, { exists: true }],
  ]);
});

describe('the data of an account', () => {
  const items = () =>
    server.ctx.store.database.all<{ id: string }>("SELECT id FROM libraryItems WHERE mediaType = 'book' LIMIT 8");

  test('is read by as many statements with much progress as with little', async () => {
    const { database } = server.ctx.store;
    const { id = '' } = server.user('listener');
    const statements = async () => {
      const spies = [vi.spyOn(database, 'get'), vi.spyOn(database, 'all')];
      const answer = await server.call(`/api/users/${id}`);
      const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
      spies.forEach((spy) => spy.mockRestore());
      return { count, titles: (at(answer.body, 'mediaProgress') as { displayTitle?: string }[]).length };
    };
    const save = (itemId: string | undefined) =>
      server.call(`/api/me/progress/${itemId}`, { as: 'listener', method: 'PATCH', body: { currentTime: 5 } });
    const [first, ...others] = items();
    await save(first?.id);
    await statements();
    const little = await statements();
    for (const item of others) await save(item.id);
    const much = await statements();
    expect([much.count, much.titles > little.titles]).toEqual([little.count, true]);
  });

  test('is not read again for a new bookmark', async () => {
    const { database } = server.ctx.store;
    const [item] = items();
    const save = (time: number) =>
      server.call(`/api/me/item/${item?.id}/bookmark`, { as: 'listener', method: 'POST', body: { time, title: 'x' } });
    for (let time = 0; time < 20; time += 1) await save(time);
    const all = vi.spyOn(database, 'all');
    expect((await save(20)).status).toBe(200);
    const rows = all.mock.results.map(({ value }) => (value as unknown[]).length);
    all.mockRestore();
    expect(Math.max(0, ...rows)).toBeLessThan(20);
  });
});
