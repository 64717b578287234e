import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createNotificationService, fill } from '../../../server/notifications/notifications.service.ts';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
let gateway: http.Server;
let status = 200;
const received: unknown[] = [];
const times: number[] = [];

beforeAll(async () => {
  server = await startDemo();
  gateway = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push(JSON.parse(body));
      times.push(performance.now());
      response.statusCode = status;
      response.end();
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  gateway.close();
  await server.stop();
});

const call = (method: string, url: string, body?: unknown, as = 'root') => server.call(url, { method, body, as });
const address = () => `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/notify`;
const notification = {
  eventName: 'onTest',
  libraryId: null,
  urls: ['json://x'],
  titleTemplate: 'Test {{version}}',
  bodyTemplate: 'Body',
  type: 'info',
  enabled: true,
};

describe('notifications', () => {
  test('without a gateway are stored but cannot be tested', async () => {
    expectSameShape((await call('GET', '/api/notifications')).body, recording('notifications/get-empty').response.body);
    const made = (await call('POST', '/api/notifications', notification)).body;
    expectSameShape(made, recording('notifications/create').response.body);
    const tried = await call('GET', `/api/notifications/${at(made, 'notifications', 0, 'id')}/test`);
    expect([tried.status, tried.body]).toEqual([400, 'Apprise is not configured']);
  });

  test('go to the gateway with their templates filled', async () => {
    await call('PATCH', '/api/notifications', {
      appriseApiUrl: address(),
      maxFailedAttempts: 2,
      maxNotificationQueue: 20,
    });
    const id = String(at((await call('GET', '/api/notifications')).body, 'settings', 'notifications', 0, 'id'));
    expect((await call('GET', `/api/notifications/${id}/test`)).body).toBe('OK');
    expect(received).toEqual([
      { urls: ['json://x'], title: expect.stringMatching(/^Test ./), body: 'Body', type: 'info' },
    ]);
    expect(server.announcements.some(({ event }) => event === 'notifications_updated')).toBe(true);
  });

  test('that fail too often in a row are switched off', async () => {
    status = 500;
    const id = String(at((await call('GET', '/api/notifications')).body, 'settings', 'notifications', 0, 'id'));
    expect((await call('GET', `/api/notifications/${id}/test`)).status).toBe(500);
    expect((await call('GET', `/api/notifications/${id}/test`)).status).toBe(500);
    const [now] = listAt((await call('GET', '/api/notifications')).body, 'settings', 'notifications');
    expect([at(now, 'enabled'), at(now, 'lastAttemptFailed'), at(now, 'numConsecutiveFailedAttempts')]).toEqual([
      false,
      true,
      2,
    ]);
    status = 200;
  });

  test('are sent when their event fires', async () => {
    await call('POST', '/api/notifications', { ...notification, titleTemplate: 'Fired' });
    received.splice(0);
    expect((await call('GET', '/api/notifications/test')).body).toBe('OK');
    await vi.waitFor(() => expect(received.map((one) => at(one, 'title'))).toEqual(['Fired']));
  });

  test('that are invalid are ignored; changes and removal answer the whole settings', async () => {
    const before = listAt((await call('GET', '/api/notifications')).body, 'settings', 'notifications').length;
    expect(
      listAt((await call('POST', '/api/notifications', { eventName: '', urls: [] })).body, 'notifications'),
    ).toHaveLength(before);
    expect((await call('POST', '/api/notifications', {})).status).toBe(200);
    const id = String(at((await call('GET', '/api/notifications')).body, 'settings', 'notifications', 0, 'id'));
    const changed = (await call('PATCH', `/api/notifications/${id}`, { ...notification, type: 'warning' })).body;
    expect(
      at(
        listAt(changed, 'notifications').find((one) => at(one, 'id') === id),
        'type',
      ),
    ).toBe('warning');
    expect(listAt((await call('DELETE', `/api/notifications/${id}`)).body, 'notifications')).toHaveLength(before - 1);
    expect((await call('DELETE', '/api/notifications/nope')).status).toBe(404);
    expect((await call('GET', '/api/notifications', undefined, 'listener')).status).toBe(403);
  });
});

test('one second passes between two of them (CON-040)', async () => {
  for (const titleTemplate of ['One', 'Two'])
    await call('POST', '/api/notifications', { ...notification, titleTemplate });
  received.splice(0);
  times.splice(0);
  expect((await call('GET', '/api/notifications/test')).body).toBe('OK');
  await vi.waitFor(
    () => expect(received.map((one) => at(one, 'title'))).toEqual(expect.arrayContaining(['One', 'Two'])),
    {
      timeout: 10_000,
    },
  );
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(pauses.filter((pause) => pause < 950 || pause > 2000)).toEqual([]);
});

test('a template keeps its text and drops unknown names', () => {
  expect(fill('{{ a }} and {{b}}: {{c}}', { a: 'x', b: 2 })).toBe('x and 2: ');
});

test('closing drops queued notifications and does not touch the closed store', async () => {
  const closers: (() => void | Promise<void>)[] = [];
  const stored = {
    appriseApiUrl: 'http://127.0.0.1:1/notify',
    notifications: [1, 2].map((number) => ({ ...notification, id: String(number), numConsecutiveFailedAttempts: 0 })),
  };
  const readsAfterClose: string[] = [];
  let isOpen = true;
  const settings = {
    get: (name: string) => {
      if (!isOpen) readsAfterClose.push(name);
      return stored;
    },
    set: () => undefined,
  };
  const ctx = {
    store: { settings },
    events: { toEveryone: () => undefined },
    log: { error: () => undefined },
    onClose: (work: () => void) => void closers.push(work),
  };
  const service = createNotificationService(ctx as unknown as Parameters<typeof createNotificationService>[0]);
  service.fire('onTest', {});
  for (const close of closers) await close();
  isOpen = false;
  await new Promise((resolve) => setImmediate(resolve));
  expect(readsAfterClose).toEqual([]);
});
