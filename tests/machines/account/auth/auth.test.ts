import { expect, test, vi } from 'vitest';
import type { AppError } from '../../../../src/schemas/app-error.ts';
import { authMachine } from '../../../../src/machines/account/auth/auth.machine.ts';
import type { TokenAnswer } from '../../../../src/machines/account/auth/auth.protocol.ts';
import { storedSession } from '../../../../src/machines/account/auth/auth.actors.ts';
import { signedIn as signedInAnswer } from '../../../../src/schemas/api/auth.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { logout, refresh } from '../../../../src/services/endpoints/auth.ts';
import { defineStored } from '../../../../src/services/storage.ts';
import { createFakeLocks } from '../../../support/fakes/locks.ts';
import { createFakePorts, type FakePorts } from '../../../support/fakes/ports.ts';
import { createFakeStorage } from '../../../support/fakes/storage.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const SESSION = defineStored('earmark.session', storedSession);
const account = recording('auth/login-root').response.body as { user: { id: string; accessToken: string } };
const userId = account.user.id;
const withToken = (accessToken: string) => ({ ...account, user: { ...account.user, accessToken } });

function signedIn(ports: FakePorts = createFakePorts(), accessToken = 'old') {
  ports.storage.write(SESSION, { accessToken, userId });
  return createHost(authMachine, { ports, systemId: 'auth' });
}

/** Requests a token like a call with a refused one. */
function ask(host: ReturnType<typeof signedIn>, rejected: string | null): TokenAnswer[] {
  const answers: TokenAnswer[] = [];
  host.subject.send({ type: 'token.request', rejected, replyTo: { send: (answer) => void answers.push(answer) } });
  return answers;
}

test('a stored token signs in at once, without a request to the server', () => {
  const host = signedIn();
  expect(host.subject.getSnapshot().value).toEqual({ signedIn: 'ready' });
  expect(host.parentEvents).toEqual([{ type: 'auth.signedIn', account: null }]);
  expect(host.ports.api.calls).toEqual([]);
});

test('without a stored token the visitor is signed out, and a token request is denied', () => {
  const host = createHost(authMachine);
  expect(host.parentEvents).toEqual([{ type: 'auth.signedOut', reason: 'start', leaveTo: null, username: null }]);
  expect(ask(host, null)).toEqual([{ type: 'token.denied', error: { kind: 'unauthorized', message: '' } }]);
});

test('signing in keeps the token for the next page load and hands the account to the parent', () => {
  const host = createHost(authMachine);
  host.subject.send({ type: 'auth.accept', account: z.parse(signedInAnswer, withToken('new')) });
  expect(host.subject.getSnapshot().value).toEqual({ signedIn: 'ready' });
  expect(host.ports.storage.read(SESSION)).toEqual({ accessToken: 'new', userId });
  expect(host.parentEvents.at(-1)).toMatchObject({ type: 'auth.signedIn', account: { user: { id: userId } } });
});

test('five calls with an expired token wait for one refresh, and all get the new token (AUT-012)', async () => {
  const host = signedIn();
  host.ports.api.answer(refresh, withToken('new'));
  const answers = [1, 2, 3, 4, 5].map(() => ask(host, 'old'));
  await vi.waitFor(() => expect(answers.flat()).toHaveLength(5));
  expect(answers.flat()).toEqual(Array.from({ length: 5 }, () => ({ type: 'token.granted', accessToken: 'new' })));
  expect(host.ports.api.inputsOf(refresh)).toHaveLength(1);
  expect(host.parentEvents.at(-1)).toEqual({ type: 'auth.refreshed' });
  expect(host.subject.getSnapshot().value).toEqual({ signedIn: 'ready' });
  host.ports.api.answer(refresh, withToken('newer'));
  const later = ask(host, 'new');
  await vi.waitFor(() => expect(later).toEqual([{ type: 'token.granted', accessToken: 'newer' }]));
  expect(host.ports.api.inputsOf(refresh)).toHaveLength(2);
});

test('a call that was refused with a token from before the last refresh gets the current one without another', () => {
  const host = signedIn();
  expect(ask(host, 'older')).toEqual([{ type: 'token.granted', accessToken: 'old' }]);
  expect(host.ports.api.calls).toEqual([]);
});

test('a refused refresh denies all who wait and ends the session (AUT-017, ERR-003)', async () => {
  const host = signedIn();
  host.ports.api.refuse(refresh, { kind: 'unauthorized', message: 'Invalid refresh token' });
  const answers = [ask(host, 'old'), ask(host, 'old')];
  await vi.waitFor(() => expect(host.subject.getSnapshot().value).toBe('signedOut'));
  const denied = { type: 'token.denied', error: { kind: 'unauthorized', message: 'Invalid refresh token' } };
  expect(answers.flat()).toEqual([denied, denied]);
  expect(host.parentEvents.at(-1)).toEqual({
    type: 'auth.signedOut',
    reason: 'expired',
    leaveTo: null,
    username: null,
  });
  expect(host.ports.storage.texts.size).toBe(0);
});

test.each([
  [
    'of its token',
    `e30.${Buffer.from(JSON.stringify({ userId, username: 'Zoë Ł. ?>' })).toString('base64url')}.x`,
    'Zoë Ł. ?>',
  ],
  ['of a token without one', `e30.${Buffer.from('{}').toString('base64url')}.x`, null],
  ['of a token of another form', 'forged', null],
])('a session that the server ended gives its parent the name %s', async (_name, token, username) => {
  const host = signedIn(createFakePorts(), token);
  host.ports.api.refuse(refresh, { kind: 'unauthorized', message: '' });
  ask(host, token);
  await vi.waitFor(() => expect(host.subject.getSnapshot().value).toBe('signedOut'));
  expect(host.parentEvents.at(-1)).toEqual({ type: 'auth.signedOut', reason: 'expired', leaveTo: null, username });
});

test('a refresh that answers without a token rejects all who wait and leads to sign-in (pitfall 11)', async () => {
  const host = signedIn();
  host.ports.api.answer(refresh, { ...account, user: { ...account.user, accessToken: undefined } });
  const answers = ask(host, 'old');
  await vi.waitFor(() => expect(host.subject.getSnapshot().value).toBe('signedOut'));
  expect(answers).toEqual([{ type: 'token.denied', error: expect.objectContaining({ kind: 'contract' }) }]);
});

test.each(['network', 'timeout'] as const)('a refresh that fails by %s keeps the visitor signed in', async (kind) => {
  const host = signedIn();
  host.ports.api.refuse(refresh, { kind });
  const answers = ask(host, 'old');
  await vi.waitFor(() => expect(answers).toEqual([{ type: 'token.denied', error: { kind } }]));
  expect(host.subject.getSnapshot().value).toEqual({ signedIn: 'ready' });
  expect(host.ports.storage.read(SESSION)).toEqual({ accessToken: 'old', userId });
});

test.each<[string, AppError]>([
  ['a proxy whose server restarts: 404', { kind: 'notFound', message: '' }],
  ['502', { kind: 'server', status: 502, message: '' }],
  ['400', { kind: 'rejected', status: 400, message: '' }],
  [
    'a page of HTML with status 200',
    { kind: 'contract', endpoint: 'auth.refresh', issues: [{ path: '', message: 'is not JSON' }] },
  ],
  ['no network', { kind: 'network' }],
])('a refresh answered by %s keeps the visitor, and the next call retries', async (_name, error) => {
  const host = signedIn();
  host.ports.api.refuseOnce(refresh, error);
  const first = ask(host, 'old');
  await vi.waitFor(() => expect(first).toEqual([{ type: 'token.denied', error }]));
  expect([host.subject.getSnapshot().value, host.ports.storage.read(SESSION)]).toEqual([
    { signedIn: 'ready' },
    { accessToken: 'old', userId },
  ]);
  host.ports.api.answer(refresh, withToken('new'));
  const second = ask(host, 'old');
  await vi.waitFor(() => expect(second).toEqual([{ type: 'token.granted', accessToken: 'new' }]));
});

test('while signing out the token is still given to calls that have to save', () => {
  const host = signedIn();
  host.ports.api.defer(logout);
  host.subject.send({ type: 'auth.signOut' });
  expect(ask(host, null)).toEqual([{ type: 'token.granted', accessToken: 'old' }]);
});

test('the rate limit keeps the visitor, and no refresh is tried before it ends (pitfall 14)', async () => {
  const host = signedIn();
  host.ports.api.refuseOnce(refresh, { kind: 'rateLimited', message: 'Too many', retryAfterSeconds: 600 });
  ask(host, 'old');
  await vi.waitFor(() => expect(host.subject.getSnapshot().value).toEqual({ signedIn: 'coolingDown' }));
  expect(ask(host, 'old')).toEqual([
    { type: 'token.denied', error: { kind: 'rateLimited', message: '', retryAfterSeconds: 600 } },
  ]);
  host.ports.clock.advance(600_000);
  expect(host.subject.getSnapshot().value).toEqual({ signedIn: 'ready' });
  expect(host.ports.api.inputsOf(refresh)).toHaveLength(1);
});

test('two tabs with an expired token make one refresh call, and both go on (pitfall 13)', async () => {
  const storage = createFakeStorage();
  const locks = createFakeLocks();
  const first = signedIn(createFakePorts({ storage, locks }));
  const second = signedIn(createFakePorts({ storage, locks }));
  first.ports.api.answer(refresh, withToken('new'));
  second.ports.api.answer(refresh, withToken('new'));
  const answers = [ask(first, 'old'), ask(second, 'old')];
  await vi.waitFor(() => expect(answers.flat()).toHaveLength(2));
  expect(answers.flat()).toEqual(Array.from({ length: 2 }, () => ({ type: 'token.granted', accessToken: 'new' })));
  expect([...first.ports.api.calls, ...second.ports.api.calls].map(({ name }) => name)).toEqual(['auth.refresh']);
});

test('a tab that waited for the refresh of another takes its token, even where the storage shows it late', async () => {
  const locks = createFakeLocks();
  const [first, second] = [signedIn(createFakePorts({ locks })), signedIn(createFakePorts({ locks }))];
  first.ports.api.answer(refresh, withToken('new'));
  const answers = [ask(first, 'old'), ask(second, 'old')];
  await vi.waitFor(() => expect(answers[0]).toHaveLength(1));
  second.ports.storage.changeElsewhere(SESSION, { accessToken: 'new', userId });
  await vi.waitFor(() => expect(answers[1]).toEqual([{ type: 'token.granted', accessToken: 'new' }]));
  expect(second.ports.api.calls).toEqual([]);
});

test('a tab that waited for a failed refresh makes its own', async () => {
  const locks = createFakeLocks();
  const [first, second] = [signedIn(createFakePorts({ locks })), signedIn(createFakePorts({ locks }))];
  first.ports.api.refuse(refresh, { kind: 'network' });
  second.ports.api.answer(refresh, withToken('new'));
  const answers = [ask(first, 'old'), ask(second, 'old')];
  await vi.waitFor(() => expect(answers[1]).toEqual([{ type: 'token.granted', accessToken: 'new' }]));
  expect(answers[0]).toEqual([{ type: 'token.denied', error: { kind: 'network' } }]);
});

test('a refresh that finds itself at another account ends the session', async () => {
  const host = signedIn();
  host.ports.api.answer(refresh, { ...account, user: { ...account.user, id: 'somebody-else', accessToken: 'new' } });
  const answers = ask(host, 'old');
  await vi.waitFor(() => expect(host.subject.getSnapshot().value).toBe('signedOut'));
  expect(answers).toEqual([{ type: 'token.denied', error: expect.objectContaining({ kind: 'unauthorized' }) }]);
});

test('a token of another tab is taken over, and wakes waiting calls', () => {
  const host = signedIn();
  host.ports.storage.changeElsewhere(SESSION, { accessToken: 'newer', userId });
  expect(host.parentEvents.at(-1)).toEqual({ type: 'auth.refreshed' });
  expect(ask(host, 'old')).toEqual([{ type: 'token.granted', accessToken: 'newer' }]);
});

test('signing out in one tab signs out the others', () => {
  const host = signedIn();
  host.ports.storage.changeElsewhere(SESSION, null);
  expect(host.subject.getSnapshot().value).toBe('signedOut');
  expect(host.parentEvents.at(-1)).toEqual({
    type: 'auth.signedOut',
    reason: 'elsewhere',
    leaveTo: null,
    username: null,
  });
  expect(ask(host, null)).toMatchObject([{ type: 'token.denied' }]);
});

test('another account in another tab becomes the account of this one too', () => {
  const host = signedIn();
  host.ports.storage.changeElsewhere(SESSION, { accessToken: 'theirs', userId: 'somebody-else' });
  expect(host.parentEvents.slice(1)).toEqual([{ type: 'auth.signedIn', account: null }]);
  expect(ask(host, null)).toEqual([{ type: 'token.granted', accessToken: 'theirs' }]);
});

test.each([
  ['another account', { accessToken: 'theirs', userId: 'somebody-else' }],
  ['nobody any more', null],
])('who waits for a token is denied it when another tab is of %s', async (_whose, session) => {
  const host = signedIn();
  const answer = host.ports.api.defer(refresh);
  const answers = ask(host, 'old');
  await vi.waitFor(() => expect(host.ports.api.inputsOf(refresh)).toHaveLength(1));
  expect(answers).toEqual([]);
  host.ports.storage.changeElsewhere(SESSION, session);
  expect(answers).toMatchObject([{ type: 'token.denied', error: { kind: 'unauthorized' } }]);
  answer.resolve(withToken('late'));
  await answer.promise;
  expect(answers).toHaveLength(1);
});

test('an account that signs in by another tab signs in here too', () => {
  const host = createHost(authMachine);
  host.ports.storage.changeElsewhere(SESSION, null);
  expect(host.parentEvents).toEqual([{ type: 'auth.signedOut', reason: 'start', leaveTo: null, username: null }]);
  host.ports.storage.changeElsewhere(SESSION, { accessToken: 'theirs', userId });
  expect(host.parentEvents.slice(1)).toEqual([{ type: 'auth.signedIn', account: null }]);
  expect(ask(host, null)).toEqual([{ type: 'token.granted', accessToken: 'theirs' }]);
});

test('while the rate limit holds, a call that was refused with an older token gets the current one', async () => {
  const host = signedIn();
  host.ports.api.refuse(refresh, { kind: 'rateLimited', message: '', retryAfterSeconds: 60 });
  ask(host, 'old');
  await vi.waitFor(() => expect(host.subject.getSnapshot().value).toEqual({ signedIn: 'coolingDown' }));
  expect([ask(host, 'older'), ask(host, null)]).toEqual([
    [{ type: 'token.granted', accessToken: 'old' }],
    [{ type: 'token.granted', accessToken: 'old' }],
  ]);
});

test('a second sign-out has its full time to save listening', async () => {
  const host = signedIn();
  host.ports.api.answer(logout, { redirect_url: null });
  host.subject.send({ type: 'auth.signOut' });
  host.subject.send({ type: 'auth.settled' });
  await vi.waitFor(() => expect(host.subject.getSnapshot().value).toBe('signedOut'));
  host.ports.clock.advance(3000);
  host.subject.send({ type: 'auth.accept', account: z.parse(signedInAnswer, withToken('new')) });
  host.subject.send({ type: 'auth.signOut' });
  host.ports.clock.advance(4999);
  expect(host.subject.getSnapshot().value).toEqual({ signedIn: 'ready' });
  host.ports.clock.advance(1);
  await vi.waitFor(() => expect(host.subject.getSnapshot().value).toBe('signedOut'));
});

test('signing out notifies the server, forgets the token and goes to the identity provider', async () => {
  const host = signedIn();
  host.ports.api.answer(logout, { redirect_url: 'https://provider.test/end' });
  host.subject.send({ type: 'auth.signOut' });
  host.subject.send({ type: 'auth.signOut' });
  expect([ask(host, null), host.ports.api.calls]).toEqual([[{ type: 'token.granted', accessToken: 'old' }], []]);
  host.subject.send({ type: 'auth.settled' });
  await vi.waitFor(() => expect(host.subject.getSnapshot().value).toBe('signedOut'));
  expect(host.parentEvents.slice(1)).toEqual([
    { type: 'auth.signOutRequested' },
    { type: 'auth.signOutStarted' },
    { type: 'auth.signedOut', reason: 'user', leaveTo: 'https://provider.test/end', username: null },
  ]);
  expect(host.ports.storage.read(SESSION)).toBeNull();
});

test('signing out offline still signs out, after five seconds for saving listening', async () => {
  const host = signedIn();
  host.ports.api.refuse(logout, { kind: 'network' });
  host.subject.send({ type: 'auth.signOut' });
  host.ports.clock.advance(4999);
  expect(host.subject.getSnapshot().value).toEqual({ signedIn: 'ready' });
  host.ports.clock.advance(1);
  await vi.waitFor(() => expect(host.subject.getSnapshot().value).toBe('signedOut'));
  expect(host.parentEvents.at(-1)).toEqual({ type: 'auth.signedOut', reason: 'user', leaveTo: null, username: null });
  expect(host.ports.storage.read(SESSION)).toBeNull();
});

test('the token of an identity provider is adopted and gets its owner when the account is known', () => {
  const host = createHost(authMachine);
  host.subject.send({ type: 'auth.adopt', accessToken: 'from-provider' });
  expect(host.parentEvents.at(-1)).toEqual({ type: 'auth.signedIn', account: null });
  expect(host.ports.storage.read(SESSION)).toEqual({ accessToken: 'from-provider', userId: null });
  host.subject.send({ type: 'auth.identified', userId });
  expect(host.ports.storage.read(SESSION)).toEqual({ accessToken: 'from-provider', userId });
});

test('a token that comes with an answer takes the place of the one before, over a reload too', () => {
  const host = signedIn();
  host.subject.send({ type: 'auth.replaced', accessToken: 'renamed' });
  expect(ask(host, null)).toEqual([{ type: 'token.granted', accessToken: 'renamed' }]);
  expect(host.ports.storage.read(SESSION)).toEqual({ accessToken: 'renamed', userId });
});

test('with blocked storage one can still sign in for this page', () => {
  const host = createHost(authMachine);
  host.ports.storage.mode = 'blocked';
  host.subject.send({ type: 'auth.accept', account: z.parse(signedInAnswer, withToken('new')) });
  expect(host.subject.getSnapshot().value).toEqual({ signedIn: 'ready' });
  expect(ask(host, null)).toEqual([{ type: 'token.granted', accessToken: 'new' }]);
});
