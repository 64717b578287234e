import { authenticationForm } from '../../src/machines/admin/authentication/authentication-form.logic.ts';
import { claimsTrialMachine } from '../../src/machines/admin/authentication/claims-trial.machine.ts';
import { authenticationMachine } from '../../src/machines/admin/authentication/authentication.machine.ts';
import { accountList } from '../../src/schemas/api/account.ts';
import { authSettings, openIdConfig } from '../../src/schemas/api/server-admin.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const data = z.parse(authSettings, recording('auth-settings/get-openid').response.body);
const config = z.parse(openIdConfig, recording('auth/openid-config').response.body);

const [one, ...others] = z.parse(accountList, recording('users/list').response.body).users.items;
const accounts = (isLinked: boolean) => ({
  users: { items: one ? [{ ...one, hasOpenIDLink: isLinked }, ...others] : [], dropped: 0 },
});

export const claimsTrialModel = defineModel({
  name: 'claimsTrial',
  machine: claimsTrialMachine,
  starts: [{ input: undefined }],
  events: [
    { type: 'trial.toggle' },
    { type: 'trial.paste', pasted: '{"sub":"1"}' },
    { type: 'trial.choose', accountId: one?.id ?? '' },
    { type: 'trial.choose', accountId: null },
    { type: 'trial.retry' },
    { type: 'accounts.loaded', data: accounts(true) as never },
    { type: 'accounts.loaded', data: accounts(false) as never },
    { type: 'accounts.failed', cause: new AppException({ kind: 'timeout' }) },
  ],
  project: ({ context }) => [
    context.pasted !== '',
    context.accountId,
    context.accounts?.map(({ isLinked }) => isLinked),
  ],
  invariants: {
    'nothing is kept of what was tried out': (state) =>
      !state.matches('closed') || (state.context.pasted === '' && state.context.accounts === null),
    'the chosen account is there and linked': ({ context }) =>
      context.accountId === null ||
      (context.accounts ?? []).some(({ id, isLinked }) => id === context.accountId && isLinked),
    'it says why there are no accounts': (state) => !state.matches({ open: 'failed' }) || state.context.error !== null,
  },
});

export const authenticationModel = defineModel({
  name: 'authentication',
  machine: authenticationMachine,
  starts: [{ input: { route: { name: 'configAuthentication' }, entryKey: 'k', memory: null } }],
  fakes: { form: authenticationForm },
  events: [
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'authentication.fill' },
    { type: 'data.loaded', data },
    { type: 'form.saved', data },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'forbidden', message: '' }) },
  ],
  outputs: { discover: [config] },
  failures: { discover: [new AppException({ kind: 'rejected', status: 400, message: 'No' })] },
  project: ({ context }) => [context.form !== null, context.discovery?.kind, context.error?.kind],
  invariants: {
    'it shows settings only when it has some': (state) =>
      !state.matches('shown') || (state.context.settings !== null && state.context.form !== null),
    'it says why it has none': (state) => !state.matches('failed') || state.context.error !== null,
    'how a discovery ended is not said while another one runs': (state) =>
      !state.matches({ shown: 'discovering' }) || state.context.discovery === null,
  },
});
