import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestClient } from '../../support/embedded-server.ts';
import { startServer } from '../../support/embedded-server.ts';
import { writeBelow } from '../../support/library-folder.ts';
import { openSocket } from '../../support/socket.ts';
import { at, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
let item: string;
let root: TestClient;
beforeAll(async () => {
  server = await startDemo();
  item =
    server.ctx.store.database.get<{ id: string }>(
      "SELECT id FROM libraryItems WHERE mediaType = 'book' AND numTracks > 0",
    )?.id ?? '';
  root = { token: await server.ctx.tokens.access(server.user('root')) } as TestClient;
});
afterAll(() => server.stop());

const send = (method: string, target: string, body?: unknown) => server.call(target, { method, body });
const bookmark = (time: number) => send('POST', `/api/me/item/${item}/bookmark`, { time, title: 'x'.repeat(1000) });
const pages = (pragma: string): number =>
  Object.values(server.ctx.store.database.get<Record<string, number>>(`PRAGMA ${pragma}`) ?? {})[0] ?? 0;

describe('on a full disk', () => {
  test('saving calls answer 507, and everything else goes on: reading, playing, sockets', async () => {
    const played = await send('POST', `/api/items/${item}/play`, { forceDirectPlay: true });
    const session = String(at(played.body, 'id'));
    expect((await send('POST', `/api/session/${session}/sync`, { currentTime: 1, timeListened: 1 })).status).toBe(200);
    pages(`max_page_count = ${pages('page_count')}`);
    let answer = await bookmark(1);
    for (let time = 2; answer.status === 200 && time < 5000; time += 1) answer = await bookmark(time);
    expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([
      507,
      'text/plain; charset=utf-8',
      'The disk of the server is full: nothing could be saved',
    ]);

    const track = `/public/session/${session}/track/1`;
    const reads = await Promise.all(
      ['/api/me', `/api/items/${item}?expanded=1`, `/api/libraries/${server.bookLibraryId}/items`, track].map(
        (target) => server.call(target),
      ),
    );
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(
      (await send('POST', `/api/items/${item}/play`, { forceDirectPlay: true, deviceInfo: { deviceId: 'other' } }))
        .status,
    ).toBe(200);

    const socket = await openSocket(server.url, root);
    socket.close();
    await vi.waitUntil(() => server.ctx.presence.online().length === 0);
    expect((await server.anonymous.get('/ping')).status).toBe(200);
    pages('max_page_count = 1000000');
    expect((await bookmark(1000)).status).toBe(200);
  });

  test('a failed sync counts nothing: the same seconds are sent again', async () => {
    const played = await send('POST', `/api/items/${item}/play`, { forceDirectPlay: true });
    const session = String(at(played.body, 'id'));
    const sync = () => send('POST', `/api/session/${session}/sync`, { currentTime: 5, timeListened: 4 });
    server.ctx.store.database.run(
      "CREATE TEMP TRIGGER full BEFORE INSERT ON mediaProgress BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    expect([(await sync()).status, (await sync()).status]).toEqual([500, 500]);
    server.ctx.store.database.run('DROP TRIGGER full');
    expect((await sync()).status).toBe(200);
    expect((await server.call(`/api/session/${session}`)).body).toMatchObject({ timeListening: 4, currentTime: 5 });
    expect(server.ctx.store.sessions.byId(session)).toMatchObject({ timeListening: 4 });
  });
});

test('a socket whose departure cannot be saved ends nothing', async () => {
  const socket = await openSocket(server.url, root);
  server.ctx.store.database.run(
    "CREATE TEMP TRIGGER full BEFORE UPDATE ON users BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  socket.close();
  await vi.waitUntil(() => server.ctx.presence.online().length === 0);
  const other = await openSocket(server.url, root);
  expect(other.names()).toContain('init');
  server.ctx.store.database.run('DROP TRIGGER full');
  other.close();
});

describe('a data folder', () => {
  test('has one process: a second start fails with a message and touches nothing', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-locked-'));
    const first = await startServer({ dataDir });
    const stream = writeBelow(dataDir, 'metadata/streams/live/output-0.ts', 'live');
    const upload = writeBelow(dataDir, 'metadata/uploads/x/0', 'live');
    await expect(startServer({ dataDir })).rejects.toThrow(
      `The data folder ${dataDir} is used by another Earmark (process ${process.pid})`,
    );
    expect([fs.existsSync(stream), fs.existsSync(upload), (await first.anonymous.get('/ping')).status]).toEqual([
      true,
      true,
      200,
    ]);
    await first.stop();
    const again = await startServer({ dataDir });
    await again.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
});
