import { authMachine } from '../../src/machines/account/auth/auth.machine.ts';
import type { AuthEvent, TokenAnswer } from '../../src/machines/account/auth/auth.protocol.ts';
import type { SignedIn } from '../../src/schemas/api/auth.ts';
import { AppException, type AppError } from '../../src/schemas/app-error.ts';
import { createFakePorts } from '../support/fakes/ports.ts';
import { defineModel } from '../support/rig.ts';

const mine = { accessToken: 'mine', userId: 'u1' };
const renewed = { accessToken: 'renewed', userId: 'u1' };
const other = { accessToken: 'other', userId: 'u2' };

const signedInBefore = () => {
  const ports = createFakePorts();
  ports.storage.put('earmark.session', JSON.stringify(mine));
  return ports;
};

const failures = (...errors: readonly AppError[]) => errors.map((error) => new AppException(error));

/** Every caller that requested a token, with its answers. */
const callers: TokenAnswer[][] = [];

const request = (rejected: string | null) => (): AuthEvent => {
  const answers: TokenAnswer[] = [];
  callers.push(answers);
  return { type: 'token.request', rejected, replyTo: { send: (answer) => void answers.push(answer) } };
};

export const authModel = defineModel({
  name: 'auth',
  machine: authMachine,
  starts: [{}, { ports: signedInBefore }],
  events: [
    { type: 'auth.accept', account: { user: { id: 'u1', accessToken: 'mine' } } as SignedIn },
    { type: 'auth.adopt', accessToken: 'mine' },
    { type: 'auth.identified', userId: 'u1' },
    { type: 'auth.replaced', accessToken: 'renewed' },
    { type: 'auth.signOut' },
    { type: 'auth.settled' },
    request(null),
    request('mine'),
    { type: 'auth.storedSessionChanged', session: renewed },
    { type: 'auth.storedSessionChanged', session: other },
    { type: 'auth.storedSessionChanged', session: null },
  ],
  outputs: {
    refreshTokens: [renewed],
    logout: [{ redirect_url: null }],
  },
  failures: {
    refreshTokens: failures(
      { kind: 'network' },
      { kind: 'unauthorized', message: '' },
      { kind: 'rateLimited', message: '', retryAfterSeconds: 30 },
      { kind: 'rateLimited', message: '', retryAfterSeconds: null },
    ),
  },
  project: ({ context }) => ({
    session: context.session,
    isLeaving: context.isLeaving,
    waiting: Math.min(context.waiters.length, 2),
  }),
  invariants: {
    'callers wait only while a refresh runs': (state) =>
      state.context.waiters.length === 0 || state.matches({ signedIn: 'refreshing' }),
    'no caller is answered twice': () => callers.every((answers) => answers.length <= 1),
    'signed in means that there is a session': (state) => !state.matches('signedIn') || state.context.session !== null,
    'signed out means that there is none': (state) => !state.matches('signedOut') || state.context.session === null,
  },
});
