import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestClient, type TestServer } from '../../support/embedded-server.ts';

let server: TestServer;
let root: TestClient;
beforeAll(async () => {
  server = await startServer();
  root = await server.account('root', 'root');
});
afterAll(() => server.stop());

/** Writes bytes to the port and returns the status line of the answer. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.once('data', (data: string) => {
      resolve(data.split('\r\n', 1)[0] ?? '');
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

describe('hostile input', () => {
  it('refuses a body that announces 10 GB before it arrives', async () => {
    const head = `POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${10 * 1024 ** 3}\r\n\r\n{`;
    expect(await raw(head)).toBe('HTTP/1.1 413 Payload Too Large');
  });

  it('refuses a body of an unknown type that announces 10 GB', async () => {
    const head = `POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-type: video/mp4\r\ncontent-length: ${10 * 1024 ** 3}\r\n\r\n{`;
    expect(await raw(head)).toBe('HTTP/1.1 413 Payload Too Large');
  });

  it.each(['/login', '/init', '/logout', '/auth/refresh'])(
    'accepts at most 16 kB at %s, before sign-in',
    async (target) => {
      expect(
        (await server.anonymous.send('POST', target, { username: 'x'.repeat(17_000), password: 'x' })).status,
      ).toBe(413);
    },
  );

  it('logs little of an attempted name, on one line', async () => {
    const line = server.ctx.log.today().length;
    const username = `a\nb${'x'.repeat(4000)}`;
    expect((await server.anonymous.send('POST', '/login', { username, password: 'x' })).status).toBe(401);
    const [entry] = server.ctx.log.today().slice(line);
    expect([
      entry?.message.startsWith('Failed sign-in for user name "a bxxx'),
      (entry?.message.length ?? 0) < 200,
    ]).toEqual([true, true]);
  });

  it('refuses invalid HTTP headers', async () => {
    expect(await raw('GET / HTTP/9.9\r\nhost: localhost\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cetc%5cpasswd',
    '/public/session/..%2f..%2fetc/track/1',
    '/assets/%00',
  ])('answers %s with 404', async (target) => {
    expect(await raw(`GET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`)).toBe('HTTP/1.1 404 Not Found');
  });

  it.each(['__proto__', 'constructor'])('refuses a body that reaches for %s', async (key) => {
    const answer = await root.send(
      'PATCH',
      '/api/settings',
      JSON.parse(`{"${key}": {"prototype": {"dateFormat": "x"}}}`),
    );
    expect([200, 400]).toContain(answer.status);
    expect((await root.send('PATCH', '/api/settings', {})).body).toMatchObject({
      serverSettings: { dateFormat: 'MM/dd/yyyy' },
    });
  });

  it('treats SQL in a name as text', async () => {
    const username = "x'; DROP TABLE users; --";
    const login = await server.anonymous.send('POST', '/login', { username, password: "' OR 1=1" });
    const made = await root.send('POST', '/api/users', { username, password: 'p', isActive: true });
    expect([login.status, made.status, server.ctx.store.users.byName(username)?.username]).toEqual([
      401,
      200,
      username,
    ]);
    expect((await root.get("/api/sessions?sort=updatedAt;DROP TABLE users&user=' OR 1=1")).body).toMatchObject({
      total: 0,
    });
  });

  it.each([
    ['the algorithm none', 'eyJhbGciOiJub25lIn0.eyJ1c2VySWQiOiJ4IiwidHlwZSI6ImFjY2VzcyJ9.'],
    [
      'another secret',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1c2VySWQiOiJ4IiwidHlwZSI6ImFjY2VzcyIsImV4cCI6OTk5OTk5OTk5OX0.c2lnbmF0dXJl',
    ],
  ])('refuses a token forged with %s', async (_how, token) => {
    const answer = await server.anonymous.get('/api/me', { authorization: `Bearer ${token}` });
    expect([answer.status, answer.body]).toEqual([401, 'Unauthorized']);
  });

  it('refuses an expired token', async () => {
    const short = await startServer({ accessTokenExpiry: -1 });
    const client = await short.account('late');
    expect((await client.get('/api/me')).status).toBe(401);
    await short.stop();
  });

  it('keeps answering while many sign-ins are checked', async () => {
    let checked = 0;
    const guess = async (index: number): Promise<number> => {
      const { status } = await server.anonymous.send('POST', '/login', {
        username: 'root',
        password: `guess ${index}`,
      });
      checked += 1;
      return status;
    };
    const sent = Array.from({ length: 16 }, (_, index) => guess(index));
    const pings = [await server.anonymous.get('/ping'), await server.anonymous.get('/ping')];
    expect([pings.map(({ status }) => status), checked < 16]).toEqual([[200, 200], true]);
    expect(new Set(await Promise.all(sent))).toEqual(new Set([401]));
  });

  it('gives an account nothing of another by its cookie', async () => {
    await server.account('alice');
    const mallory = await server.account('mallory');
    const login = await server.anonymous.send('POST', '/login', { username: 'alice', password: 'alicepass' });
    const cookie = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const withCookieOnly = await server.anonymous.get('/api/me', { cookie });
    const withBoth = await mallory.get('/api/me', { cookie });
    expect([withCookieOnly.status, (withBoth.body as { username: string }).username]).toEqual([401, 'mallory']);
  });
});

describe('large answers', () => {
  it('are packed and marked for clients that accept it', async () => {
    const plain = await root.get('/api/me', { 'accept-encoding': 'identity' });
    const big = await root.send('POST', '/api/authorize', undefined, { 'accept-encoding': 'gzip' });
    const brotli = await root.send('POST', '/api/authorize', undefined, { 'accept-encoding': 'gzip, br' });
    expect([
      plain.headers.get('content-encoding'),
      big.headers.get('content-encoding'),
      brotli.headers.get('content-encoding'),
    ]).toEqual([null, 'gzip', 'br']);
    expect(brotli.body).toEqual(big.body);
    expect(big.headers.get('vary')).toBe('accept-encoding');
  });
});
