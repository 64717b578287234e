import type { SignedIn } from '../../../schemas/api/auth.ts';
import { createRootUser, login } from '../../../services/endpoints/auth.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export type CredentialsProblem = 'usernameMissing';
export type CredentialsRef = FormRef<Credentials, CredentialsProblem>;

const lacksUsername = ({ username }: { username: string }) => username.trim() === '';

export const credentialsForm = form<Credentials, CredentialsProblem, SignedIn>('credentials', {
  check: (values) => (lacksUsername(values) ? { username: 'usernameMissing' } : {}),
  save: (api, { username, password }, signal) => api.call(login, { username: username.trim(), password }, signal),
});

export interface FirstUser extends Credentials {
  readonly confirmation: string;
}

export type FirstUserProblem = 'usernameMissing' | 'passwordsDiffer';
export type FirstUserRef = FormRef<FirstUser, FirstUserProblem>;

/** Makes the root account and signs in; null if the sign-in failed. An empty password needs a confirmation. */
export const firstUserForm = form<FirstUser, FirstUserProblem, SignedIn | null>('firstUser', {
  check: (values) =>
    lacksUsername(values)
      ? { username: 'usernameMissing' }
      : values.password === values.confirmation
        ? {}
        : { confirmation: 'passwordsDiffer' },
  needsAnswer: ({ password }) => password === '',
  save: async (api, values, signal) => {
    const credentials = { username: values.username.trim(), password: values.password };
    await api.call(createRootUser, credentials, signal);
    return api.call(login, credentials, signal).catch(() => null);
  },
});
