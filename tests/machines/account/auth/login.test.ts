import { describe, expect, test, vi } from 'vitest';
import { loginMachine } from '../../../../src/machines/account/auth/login.machine.ts';
import { createRootUser, getStatus, login } from '../../../../src/services/endpoints/auth.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const account = recording('auth/login-root').response.body as { user: { accessToken: string } };

const LOCAL = { serverVersion: '2.26.0', isInit: true, authMethods: ['local'] };
const PROVIDER = { ...LOCAL, authMethods: ['local', 'openid'], authFormData: { authOpenIDAutoLaunch: true } };
const CALLBACK = {
  type: 'router.leave',
  url: `http://localhost/auth/openid?callback=${encodeURIComponent('http://localhost/login')}`,
};

/** The login machine, after the server's status. */
async function open(status: object | null, mayAutoLaunch = true, username: string | null = null) {
  const ports = createFakePorts();
  if (status) ports.api.answer(getStatus, status);
  else ports.api.refuse(getStatus, { kind: 'network' });
  const host = createHost(loginMachine, {
    ports,
    input: { mayAutoLaunch, redirect: '/account', username },
    named: { auth: null, router: null },
  });
  const { subject } = host;
  expect(subject.getSnapshot().value).toBe('checking');
  await vi.waitFor(() => expect(subject.getSnapshot().value).not.toBe('checking'));
  const settle = () => vi.waitFor(() => expect(subject.getSnapshot().value).not.toBe('checking'));
  return { ...host, settle, state: () => subject.getSnapshot().value, context: () => subject.getSnapshot().context };
}

describe("the server's sign-in methods decide", () => {
  test.each([
    ['a form', LOCAL, true, 'form', []],
    ['the identity provider at once', PROVIDER, true, 'leaving', [CALLBACK]],
    ['a form when it must not begin by itself (AUT-008)', PROVIDER, false, 'form', []],
    ['a form when there is no provider to go to', { ...PROVIDER, authMethods: ['local'] }, true, 'form', []],
    ['the first set-up', { ...LOCAL, isInit: false }, true, 'firstUser', []],
  ])('%s', async (_name, status, mayAutoLaunch, state, left) => {
    const login = await open(status, mayAutoLaunch);
    expect([login.state(), login.receivedBy('router')]).toEqual([state, left]);
    expect(login.context().status).toMatchObject({ isInit: status.isInit, authMethods: status.authMethods });
  });

  test('a missing answer is reported, and can be retried', async () => {
    const { state, context, subject, ports, settle } = await open(null);
    expect([state(), context().error]).toEqual(['unreachable', { kind: 'network' }]);
    ports.api.answer(getStatus, LOCAL);
    subject.send({ type: 'login.retry' });
    await settle();
    expect([state(), context().error]).toEqual(['form', null]);
  });
});

describe('the form', () => {
  test('hands the account that the server answered to auth', async () => {
    const { subject, ports, receivedBy } = await open(LOCAL);
    ports.api.answer(login, account);
    const form = subject.getSnapshot().children.credentials;
    form?.send({ type: 'form.change', field: 'username', value: 'root' });
    form?.send({ type: 'form.submit' });
    await vi.waitFor(() =>
      expect(receivedBy('auth')).toMatchObject([
        { type: 'auth.accept', account: { user: { accessToken: account.user.accessToken } } },
      ]),
    );
  });

  test('begins with the name of the session that ended', async () => {
    const { subject } = await open(LOCAL, true, 'Zoë');
    expect(subject.getSnapshot().children.credentials?.getSnapshot().context.values).toEqual({
      username: 'Zoë',
      password: '',
    });
  });

  test('goes to the provider, and returns when the visitor stays', async () => {
    const { subject, receivedBy, state, ports } = await open({ ...PROVIDER, authFormData: {} });
    subject.send({ type: 'login.chooseOpenId' });
    expect([state(), receivedBy('router')]).toEqual(['leaving', [CALLBACK]]);
    expect(ports.tabStorage.texts.get('earmark.openId')).toBe('{"kind":"in","redirect":"/account"}');
    subject.send({ type: 'login.retry' });
    expect(state()).toBe('form');
  });
});

test('the first set-up signs in with the account that it made', async () => {
  const { subject, ports, receivedBy } = await open({ ...LOCAL, isInit: false });
  ports.api.answer(createRootUser, 'OK');
  ports.api.answer(login, recording('auth/login-root').response.body);
  const firstUser = subject.getSnapshot().children.firstUser;
  for (const field of ['password', 'confirmation'] as const)
    firstUser?.send({ type: 'form.change', field, value: 'secret' });
  firstUser?.send({ type: 'form.submit' });
  await vi.waitFor(() =>
    expect(receivedBy('auth')).toMatchObject([{ type: 'auth.accept', account: { user: { username: 'root' } } }]),
  );
  expect(ports.api.inputsOf(login)).toEqual([{ username: 'root', password: 'secret' }]);
});

test('after a first set-up whose sign-in failed, the status is requested again and the form has the new name', async () => {
  const { subject, ports, state, context } = await open({ ...LOCAL, isInit: false });
  ports.api.answer(createRootUser, 'OK');
  ports.api.refuse(login, { kind: 'network' });
  ports.api.answer(getStatus, LOCAL);
  const firstUser = subject.getSnapshot().children.firstUser;
  for (const field of ['password', 'confirmation'] as const)
    firstUser?.send({ type: 'form.change', field, value: 'secret' });
  firstUser?.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(state()).toBe('form'));
  expect(ports.api.inputsOf(getStatus).length).toBe(2);
  expect([context().username, context().isRootCreated]).toEqual(['root', true]);
  expect(subject.getSnapshot().children.credentials?.getSnapshot().context.values).toEqual({
    username: 'root',
    password: '',
  });
});
