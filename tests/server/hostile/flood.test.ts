import net from 'node:net';
import { expect, test } from 'vitest';
import { startServer } from '../../support/embedded-server.ts';
import { openSocket } from '../../support/socket.ts';

const COUNT = 10_000;
const CONNECTIONS = 20;

/** Sends sign-ins one after the other without waiting; returns the status codes. */
function flood(url: string, first: number, count: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let received = '';
    const statuses = () => received.match(/HTTP\/1\.1 \d+/g) ?? [];
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => {
      for (let number = first; number < first + count; number += 1) {
        const body = JSON.stringify({ username: 'root', password: `guess ${number}` });
        socket.write(
          `POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
      }
    });
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      if (statuses().length < count) return;
      socket.destroy();
      resolve(statuses().map((line) => line.slice(-3)));
    });
    socket.on('error', reject);
  });
}

test('of ten thousand sign-ins 40 are checked, the others refused at once, while other requests run', async () => {
  const server = await startServer({
    rateLimit: { max: 40, windowMs: 600_000, message: 'Too many authentication requests' },
  });
  await server.account('root', 'root');
  const before = process.memoryUsage().heapUsed;
  const waits: number[] = [];
  const flooding = { isDone: false };
  const watch = async (): Promise<void> => {
    while (!flooding.isDone) {
      const start = performance.now();
      expect((await server.anonymous.get('/ping')).status).toBe(200);
      waits.push(performance.now() - start);
    }
  };
  const watching = watch();
  const each = COUNT / CONNECTIONS;
  const statuses = (
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => flood(server.url, index * each, each)))
  ).flat();
  flooding.isDone = true;
  await watching;
  const countOf = (status: string) => statuses.filter((code) => code === status).length;
  expect([statuses.length, countOf('401'), countOf('429')]).toEqual([COUNT, 40, COUNT - 40]);
  expect(waits.length).toBeGreaterThan(10);
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(500);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * 1024 * 1024);
  await server.stop();
}, 60_000);

test('a socket that sends too much or garbage is dropped or ignored, and others go on', async () => {
  const server = await startServer();
  const client = await server.account('listener');
  const good = await openSocket(server.url, client);
  const bad = await openSocket(server.url);
  for (const payload of [null, 5, {}, [], '', 'x'.repeat(10_000), { __proto__: { isAdmin: true } }])
    bad.socket.emit('auth', payload);
  bad.socket.emit('set_log_listener', 'nonsense');
  bad.socket.emit('cancel_scan', { $ne: 1 });
  bad.socket.emit('message_all_users', { message: 'from nobody' });
  bad.socket.emit('auth', 'x'.repeat(20_000_000));
  await new Promise((resolve) => bad.socket.once('disconnect', resolve));
  good.socket.emit('ping');
  await good.next('pong');
  expect(good.names()).not.toContain('admin_message');
  good.close();
  await server.stop();
});
