import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFlows } from '../../../server/auth/openid/flows.ts';
import { startServer, type TestClient, type TestServer } from '../../support/embedded-server.ts';
import { startOpenIdProvider, type OpenIdProvider } from '../../support/openid-provider.ts';
import { createVisitor, type Step } from '../../support/openid-visitor.ts';
import { startWeb } from '../../support/web.ts';

const PEOPLE = {
  alice: { preferred_username: 'alice', email: 'alice@example.com', email_verified: true },
  bob: { preferred_username: 'bobby', email: 'bob@example.com', email_verified: false },
  carol: { preferred_username: 'carol', groups: ['Readers', 'GUEST', 'User'] },
  dave: { preferred_username: 'dave', groups: ['Readers'] },
  erin: { preferred_username: 'erin', groups: 'admin', rights: 'nonsense' },
  fay: { preferred_username: 'fay', groups: ['user'], rights: { canDownload: true, allowedTags: ['Crime'] } },
  gil: { preferred_username: 'gil', groups: ['user'], rights: { canFly: true } },
};

const OFF = {
  authOpenIDMatchExistingBy: null,
  authOpenIDAutoRegister: false,
  authOpenIDGroupClaim: '',
  authOpenIDAdvancedPermsClaim: '',
  authOpenIDSubfolderForRedirectURLs: '',
};

let server: TestServer;
let root: TestClient;
let provider: OpenIdProvider;
beforeAll(async () => {
  server = await startServer();
  root = await server.account('root', 'root');
  provider = await startOpenIdProvider(server.url, PEOPLE);
});
afterAll(async () => {
  await provider.stop();
  await server.stop();
});
const set = (change: Record<string, unknown>) => root.send('PATCH', '/api/auth-settings', change);
beforeEach(async () => {
  for (const user of server.ctx.store.users.all()) if (user.type !== 'root') server.ctx.store.users.remove(user.id);
  server.ctx.store.users.change(root.user?.id ?? '', (user) => ({ ...user, authOpenIDSub: null, isActive: true }));
  await set({ ...provider.settings, ...OFF });
});

/** The reason shown on the sign-in page; null when it was not shown. */
const refusalIn = ({ location }: Step) => new URL(location ?? '').searchParams.get('error');
const named = (username: string) => server.ctx.store.users.byName(username);

describe('sign-in by OpenID (AUT-006)', () => {
  it('registers a person, returns valid tokens, and finds the same account next time', async () => {
    await set({ authOpenIDAutoRegister: true });
    const visitor = createVisitor();
    const back = await visitor.signIn(server.url, 'alice');
    const address = new URL(back.location ?? '');
    expect([back.status, address.origin, address.pathname, [...address.searchParams.keys()]]).toEqual([
      302,
      server.url,
      '/login',
      ['setToken', 'accessToken'],
    ]);
    const me = await server.anonymous.send('POST', '/api/authorize', undefined, {
      authorization: `Bearer ${address.searchParams.get('accessToken')}`,
    });
    expect(me.body).toMatchObject({
      user: { username: 'alice', email: 'alice@example.com', type: 'user', isActive: true, hasOpenIDLink: true },
    });
    const refreshed = await visitor.visit(`${server.url}/auth/refresh`, { method: 'POST' });
    expect([refreshed.status, (JSON.parse(refreshed.body) as { user: { username: string } }).user.username]).toEqual([
      200,
      'alice',
    ]);
    await set({ authOpenIDAutoRegister: false });
    expect(refusalIn(await createVisitor().signIn(server.url, 'alice'))).toBeNull();
    expect(server.ctx.store.users.all()).toHaveLength(2);
  });

  it('keeps the session in cookies that scripts cannot read', async () => {
    await set({ authOpenIDAutoRegister: true });
    const { cookies } = await createVisitor().signIn(server.url, 'alice');
    const kept = cookies.filter((line) => !line.includes('=;'));
    expect(
      kept.map((line) => [line.split('=')[0], line.includes('HttpOnly'), /SameSite=(\w+)/.exec(line)?.[1]]),
    ).toEqual([
      ['openid_id_token', true, 'Strict'],
      ['refresh_token', true, 'Lax'],
    ]);
  });

  it('registers no one where that is off, and the sign-in page says so', async () => {
    const back = await createVisitor().signIn(server.url, 'alice');
    expect([back.status, back.location]).toEqual([302, `${server.url}/login?error=notRegistered&autoLaunch=0`]);
    expect(named('alice')).toBeUndefined();
  });

  it('links an existing account by email address or by name', async () => {
    await server.account('a');
    const { id = '' } = named('a') ?? {};
    server.ctx.store.users.change(id, (user) => ({ ...user, email: 'ALICE@example.com' }));
    await set({ authOpenIDMatchExistingBy: 'email' });
    expect(refusalIn(await createVisitor().signIn(server.url, 'alice'))).toBeNull();
    expect(named('a')).toMatchObject({ authOpenIDSub: 'alice', username: 'a' });
    await server.account('Bobby');
    await set({ authOpenIDMatchExistingBy: 'username' });
    expect(refusalIn(await createVisitor().signIn(server.url, 'bob'))).toBeNull();
    expect(named('bobby')).toMatchObject({ authOpenIDSub: 'bob' });
  });

  it('does not link by an unverified address', async () => {
    await server.account('bobby');
    server.ctx.store.users.change(named('bobby')?.id ?? '', (user) => ({ ...user, email: 'bob@example.com' }));
    await set({ authOpenIDMatchExistingBy: 'email', authOpenIDAutoRegister: true });
    expect(refusalIn(await createVisitor().signIn(server.url, 'bob'))).toBe('emailUnverified');
    expect(named('bobby')).toMatchObject({ authOpenIDSub: null });
  });

  it('refuses a disabled account with its reason and links nothing', async () => {
    await server.account('alice');
    server.ctx.store.users.change(named('alice')?.id ?? '', (user) => ({ ...user, isActive: false }));
    await set({ authOpenIDMatchExistingBy: 'username' });
    expect(refusalIn(await createVisitor().signIn(server.url, 'alice'))).toBe('inactive');
    expect(named('alice')).toMatchObject({ authOpenIDSub: null });
  });
});

describe('groups and permissions', () => {
  it('set the type: ignoring case, the highest one wins (AUT-022, AUT-023, ROL-006)', async () => {
    await set({ authOpenIDAutoRegister: true, authOpenIDGroupClaim: 'groups' });
    await createVisitor().signIn(server.url, 'carol');
    await createVisitor().signIn(server.url, 'erin');
    expect([named('carol')?.type, named('erin')?.type, named('erin')?.permissions.upload]).toEqual([
      'user',
      'admin',
      true,
    ]);
  });

  it('refuse a person in none of them (AUT-024, ROL-006)', async () => {
    await set({ authOpenIDAutoRegister: true, authOpenIDGroupClaim: 'groups' });
    expect(refusalIn(await createVisitor().signIn(server.url, 'dave'))).toBe('noGroup');
    expect(refusalIn(await createVisitor().signIn(server.url, 'alice'))).toBe('noGroup');
    expect(named('dave')).toBeUndefined();
  });

  it('are requested by scopes of the same names', async () => {
    await set({ authOpenIDGroupClaim: 'groups', authOpenIDAdvancedPermsClaim: 'my rights' });
    const { location } = await createVisitor().visit(`${server.url}/auth/openid?callback=${server.url}/login`);
    expect(new URL(location ?? '').searchParams.get('scope')).toBe('openid profile email groups');
  });

  it('of a refused person are in the log', async () => {
    await set({ authOpenIDAutoRegister: true, authOpenIDGroupClaim: 'groups' });
    await createVisitor().signIn(server.url, 'dave');
    const { body } = await root.get('/api/logger-data');
    expect(JSON.stringify(body)).toContain('noGroup (person: \\"dave\\", groups: [\\"Readers\\"])');
  });

  it('set permissions, but not for administrators (AUT-025, ROL-007)', async () => {
    await set({
      authOpenIDAutoRegister: true,
      authOpenIDGroupClaim: 'groups',
      authOpenIDAdvancedPermsClaim: 'rights',
    });
    await createVisitor().signIn(server.url, 'fay');
    await createVisitor().signIn(server.url, 'erin');
    expect(named('fay')).toMatchObject({
      permissions: { download: true, update: false, accessAllLibraries: false, accessAllTags: false },
      librariesAccessible: [],
      itemTagsSelected: ['Crime'],
    });
    expect(named('erin')).toMatchObject({ permissions: { update: true, accessAllLibraries: true } });
    expect(refusalIn(await createVisitor().signIn(server.url, 'gil'))).toBe('badPermissions');
    expect(refusalIn(await createVisitor().signIn(server.url, 'carol'))).toBe('badPermissions');
  });

  it('never demote root', async () => {
    server.ctx.store.users.change(root.user?.id ?? '', (user) => ({ ...user, authOpenIDSub: 'carol' }));
    await set({ authOpenIDGroupClaim: 'groups' });
    expect(refusalIn(await createVisitor().signIn(server.url, 'carol'))).toBe('rootNeedsAdmin');
    server.ctx.store.users.change(root.user?.id ?? '', (user) => ({ ...user, authOpenIDSub: 'erin' }));
    expect(refusalIn(await createVisitor().signIn(server.url, 'erin'))).toBeNull();
    expect(named('root')?.type).toBe('root');
  });
});

describe('the sign-in page shows the reason of a failure', () => {
  it('when the person declines at the provider', async () => {
    expect(refusalIn(await createVisitor().signIn(server.url, 'refuse'))).toBe('denied');
  });

  it('when sign-in by OpenID is off', async () => {
    await set({ authActiveAuthMethods: ['local'] });
    expect(refusalIn(await createVisitor().signIn(server.url, 'alice'))).toBe('notConfigured');
  });

  it('when the secret is wrong', async () => {
    await set({ authOpenIDClientSecret: 'another', authOpenIDAutoRegister: true });
    expect(refusalIn(await createVisitor().signIn(server.url, 'alice'))).toBe('misconfigured');
  });

  it('when the provider has another name', async () => {
    await set({ authOpenIDIssuerURL: 'http://127.0.0.1:1', authOpenIDAutoRegister: true });
    expect(refusalIn(await createVisitor().signIn(server.url, 'alice'))).toBe('misconfigured');
  });

  it('when the provider is down, before and after the person was there', async () => {
    const other = await startOpenIdProvider(server.url, PEOPLE);
    await set({ ...other.settings });
    const visitor = createVisitor();
    const start = await visitor.visit(`${server.url}/auth/openid?callback=%2Flogin`);
    const back = await visitor.throughProvider(start, 'alice');
    await other.stop();
    expect(refusalIn(await visitor.visit(back))).toBe('unreachable');
    expect(refusalIn(await visitor.signIn(server.url, 'alice'))).toBe('unreachable');
  });

  it('when the return has no sign-in, comes twice, or in another browser', async () => {
    await set({ authOpenIDAutoRegister: true });
    const visitor = createVisitor();
    const start = await visitor.visit(`${server.url}/auth/openid?callback=%2Flogin`);
    const back = await visitor.throughProvider(start, 'alice');
    expect(refusalIn(await createVisitor().visit(back))).toBe('mismatch');
    expect(refusalIn(await visitor.visit(back))).toBeNull();
    expect(refusalIn(await visitor.visit(back))).toBe('expired');
    expect(refusalIn(await visitor.visit(`${server.url}/auth/openid/callback?code=x&state=y`))).toBe('expired');
  });

  it('after too many attempts, never as an answer for programs', async () => {
    const limited = await startServer({ rateLimit: { max: 1, windowMs: 60_000, message: 'Too many' } });
    const visitor = createVisitor();
    await visitor.visit(`${limited.url}/auth/openid?callback=%2Flogin`);
    const second = await visitor.visit(`${limited.url}/auth/openid?callback=%2Flogin`);
    expect(refusalIn(second)).toBe('rateLimited');
    const program = await limited.anonymous.get('/auth/openid?callback=%2Flogin');
    expect([program.status, program.body]).toEqual([429, { error: 'Too many' }]);
    await limited.stop();
  });

  it('and tokens go to pages of this server only', async () => {
    for (const callback of [
      'http://elsewhere.test/login',
      '//elsewhere.test',
      'javascript:alert(1)',
      'http://127.0.0.1:1',
    ])
      expect(
        refusalIn(await createVisitor().visit(`${server.url}/auth/openid?callback=${encodeURIComponent(callback)}`)),
      ).toBe('failed');
  });
});

describe('addresses', () => {
  it('start with a subfolder where one is set', async () => {
    await set({ authOpenIDSubfolderForRedirectURLs: '/audiobooks' });
    const start = await createVisitor().visit(`${server.url}/auth/openid?callback=%2Faudiobooks%2Flogin`);
    expect(new URL(start.location ?? '').searchParams.get('redirect_uri')).toBe(
      `${server.url}/audiobooks/auth/openid/callback`,
    );
    const lost = await createVisitor().visit(`${server.url}/auth/openid/callback?state=x`);
    expect(lost.location).toBe(`${server.url}/audiobooks/login?error=expired&autoLaunch=0`);
  });

  it('use https behind a proxy that has it, and so do the cookies', async () => {
    const start = await createVisitor().visit(`${server.url}/auth/openid?callback=%2Flogin`, {
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(new URL(start.location ?? '').searchParams.get('redirect_uri')).toMatch(/^https:/);
  });
});

it('sign-out ends the session at the provider, too', async () => {
  await set({ authOpenIDAutoRegister: true });
  const visitor = createVisitor();
  await visitor.signIn(server.url, 'alice');
  const idToken = visitor.cookie(server.url, 'openid_id_token');
  const answer = await visitor.visit(`${server.url}/logout`, { method: 'POST' });
  const { redirect_url } = JSON.parse(answer.body) as { redirect_url: string };
  const url = new URL(redirect_url);
  expect([url.origin + url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
    `${provider.issuer}/session/end`,
    { post_logout_redirect_uri: `${server.url}/login`, client_id: 'earmark', id_token_hint: idToken },
  ]);
  expect((await visitor.visit(redirect_url)).status).toBe(200);
  const again = await visitor.visit(`${server.url}/logout`, { method: 'POST' });
  expect(JSON.parse(again.body)).toEqual({ redirect_url: null });
});

describe('an app', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const start = (uri: string) =>
    `${server.url}/auth/openid?response_type=code&redirect_uri=${encodeURIComponent(uri)}&code_challenge=${challenge}&code_challenge_method=S256&state=of-the-app`;

  it('gets the code at its own address, and its tokens as an answer', async () => {
    await set({ authOpenIDAutoRegister: true });
    const [app, browser] = [createVisitor('*/*'), createVisitor()];
    const begun = await app.visit(start('audiobookshelf://oauth'));
    const handed = await browser.visit(await browser.throughProvider(begun, 'alice'));
    const { searchParams, protocol } = new URL(handed.location ?? '');
    expect([protocol, [...searchParams.keys()], searchParams.get('state')]).toEqual([
      'audiobookshelf:',
      ['code', 'state'],
      'of-the-app',
    ]);
    const answer = await app.visit(
      `${server.url}/auth/openid/callback?${searchParams.toString()}&code_verifier=${verifier}`,
    );
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      200,
      { user: { username: 'alice', accessToken: expect.any(String), refreshToken: expect.any(String) } },
    ]);
  });

  it.each([
    ['a verifier of another sign-in', 'code', 'x'.repeat(43), 400, 'The code has expired or is of another sign-in'],
    ['a code that the provider never gave', 'made-up', verifier, 400, 'The code has expired or is of another sign-in'],
  ])('that sends %s gets a plain error', async (_name, code, withVerifier, status, text) => {
    await set({ authOpenIDAutoRegister: true });
    const [app, browser] = [createVisitor('*/*'), createVisitor()];
    const begun = await app.visit(start('audiobookshelf://oauth'));
    const handed = await browser.visit(await browser.throughProvider(begun, 'alice'));
    const { searchParams } = new URL(handed.location ?? '');
    if (code !== 'code') searchParams.set('code', code);
    const answer = await app.visit(
      `${server.url}/auth/openid/callback?${searchParams.toString()}&code_verifier=${withVerifier}`,
    );
    expect([answer.status, answer.body]).toEqual([status, text]);
  });

  it('gets a plain error when the provider is down, answers 502, or does not match (AUT-006)', async () => {
    await set({ authOpenIDAutoRegister: true });
    const other = await startOpenIdProvider(server.url, PEOPLE);
    const proxy = await startWeb();
    proxy.handle('/token', (_request, response) => void response.writeHead(502).end('Bad Gateway'));
    const exchange = async (change: () => unknown) => {
      await set({ ...other.settings });
      const [app, browser] = [createVisitor('*/*'), createVisitor()];
      const begun = await app.visit(start('audiobookshelf://oauth'));
      const handed = await browser.visit(await browser.throughProvider(begun, 'alice'));
      const { searchParams } = new URL(handed.location ?? '');
      await change();
      const { status, body, location } = await app.visit(
        `${server.url}/auth/openid/callback?${searchParams.toString()}&code_verifier=${verifier}`,
      );
      return [status, body, location];
    };
    const gone = [502, 'The identity provider did not answer', null];
    expect(await exchange(() => set({ authOpenIDTokenURL: `${proxy.url}/token` }))).toEqual(gone);
    expect(await exchange(() => set({ authOpenIDClientSecret: 'another' }))).toEqual([
      502,
      'The identity provider and this server do not agree',
      null,
    ]);
    expect(await exchange(() => other.stop())).toEqual(gone);
    expect(named('alice')).toBeUndefined();
    await proxy.stop();
  });

  it('with an address that is not allowed is refused', async () => {
    const answer = await createVisitor('*/*').visit(start('other://oauth'));
    expect([answer.status, answer.body]).toEqual([400, 'Invalid redirect_uri']);
    await set({ authOpenIDMobileRedirectURIs: ['*'] });
    expect((await createVisitor('*/*').visit(start('other://oauth'))).status).toBe(302);
  });
});

it('a sign-in expires after ten minutes at the provider', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const flow = {
    browser: 'here',
    callback: '/login',
    redirectUri: '/auth/openid/callback',
    appUri: null,
    verifier: null,
    nonce: null,
  };
  const flows = createFlows();
  for (const state of ['soon', 'late']) flows.begin(state, flow);
  vi.advanceTimersByTime(10 * 60_000);
  expect(flows.take('soon', 'here')).toMatchObject(flow);
  vi.advanceTimersByTime(1);
  expect(flows.take('late', 'here')).toBe('expired');
  vi.useRealTimers();
});
