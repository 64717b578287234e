import { expect, test, vi } from 'vitest';
import { claimsTrialMachine } from '../../../../src/machines/admin/authentication/claims-trial.machine.ts';
import { trialResult } from '../../../../src/machines/admin/authentication/authentication.selectors.ts';
import { listUsers } from '../../../../src/services/endpoints/users.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const { users } = recording('users/list').response.body as { users: { id: string; username: string }[] };
const [first] = users;
const body = { users: users.map((user) => ({ ...user, hasOpenIDLink: user.id === first?.id })) };
const rules = { matchBy: 'username', autoRegister: false, groupClaim: '', permissionsClaim: '' } as const;

function open() {
  const host = createHost(claimsTrialMachine, {});
  const { subject, ports } = host;
  ports.api.answer(listUsers, body);
  subject.send({ type: 'trial.toggle' });
  return {
    ...host,
    ready: () => vi.waitFor(() => expect(subject.getSnapshot().value).toEqual({ open: 'ready' })),
    result: () => trialResult(subject.getSnapshot().context, rules),
  };
}

test('opening fetches the accounts, and claims are judged by them (CFG-012)', async () => {
  const { subject, ready, result } = open();
  expect(subject.getSnapshot().value).toEqual({ open: 'loading' });
  await ready();
  expect(result()).toBeNull();
  subject.send({ type: 'trial.paste', pasted: 'nonsense' });
  expect(result()).toBe('unreadable');
  subject.send({ type: 'trial.paste', pasted: JSON.stringify({ preferred_username: first?.username }) });
  expect(result()).toEqual({ kind: 'refused', reason: 'linkedElsewhere' });
  subject.send({ type: 'trial.choose', accountId: first?.id ?? null });
  expect(result()).toMatchObject({ kind: 'known', accountId: first?.id });
});

test('pasted text is forgotten on closing', async () => {
  const { subject, ready, ports } = open();
  await ready();
  subject.send({ type: 'trial.paste', pasted: '{"sub":"1"}' });
  subject.send({ type: 'trial.toggle' });
  expect(subject.getSnapshot()).toMatchObject({ value: 'closed', context: { pasted: '', accounts: null } });
  expect(ports.api.inputsOf(listUsers)).toHaveLength(1);
});

test('accounts that failed to load are reported, and refetched', async () => {
  const { subject, ports } = createHost(claimsTrialMachine, {});
  ports.api.refuseOnce(listUsers, { kind: 'forbidden', message: '' });
  subject.send({ type: 'trial.toggle' });
  await vi.waitFor(() => expect(subject.getSnapshot().value).toEqual({ open: 'failed' }));
  expect(subject.getSnapshot().context.error).toMatchObject({ kind: 'forbidden' });
  ports.api.answer(listUsers, body);
  subject.send({ type: 'trial.retry' });
  await vi.waitFor(() => expect(subject.getSnapshot().value).toEqual({ open: 'ready' }));
});

test('an account that is not linked cannot be chosen', async () => {
  const { subject, ready } = open();
  await ready();
  subject.send({ type: 'trial.choose', accountId: users[1]?.id ?? '' });
  expect(subject.getSnapshot().context.accountId).toBeNull();
});
