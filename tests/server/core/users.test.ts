import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestClient, type TestServer } from '../../support/embedded-server.ts';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { openSocket } from '../../support/socket.ts';

describe('accounts', () => {
  let server: TestServer;
  let root: TestClient;
  let admin: TestClient;
  let user: TestClient;
  beforeAll(async () => {
    server = await startServer();
    root = await server.account('root', 'root');
    admin = await server.account('admin', 'admin');
    user = await server.account('user');
  });
  afterAll(() => server.stop());

  it.each(['create-guest', 'create-minimal-inactive', 'create-restricted', 'create-tag-limited'])(
    '%s: creates the account as recorded',
    async (name) => {
      const { request, response } = recording(`users/${name}`);
      const { body, status } = await root.send('POST', '/api/users', request.body);
      const { user: recorded } = response.body as { user: object };
      expect(status).toBe(200);
      expect(body).toEqual({
        user: { ...recorded, id: expect.any(String), token: expect.any(String), createdAt: expect.any(Number) },
      });
    },
  );

  it.each(['create-err-duplicate', 'create-err-missing-password', 'create-err-type'])(
    '%s: refuses as recorded',
    async (name) => {
      const { request, response } = recording(`users/${name}`);
      const answer = await root.send('POST', '/api/users', request.body);
      expect([answer.status, answer.body]).toEqual([response.status, response.body]);
    },
  );

  it('lists all in the recorded shape; an admin does not get the token of root', async () => {
    const [forRoot, forAdmin, latest] = await Promise.all([
      root.get('/api/users'),
      admin.get('/api/users'),
      root.get('/api/users?include=latestSession'),
    ]);
    expectSameShape(forRoot.body, recording('users/list').response.body);
    expectSameShape(latest.body, recording('users/list-latest-session').response.body);
    expect((forAdmin.body as { users: unknown[] }).users.slice(0, 2)).toMatchObject([
      { username: 'root', token: '' },
      { username: 'admin', token: expect.stringMatching(/^eyJ/) },
    ]);
  });

  it('is for admins: others get 403, even for themselves', async () => {
    const id = user.user?.id ?? '';
    const answers = await Promise.all([
      user.get('/api/users'),
      user.get(`/api/users/${id}`),
      user.send('PATCH', `/api/users/${id}`, {}),
      user.send('DELETE', `/api/users/${id}`),
      user.get('/api/users/online'),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 403]);
  });

  it('lets an account read its own listening history, not that of others', async () => {
    const [own, other] = await Promise.all([
      user.get(`/api/users/${user.user?.id}/listening-sessions`),
      user.get(`/api/users/${root.user?.id}/listening-sessions`),
    ]);
    expect([own.body, other.status]).toEqual([{ total: 0, numPages: 0, page: 0, itemsPerPage: 10, sessions: [] }, 403]);
  });

  it('a new name replaces the legacy token, ends all sign-ins and notifies the sockets of the admin', async () => {
    const client = await server.account('temp');
    const login = await server.anonymous.send(
      'POST',
      '/login',
      { username: 'temp', password: 'temppass' },
      { 'x-return-tokens': 'true' },
    );
    const { refreshToken } = (login.body as { user: { refreshToken: string } }).user;
    const socket = await openSocket(server.url, root);
    const answer = await root.send('PATCH', `/api/users/${client.user?.id}`, {
      username: 'temp2',
      permissions: { update: true },
      librariesAccessible: ['x'],
    });
    const refresh = await server.anonymous.send('POST', '/auth/refresh', undefined, {
      'x-refresh-token': refreshToken,
    });
    expectSameShape(answer.body, recording('users/update-username-rotates').response.body);
    const changed = server.ctx.store.users.byName('temp2');
    expect([changed?.permissions.update, changed?.librariesAccessible, changed?.token === client.user?.token]).toEqual([
      true,
      ['x'],
      false,
    ]);
    expect([refresh.status, refresh.body]).toEqual([401, { error: 'Invalid refresh token' }]);
    expect(await socket.next('user_updated')).toMatchObject({ id: client.user?.id, username: 'temp2' });
    socket.close();
  });

  it('gives an admin who changes their own name a new access token', async () => {
    const self = await server.account('selfish', 'admin');
    const answer = await self.send('PATCH', `/api/users/${self.user?.id}`, { username: 'selfless' });
    expect(answer.body).toMatchObject({
      success: true,
      user: { username: 'selfless', accessToken: expect.stringMatching(/^eyJ/) },
    });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^refresh_token=eyJ/);
  });

  it('signs in with the password that an admin set', async () => {
    const client = await server.account('forgetful');
    await root.send('PATCH', `/api/users/${client.user?.id}`, { password: 'remembered' });
    const login = await server.anonymous.send('POST', '/login', { username: 'forgetful', password: 'remembered' });
    expect(login.status).toBe(200);
  });

  it('refuses the changes of the recordings', async () => {
    const target = `/api/users/${user.user?.id}`;
    const answers = await Promise.all([
      root.send('PATCH', target, { token: 'x' }),
      root.send('PATCH', target, { username: 'root' }),
      root.send('PATCH', target, { type: 'king' }),
      admin.send('PATCH', `/api/users/${root.user?.id}`, { username: 'root2' }),
      root.send('DELETE', `/api/users/${root.user?.id}`),
      admin.send('DELETE', `/api/users/${root.user?.id}`),
      admin.send('DELETE', '/api/users/root'),
    ]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [400, 'Key "token" cannot be updated'],
      [400, 'Username already taken'],
      [400, 'Invalid account type'],
      [403, 'Forbidden'],
      [400, 'Bad Request'],
      [403, 'Forbidden'],
      [404, 'Not Found'],
    ]);
  });

  it('deletes an account and its token', async () => {
    const client = await server.account('leaver');
    const answer = await root.send('DELETE', `/api/users/${client.user?.id}`);
    expect([answer.body, (await client.get('/api/me')).status]).toEqual([{ success: true }, 401]);
  });

  it('changes the own password with the right old one; guests may not', async () => {
    const client = await server.account('changer');
    const guest = await server.account('visitor', 'guest');
    const answers = [
      await client.send('PATCH', '/api/me/password', { password: 'changerpass' }),
      await client.send('PATCH', '/api/me/password', { password: 'wrong', newPassword: 'x' }),
      await client.send('PATCH', '/api/me/password', { password: 'changerpass', newPassword: 'fresh' }),
      await guest.send('PATCH', '/api/me/password', { password: 'visitorpass', newPassword: 'x' }),
      await server.anonymous.send('POST', '/login', { username: 'changer', password: 'fresh' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 200, 403, 200]);
    expect(answers.slice(0, 2).map(({ body }) => body)).toEqual([
      'Missing or invalid password or new password',
      'Invalid password',
    ]);
  });
});

describe('API keys', () => {
  it('act as their user over HTTP while active, never on the socket', async () => {
    const server = await startServer();
    const root = await server.account('root', 'root');
    const user = await server.account('user');
    const made = await root.send('POST', '/api/api-keys', {
      name: 'Home automation',
      expiresIn: 3600,
      isActive: true,
      userId: user.user?.id,
    });
    expectSameShape(made.body, recording('api-keys/create-expiring').response.body);
    const { apiKey: key, id } = (made.body as { apiKey: { apiKey: string; id: string } }).apiKey;
    const use = () => server.anonymous.get('/api/me', { authorization: `Bearer ${key}` });
    const active = await use();
    const socket = await openSocket(server.url);
    socket.socket.emit('auth', key);
    const changed = await root.send('PATCH', `/api/api-keys/${id}`, { isActive: false });
    expect([active.status, (active.body as { username: string }).username, (await use()).status]).toEqual([
      200,
      'user',
      401,
    ]);
    expect(await socket.next('auth_failed')).toEqual({ message: 'Invalid token' });
    expectSameShape(changed.body, recording('api-keys/update').response.body);
    expectSameShape((await root.get('/api/api-keys')).body, recording('api-keys/list').response.body);
    const refused = [
      await user.get('/api/api-keys'),
      await root.send('POST', '/api/api-keys', { name: '' }),
      await root.send('POST', '/api/api-keys', { name: 'x', userId: 'nope' }),
      await root.send('DELETE', '/api/api-keys/nope'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 400, 400, 404]);
    expect((await root.send('DELETE', `/api/api-keys/${id}`)).body).toBe('OK');
    socket.close();
    await server.stop();
  });
});
