import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  AUTHENTICATION_GROUPS,
  authenticationChange,
  authenticationValuesOf,
  callbacksAt,
  groupsAt,
  issuerOf,
  redirectProblem,
  subfoldersAt,
} from '../../../../src/machines/admin/authentication/authentication-form.logic.ts';
import { authenticationMachine } from '../../../../src/machines/admin/authentication/authentication.machine.ts';
import { createRedactor } from '../../../../src/machines/inspector/redact.logic.ts';
import { selectDataState } from '../../../../src/machines/kit/kit.selectors.ts';
import { problemsOf, tidied } from '../../../../src/machines/kit/settings-form.logic.ts';
import { authSettings } from '../../../../src/schemas/api/server-admin.ts';
import { requestBodies } from '../../../../src/schemas/requests/index.ts';
import { z } from '../../../../src/schemas/zod.ts';
import {
  discoverOpenId,
  getAuthSettings,
  updateAuthSettings,
} from '../../../../src/services/endpoints/server-admin.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const body = recording('auth-settings/get-openid').response.body as object;
const stored = authenticationValuesOf(z.parse(authSettings, body), 'http://here.test/');
const rows = AUTHENTICATION_GROUPS.flatMap((group) => group.rows);

async function open() {
  const host = createHost(authenticationMachine, {
    input: { route: { name: 'configAuthentication' }, entryKey: 'k', memory: null },
    named: { modals: null },
  });
  host.ports.api.answer(getAuthSettings, body);
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  const { form } = host.subject.getSnapshot().context;
  if (!form) throw new Error('no form');
  return { ...host, form };
}

test('ways to sign in and claims are saved as the server keeps them (CFG-011, CFG-012)', async () => {
  const { form, ports } = await open();
  ports.api.answer(updateAuthSettings, recording('auth-settings/update-match-existing').response.body);
  form.send({ type: 'form.change', field: 'local', value: false });
  form.send({ type: 'form.change', field: 'authOpenIDGroupClaim', value: 'groups' });
  form.send({ type: 'form.change', field: 'authOpenIDLogoutURL', value: '' });
  form.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(ports.api.inputsOf(updateAuthSettings)).toHaveLength(1));
  expect(ports.api.inputsOf(updateAuthSettings)).toEqual([
    {
      authActiveAuthMethods: ['openid'],
      authOpenIDGroupClaim: 'groups',
      authOpenIDLogoutURL: null,
      authOpenIDSubfolderForRedirectURLs: '',
    },
  ]);
});

test('is reloaded every 15 s while in view, and on return to it; typed values stay (GEN-016)', async () => {
  const { form, ports } = await open();
  const reads = () => ports.api.inputsOf(getAuthSettings).length;
  const named = (name: string) => ports.api.answer(getAuthSettings, { ...body, authOpenIDButtonText: name });
  form.send({ type: 'form.change', field: 'authOpenIDGroupClaim', value: 'mine' });
  const expectNamed = (name: string) =>
    vi.waitFor(() =>
      expect(form.getSnapshot().context.values).toMatchObject({
        authOpenIDButtonText: name,
        authOpenIDGroupClaim: 'mine',
      }),
    );
  named('First');
  ports.clock.advance(15_000);
  await expectNamed('First');
  ports.page.setVisible(false);
  const before = reads();
  ports.clock.advance(600_000);
  expect(reads()).toBe(before);
  named('Second');
  ports.page.setVisible(true);
  await expectNamed('Second');
  expect(reads()).toBeGreaterThan(before);
});

test("the provider's configuration is filled in, not saved (CFG-011)", async () => {
  const { subject, form, ports } = await open();
  const config = recording('auth/openid-config').response.body as Record<string, string>;
  ports.api.answer(discoverOpenId, config);
  form.send({
    type: 'form.change',
    field: 'authOpenIDIssuerURL',
    value: 'http://id.example/.well-known/openid-configuration',
  });
  subject.send({ type: 'authentication.fill' });
  await vi.waitFor(() =>
    expect(subject.getSnapshot().context.discovery).toEqual({ kind: 'found', algorithms: ['RS256'], missing: [] }),
  );
  expect(ports.api.inputsOf(discoverOpenId)).toEqual([{ issuer: 'http://id.example' }]);
  expect(form.getSnapshot().context.values).toMatchObject({
    authOpenIDIssuerURL: config['issuer'],
    authOpenIDTokenURL: config['token_endpoint'],
    authOpenIDJwksURL: config['jwks_uri'],
  });
  expect(ports.api.inputsOf(updateAuthSettings)).toEqual([]);
});

test('a provider with less data leaves its fields to the user, and they are named', async () => {
  const { subject, form, ports } = await open();
  const config = recording('auth/openid-config').response.body as Record<string, unknown>;
  ports.api.answer(discoverOpenId, {
    ...config,
    userinfo_endpoint: undefined,
    id_token_signing_alg_values_supported: ['ES256', 'EdDSA'],
  });
  subject.send({ type: 'authentication.fill' });
  await vi.waitFor(() =>
    expect(subject.getSnapshot().context.discovery).toEqual({
      kind: 'found',
      algorithms: ['ES256', 'EdDSA'],
      missing: ['authOpenIDUserInfoURL'],
    }),
  );
  expect(form.getSnapshot().context.values).toMatchObject({
    authOpenIDUserInfoURL: stored.authOpenIDUserInfoURL,
    authOpenIDTokenSigningAlgorithm: 'ES256',
  });
});

test.each([
  ['', [], ['http://here.test/auth/openid/callback', 'http://here.test/auth/openid/mobile-redirect']],
  [
    '/books',
    ['', '/books'],
    ['http://here.test/books/auth/openid/callback', 'http://here.test/books/auth/openid/mobile-redirect'],
  ],
])(
  'at the base path %j the callbacks are absolute, and the subfolder is requested (areas 14)',
  (path, choices, urls) => {
    const values = { ...stored, authOpenIDSubfolderForRedirectURLs: path };
    expect(callbacksAt('http://here.test', values).map(({ url }) => url)).toEqual(urls);
    const asks = groupsAt(path, values).some(({ rows: shown }) =>
      shown.some(({ key }) => key === 'authOpenIDSubfolderForRedirectURLs'),
    );
    expect(asks ? subfoldersAt(path, values) : []).toEqual(choices);
  },
);

test.each([
  ['http://here.test/', ''],
  ['http://here.test/books/', '/books'],
])('a server without a stored subfolder gets that of %s with every save', (baseUrl, subfolder) => {
  const { authOpenIDSubfolderForRedirectURLs: _, ...unset } = body as Record<string, unknown>;
  const values = authenticationValuesOf(z.parse(authSettings, unset), baseUrl);
  expect(authenticationChange({ authOpenIDAutoLaunch: true }, values)).toEqual({
    authOpenIDAutoLaunch: true,
    authOpenIDSubfolderForRedirectURLs: subfolder,
  });
});

test('a silent provider is reported, and nothing changes', async () => {
  const { subject, form, ports } = await open();
  const before = form.getSnapshot().context.values;
  ports.api.refuseOnce(discoverOpenId, {
    kind: 'rejected',
    status: 400,
    message: 'Failed to get openid configuration',
  });
  subject.send({ type: 'authentication.fill' });
  await vi.waitFor(() => expect(subject.getSnapshot().context.discovery).toMatchObject({ kind: 'failed' }));
  expect(form.getSnapshot().context.values).toEqual(before);
});

test.each([
  [{ local: false, openid: false }, { local: 'noMethod' }],
  [{ local: true, openid: false, authOpenIDClientID: '' }, {}],
  [
    { authOpenIDIssuerURL: '', authOpenIDClientSecret: '' },
    { authOpenIDIssuerURL: 'required', authOpenIDClientSecret: 'required' },
  ],
  [{ authOpenIDTokenURL: 'id.example' }, { authOpenIDTokenURL: 'url' }],
  [{ authOpenIDGroupClaim: '1st' }, { authOpenIDGroupClaim: 'claim' }],
  [{ authOpenIDMobileRedirectURIs: ['*', 'app://x'] }, { authOpenIDMobileRedirectURIs: 'redirect' }],
])('%j has the problems %j (VAL-031)', (change, problems) => {
  expect(problemsOf(rows, { ...stored, ...change })).toEqual(problems);
});

test.each([
  [['*'], null],
  [['audiobookshelf://oauth'], null],
  [['audiobookshelf://oauth', 'app://host/path'], null],
  [['oauth'], 'redirect'],
])('redirect URIs %j: %s', (uris, problem) => {
  expect(redirectProblem(uris)).toBe(problem);
});

test.each([
  ['https://a.example/', 'https://a.example'],
  ['https://a.example/.well-known/openid-configuration', 'https://a.example'],
  [' ', ''],
])('the issuer of %j is %j', (typed, issuer) => {
  expect(issuerOf(typed)).toBe(issuer);
});

test('what the form accepts, the server accepts (VAL, API)', () => {
  const changes = fc.record({
    openid: fc.constant(true),
    local: fc.boolean(),
    authLoginCustomMessage: fc.string(),
    authOpenIDLogoutURL: fc.oneof(fc.constant(''), fc.webUrl()),
    authOpenIDClientID: fc.stringMatching(/^\w{1,9}$/),
    authOpenIDGroupClaim: fc.constantFrom('', 'groups', 'a-b_1'),
    authOpenIDMatchExistingBy: fc.constantFrom('', 'email', 'username'),
    authOpenIDMobileRedirectURIs: fc.constantFrom<(readonly string[])[]>([], ['*'], ['app://oauth', 'b://c/d']),
  });
  fc.assert(
    fc.property(changes, (change) => {
      const values = { ...stored, ...(tidied(rows, change) as typeof change) };
      expect(problemsOf(rows, values)).toEqual({});
      const sent = authenticationChange(change, values);
      expect(z.parse(requestBodies['authSettings.update'], sent)).toEqual(sent);
    }),
  );
});

test('the client secret is hidden from the inspector', async () => {
  const { subject, form } = await open();
  const redactor = createRedactor();
  for (const { context } of [subject.getSnapshot(), form.getSnapshot()]) redactor.learn(context);
  const report = JSON.stringify(
    [subject.getSnapshot(), form.getSnapshot()].map(({ context }) => redactor.json(context)),
  );
  expect(report).not.toContain('abs-secret');
});

test('a provider is requested with an issuer only, once at a time, and again after it did not answer', async () => {
  const { subject, form, ports } = await open();
  const requested = () => ports.api.inputsOf(discoverOpenId).length;
  const { value } = subject.getSnapshot();
  form.send({ type: 'form.change', field: 'authOpenIDIssuerURL', value: ' ' });
  subject.send({ type: 'authentication.fill' });
  expect([subject.getSnapshot().value, requested()]).toEqual([value, 0]);
  form.send({ type: 'form.change', field: 'authOpenIDIssuerURL', value: 'http://id.example' });
  ports.api.refuseOnce(discoverOpenId, { kind: 'timeout' });
  subject.send({ type: 'authentication.fill' });
  subject.send({ type: 'authentication.fill' });
  expect(subject.getSnapshot().hasTag('busy')).toBe(true);
  await vi.waitFor(() => expect(subject.getSnapshot().hasTag('busy')).toBe(false));
  expect([subject.getSnapshot().context.discovery, requested()]).toEqual([
    { kind: 'failed', error: { kind: 'timeout' } },
    1,
  ]);
  ports.api.answer(discoverOpenId, recording('auth/openid-config').response.body);
  subject.send({ type: 'authentication.fill' });
  expect(subject.getSnapshot().context.discovery).toBe(null);
  await vi.waitFor(() => expect(subject.getSnapshot().value).toEqual(value));
  expect([subject.getSnapshot().context.discovery?.kind, requested()]).toEqual(['found', 2]);
});

test("the saved values are the server's; a page shut meanwhile is reloaded with the typed values", async () => {
  const { subject, form, ports } = await open();
  const saved = recording('auth-settings/update-match-existing').response.body as object;
  ports.api.answer(getAuthSettings, () =>
    ports.api.inputsOf(updateAuthSettings).length > 0 ? { ...body, authOpenIDButtonText: 'Saved' } : body,
  );
  ports.api.answer(updateAuthSettings, saved);
  form.send({ type: 'form.change', field: 'authOpenIDButtonText', value: 'Saved' });
  form.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(subject.getSnapshot().context.settings?.authOpenIDButtonText).toBe('Saved'));
  ports.api.refuseOnce(getAuthSettings, { kind: 'forbidden', message: '' });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('failed'));
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('shown'));
  expect(subject.getSnapshot().context.form).toBe(form);
});
