import type { SignedIn } from '../../schemas/api/auth.ts';
import { createRootUser, login } from '../../services/endpoints/auth.ts';
import { form, type FormRef } from '../kit/form.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export type CredentialsProblem = 'usernameMissing';
export type CredentialsRef = FormRef<Credentials, CredentialsProblem>;

const lacksUsername = ({ username }: { username: string }) => username.trim() === '';

/** Signing in. Saved: the server takes them, and answers with the account. */
export const credentialsForm = form<Credentials, CredentialsProblem, SignedIn>('credentials', {
  check: (values) => (lacksUsername(values) ? { username: 'usernameMissing' } : {}),
  save: (api, { username, password }, signal) => api.call(login, { username: username.trim(), password }, signal),
});

export interface FirstUser extends Credentials {
  /** The password once more. */
  readonly confirmation: string;
}

/** The root needs a name (AUT-020), and the two passwords must be equal. */
export type FirstUserProblem = 'usernameMissing' | 'passwordsDiffer';
export type FirstUserRef = FormRef<FirstUser, FirstUserProblem>;

/**
 * The first set-up of a server: makes the root account and signs in with it. An empty password needs a confirmation.
 * Saved: the account is made; the answer is null where the sign-in failed.
 */
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
