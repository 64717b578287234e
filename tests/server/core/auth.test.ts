import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Answer, type TestClient, type TestServer } from '../../support/embedded-server.ts';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';

/** `{ name: [value, attribute names...] }` of all cookies that an answer sets. */
function cookiesOf(answer: Answer): Record<string, { value: string; attributes: string[] }> {
  return Object.fromEntries(
    answer.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      return [
        pair.slice(0, at),
        {
          value: pair.slice(at + 1),
          attributes: attributes.map((entry) => entry.replace(/^Expires=.*/, 'Expires=<date>')),
        },
      ];
    }),
  );
}

const cookieHeader = (answer: Answer) => ({
  cookie: `refresh_token=${cookiesOf(answer)['refresh_token']?.value ?? ''}`,
});
const signIn = (server: TestServer, name: string, headers: Record<string, string> = {}) =>
  server.anonymous.send('POST', '/login', { username: name, password: `${name}pass` }, headers);

describe('the first account', () => {
  it('is created by /init once; a second call answers 500 as recorded', async () => {
    const server = await startServer();
    const newRoot = { username: 'root', password: 'rootpass' };
    const before = await signIn(server, 'root');
    const first = await server.anonymous.send('POST', '/init', { newRoot });
    const second = await server.anonymous.send('POST', '/init', { newRoot });
    const status = await server.anonymous.get('/status');
    const login = await signIn(server, 'root');
    expect([before.status, first.status, first.body, second.status, second.body]).toEqual([
      401,
      200,
      'OK',
      500,
      'Internal Server Error',
    ]);
    expect(status.body).toEqual(recording('auth/status').response.body);
    expectSameShape(login.body, recording('auth/login-root-first').response.body);
    await server.stop();
  });
});

describe('sign-in', () => {
  let server: TestServer;
  let user: TestClient;
  beforeAll(async () => {
    server = await startServer();
    user = await server.account('user');
  });
  afterAll(() => server.stop());

  it('answers in the recorded shape and keeps the refresh token in a cookie that scripts cannot read', async () => {
    const answer = await signIn(server, 'user');
    expectSameShape(answer.body, recording('auth/login-user').response.body);
    expect(cookiesOf(answer)).toEqual({
      refresh_token: {
        value: expect.stringMatching(/^eyJ/),
        attributes: ['Max-Age=604800', 'Path=/', 'Expires=<date>', 'HttpOnly', 'SameSite=Lax'],
      },
      'connect.sid': { value: expect.any(String), attributes: ['Path=/', 'HttpOnly'] },
    });
  });

  it('marks the cookie Secure behind an https proxy', async () => {
    const answer = await signIn(server, 'user', { 'x-forwarded-proto': 'https' });
    expect(cookiesOf(answer)['refresh_token']?.attributes).toContain('Secure');
  });

  it('puts the refresh token into the body on request', async () => {
    const answer = await signIn(server, 'user', { 'x-return-tokens': 'true' });
    expect(Object.keys(cookiesOf(answer))).toEqual(['connect.sid']);
    expect(answer.body).toMatchObject({
      user: { refreshToken: expect.stringMatching(/^eyJ/), accessToken: expect.stringMatching(/^eyJ/) },
    });
  });

  it('ignores the case of the name', async () => {
    const answer = await server.anonymous.send('POST', '/login', { username: 'USER', password: 'userpass' });
    expect(answer.status).toBe(200);
  });

  it('answers the same for a wrong password, an unknown and an inactive account', async () => {
    const sleeper = await server.account('sleeper');
    if (sleeper.user) server.ctx.store.users.update({ ...sleeper.user, isActive: false });
    const bodies = [
      { username: 'user', password: 'nope' },
      { username: 'ghost', password: 'x' },
      { username: 'sleeper', password: 'sleeperpass' },
    ];
    const answers = await Promise.all(bodies.map((body) => server.anonymous.send('POST', '/login', body)));
    expect(answers.map(({ status, type, body }) => [status, type, body])).toEqual(
      bodies.map(() => [401, null, 'Unauthorized']),
    );
  });

  it('refuses a body without name and password with 400', async () => {
    const answer = await server.anonymous.send('POST', '/login', {});
    expect([answer.status, answer.type, answer.body]).toEqual([400, null, 'Bad Request']);
  });

  it('accepts the token as Bearer or in the query, and a refresh token too', async () => {
    const { body } = await signIn(server, 'user', { 'x-return-tokens': 'true' });
    const { refreshToken } = (body as { user: { refreshToken: string } }).user;
    const answers = await Promise.all([
      user.get('/api/authorize'),
      user.send('POST', '/api/authorize'),
      server.anonymous.send('POST', `/api/authorize?token=${user.token}`),
      server.anonymous.send('POST', '/api/authorize', undefined, { authorization: `Bearer ${refreshToken}` }),
      server.anonymous.send('POST', '/api/authorize', undefined, { authorization: 'Bearer nonsense' }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 200, 200, 200, 401]);
    expectSameShape(answers[1]?.body, recording('auth/authorize-user').response.body);
  });
});

describe('refresh', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    await server.account('user');
  });
  afterAll(() => server.stop());
  const refresh = (headers: Record<string, string>) =>
    server.anonymous.send('POST', '/auth/refresh', undefined, headers);

  it('rotates: the new cookie works, the old one is refused at once', async () => {
    const login = await signIn(server, 'user');
    const first = await refresh(cookieHeader(login));
    const again = await refresh(cookieHeader(login));
    expectSameShape(first.body, recording('auth/refresh-cookie').response.body);
    expect(first.body).toMatchObject({ user: { refreshToken: null, accessToken: expect.stringMatching(/^eyJ/) } });
    expect([again.status, again.body]).toEqual([401, { error: 'Invalid refresh token' }]);
  });

  it('by header returns the new token in the body and sets the cookie as well', async () => {
    const login = await signIn(server, 'user', { 'x-return-tokens': 'true' });
    const { refreshToken } = (login.body as { user: { refreshToken: string } }).user;
    const answer = await refresh({ 'x-refresh-token': refreshToken });
    expect(answer.body).toMatchObject({ user: { refreshToken: cookiesOf(answer)['refresh_token']?.value } });
  });

  it('reports an invalid token in the recorded words', async () => {
    const user = await server.account('other');
    const login = await signIn(server, 'other');
    await server.anonymous.send('POST', '/logout', undefined, cookieHeader(login));
    const answers = await Promise.all([
      refresh({}),
      refresh({ cookie: 'refresh_token=garbage' }),
      refresh({ cookie: `refresh_token=${user.token}` }),
      refresh(cookieHeader(login)),
    ]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [401, { error: 'No refresh token provided' }],
      [401, { error: 'Invalid refresh token' }],
      [401, { error: 'Invalid token type' }],
      [401, { error: 'Invalid refresh token' }],
    ]);
  });

  it('reports an expired token as expired', async () => {
    const short = await startServer({ refreshTokenExpiry: -1 });
    await short.account('user');
    const login = await signIn(short, 'user');
    const answer = await short.anonymous.send('POST', '/auth/refresh', undefined, cookieHeader(login));
    expect([answer.status, answer.body]).toEqual([401, { error: 'Refresh token expired' }]);
    await short.stop();
  });

  it('is refused for an account that was made inactive', async () => {
    const gone = await server.account('gone');
    const login = await signIn(server, 'gone');
    if (gone.user) server.ctx.store.users.update({ ...gone.user, isActive: false });
    const answer = await refresh(cookieHeader(login));
    expect([answer.status, answer.body]).toEqual([401, { error: 'User not found or inactive' }]);
  });
});

describe('sign-out', () => {
  it('clears the cookies with or without one', async () => {
    const server = await startServer();
    const answer = await server.anonymous.send('POST', '/logout');
    expect(answer.body).toEqual({ redirect_url: null });
    expect(cookiesOf(answer)).toEqual({
      refresh_token: { value: '', attributes: ['Path=/', 'Expires=<date>'] },
      auth_method: { value: '', attributes: ['Path=/', 'Expires=<date>'] },
      'connect.sid': { value: expect.any(String), attributes: ['Path=/', 'HttpOnly'] },
    });
    await server.stop();
  });
});

describe('the rate limit', () => {
  it('refuses further attempts of any kind, valid ones too, with the time to wait', async () => {
    const server = await startServer({
      rateLimit: { max: 2, windowMs: 600_000, message: 'Too many authentication requests' },
    });
    await server.account('user');
    const answers = [
      await signIn(server, 'user'),
      await server.anonymous.send('POST', '/auth/refresh'),
      await signIn(server, 'user'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 401, 429]);
    expect(answers[2]?.body).toEqual({ error: 'Too many authentication requests' });
    const wait = Number(answers[2]?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(570);
    expect(wait).toBeLessThanOrEqual(600);
    await server.stop();
  });
});

describe('the rate limit behind a proxy on this machine', () => {
  it('counts the clients of the proxy separately', async () => {
    const server = await startServer({
      rateLimit: { max: 1, windowMs: 600_000, message: 'Too many authentication requests' },
    });
    const from = (address: string) =>
      server.anonymous.send('POST', '/auth/refresh', undefined, { 'x-forwarded-for': address });
    const answers = [
      await from('203.0.113.1'),
      await from('203.0.113.2'),
      await from('203.0.113.1'),
      await from('203.0.113.9, 203.0.113.1'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 429, 429]);
    await server.stop();
  });
});

describe('openid on a server without it', () => {
  it.each([
    'start-err-no-callback',
    'start-err-response-type',
    'start-err-state',
    'callback-err-no-session',
    'mobile-redirect-err',
  ])('answers %s as recorded', async (name) => {
    const server = await startServer();
    const { request, response } = recording(`auth/openid-${name}`);
    const query = new URLSearchParams(request.query as Record<string, string>);
    const answer = await server.anonymous.get(`${request.path}?${query.toString()}`);
    expect([answer.status, answer.body]).toEqual([response.status, response.body]);
    await server.stop();
  });
});
