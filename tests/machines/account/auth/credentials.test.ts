import { describe, expect, test, vi } from 'vitest';
import { credentialsForm, firstUserForm } from '../../../../src/machines/account/auth/credentials.logic.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { createRootUser, login } from '../../../../src/services/endpoints/auth.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

type Fields = Partial<Record<'username' | 'password' | 'confirmation', string>>;

const signedIn = z.parse(login.output, recording('auth/login-root').response.body);

const START = { username: 'root', password: '', confirmation: '' };

function open() {
  const { subject, ports, parentEvents } = createHost(firstUserForm, { input: { values: START } });
  const snapshot = () => subject.getSnapshot();
  const type = (fields: Fields) => {
    for (const [field, value] of Object.entries(fields))
      subject.send({ type: 'form.change', field: field as keyof Fields, value });
  };
  return {
    subject,
    ports,
    parentEvents,
    type,
    state: () => snapshot().value,
    problems: () => snapshot().context.problems,
    error: () => snapshot().context.error,
    submit(fields: Fields) {
      type(fields);
      subject.send({ type: 'form.submit' });
    },
    requested: () => ports.api.inputsOf(createRootUser),
  };
}

describe('a first account that is not right is refused, and says why', () => {
  test.each([
    [
      'without a name (AUT-020, VAL-022)',
      { username: '  ', password: 'a', confirmation: 'a' },
      { username: 'usernameMissing' },
    ],
    ['with two passwords that differ', { password: 'a', confirmation: 'b' }, { confirmation: 'passwordsDiffer' }],
    ['with a password that is not repeated', { password: 'a' }, { confirmation: 'passwordsDiffer' }],
  ])('%s', (_name, fields, problems) => {
    const form = open();
    form.submit(fields);
    expect([form.state(), form.problems(), form.requested()]).toEqual(['editing', problems, []]);
    form.type({ username: 'x', confirmation: 'x' });
    expect(form.problems()).toEqual({});
  });
});

test.each([
  ['is signed in', signedIn],
  ['whose sign-in fails is made all the same', null],
])('the account that is made with the name without spaces around it %s', async (_name, answer) => {
  const { ports, submit, state, requested, parentEvents } = open();
  ports.api.answer(createRootUser, 'OK');
  if (answer) ports.api.answer(login, recording('auth/login-root').response.body);
  else ports.api.refuse(login, { kind: 'network' });
  submit({ username: ' ada ', password: 'secret', confirmation: 'secret' });
  expect(state()).toBe('saving');
  await vi.waitFor(() => expect(parentEvents).toHaveLength(1));
  expect([requested(), parentEvents]).toEqual([
    [{ username: 'ada', password: 'secret' }],
    [
      {
        type: 'firstUser.saved',
        values: { username: ' ada ', password: 'secret', confirmation: 'secret' },
        answer,
      },
    ],
  ]);
  expect(ports.api.inputsOf(login)).toEqual([{ username: 'ada', password: 'secret' }]);
});

test('a refusal keeps the typed values and says why; the next try clears it', async () => {
  const { ports, submit, subject, state, error } = open();
  ports.api.refuseOnce(createRootUser, { kind: 'network' });
  submit({ password: 'secret', confirmation: 'secret' });
  await vi.waitFor(() => expect(state()).toBe('editing'));
  expect([error(), subject.getSnapshot().context.values.password]).toEqual([{ kind: 'network' }, 'secret']);
  ports.api.answer(createRootUser, 'OK');
  subject.send({ type: 'form.submit' });
  expect([state(), error()]).toEqual(['saving', null]);
});

describe('an account without password', () => {
  const ask = () => {
    const form = open();
    form.ports.api.answer(createRootUser, 'OK');
    form.submit({});
    expect([form.state(), form.requested()]).toEqual(['asking', []]);
    return form;
  };

  test('needs a confirmation, and is made with it', async () => {
    const { subject, parentEvents, requested } = ask();
    subject.send({ type: 'form.confirm' });
    await vi.waitFor(() => expect(parentEvents).toHaveLength(1));
    expect(requested()).toEqual([{ username: 'root', password: '' }]);
  });

  test('is not made when it is not, nor when one types on', () => {
    const cancelled = ask();
    cancelled.subject.send({ type: 'form.cancel' });
    const typed = ask();
    typed.type({ password: 's' });
    expect([cancelled.state(), typed.state(), typed.subject.getSnapshot().context.values.password]).toEqual([
      'editing',
      'editing',
      's',
    ]);
    expect([cancelled.requested(), typed.requested()]).toEqual([[], []]);
  });

  test('can be edited during the confirmation', () => {
    const { subject, state } = ask();
    subject.send({ type: 'form.toggleReveal' });
    expect([state(), subject.getSnapshot().context.isRevealed]).toEqual(['asking', true]);
  });
});

describe('signing in', () => {
  const start = () => createHost(credentialsForm, { input: { values: { username: '', password: '' } } });
  const account = recording('auth/login-root').response.body as { user: { accessToken: string } };

  test('sends name and password, the name without spaces around it, and hands the account on (AUT-005)', async () => {
    const { subject, ports, parentEvents } = start();
    ports.api.answer(login, account);
    subject.send({ type: 'form.change', field: 'username', value: ' root ' });
    subject.send({ type: 'form.change', field: 'password', value: ' secret ' });
    subject.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(parentEvents).toHaveLength(1));
    expect(ports.api.inputsOf(login)).toEqual([{ username: 'root', password: ' secret ' }]);
    expect(parentEvents).toMatchObject([
      { type: 'credentials.saved', answer: { user: { accessToken: account.user.accessToken } } },
    ]);
  });

  test('without a name shows an error, until something is typed', () => {
    const { subject, ports } = start();
    subject.send({ type: 'form.submit' });
    expect([subject.getSnapshot().context.problems, ports.api.calls]).toEqual([{ username: 'usernameMissing' }, []]);
    subject.send({ type: 'form.change', field: 'username', value: 'r' });
    expect(subject.getSnapshot().context.problems).toEqual({});
  });

  test('with a wrong password leads back to the form with the reason, and clears it at the next try', async () => {
    const { subject, ports } = start();
    ports.api.refuseOnce(login, { kind: 'unauthorized', message: 'Unauthorized' });
    subject.send({ type: 'form.change', field: 'username', value: 'root' });
    subject.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(subject.getSnapshot().value).toBe('editing'));
    expect(subject.getSnapshot().context.error).toEqual({ kind: 'unauthorized', message: 'Unauthorized' });
    ports.api.defer(login);
    subject.send({ type: 'form.submit' });
    expect([subject.getSnapshot().value, subject.getSnapshot().context.error]).toEqual(['saving', null]);
  });
});
