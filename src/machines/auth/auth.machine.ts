import { cancel, not, type ActorRefFrom } from 'xstate';
import type { SignedIn } from '../../schemas/api/auth.ts';
import type { StoredSession } from '../../schemas/stored-session.ts';
import { authSetup, COOL_DOWN_MS, DENIED } from './auth.setup.ts';
import { refreshQueue } from './refresh-queue.state.ts';

/**
 * Who is signed in, and the only source of access tokens.
 *
 * Invariants
 * 1. Every state answers every `token.request`: else a call hangs for ever (pitfall 11).
 * 2. One refresh at a time, over all tabs: a second one would use a spent refresh token (pitfall 13).
 * 3. A waiter is answered once, when the refresh ends, whatever its end.
 * 4. Only an answer that says the session is over ends it. No network, a busy server, the rate limit (pitfall 14) or
 *    what a proxy says while the server restarts keep the visitor.
 * 5. Until `signedOut` is entered the token stays available, while signing out too: what still has to be saved asks
 *    for it like any call, and `forget` comes after the answer of `logout`.
 */
export const authMachine = authSetup.createMachine({
  id: 'auth',
  context: { session: null, waiters: [], coolDownMs: COOL_DOWN_MS, isLeaving: false },
  invoke: { src: 'storedSessionWatch', id: 'storedSessionWatch' },
  initial: 'starting',
  on: {
    'token.request': { actions: { type: 'grant', params: ({ event }) => ({ replyTo: event.replyTo }) } },
    'auth.adopt': {
      target: '.signedIn',
      actions: [
        { type: 'answerWaiters', params: { error: DENIED } },
        { type: 'keep', params: ({ event }) => ({ session: { accessToken: event.accessToken, userId: null } }) },
        'write',
        { type: 'tellSignedIn', params: { account: null } },
      ],
    },
  },
  states: {
    starting: {
      entry: 'read',
      always: [
        { guard: 'hasSession', target: 'signedIn', actions: { type: 'tellSignedIn', params: { account: null } } },
        { target: 'signedOut', actions: { type: 'tellSignedOut', params: { reason: 'start' } } },
      ],
    },
    signedOut: {
      entry: 'forget',
      on: {
        'auth.accept': {
          target: 'signedIn',
          actions: [
            { type: 'keep', params: ({ event }) => ({ session: sessionOf(event.account) }) },
            'write',
            { type: 'tellSignedIn', params: ({ event }) => event },
          ],
        },
        'auth.storedSessionChanged': {
          guard: { type: 'isAnotherUser', params: ({ event }) => ({ session: event.session }) },
          target: 'signedIn',
          actions: [
            { type: 'keep', params: ({ event }) => ({ session: event.session }) },
            { type: 'tellSignedIn', params: { account: null } },
          ],
        },
      },
    },
    signedIn: {
      ...refreshQueue,
      exit: cancel('settle'),
      on: {
        // What was heard is saved first, with a fresh token if it has to be: after the sign-out nothing can be.
        'auth.signOut': { guard: not('isLeaving'), actions: ['leave', 'tellSignOutRequested', 'settleInTime'] },
        'auth.settled': { guard: 'isLeaving', target: 'signingOut' },
        'auth.identified': {
          actions: [{ type: 'identify', params: ({ event }) => ({ userId: event.userId }) }, 'write'],
        },
        'auth.replaced': {
          actions: [{ type: 'replaceToken', params: ({ event }) => ({ accessToken: event.accessToken }) }, 'write'],
        },
        'auth.storedSessionChanged': [
          {
            guard: { type: 'isSameUser', params: ({ event }) => ({ session: event.session }) },
            actions: [{ type: 'keep', params: ({ event }) => ({ session: event.session }) }, 'tellRefreshed'],
          },
          {
            guard: { type: 'isAnotherUser', params: ({ event }) => ({ session: event.session }) },
            target: '.ready',
            actions: [
              { type: 'answerWaiters', params: { error: DENIED } },
              { type: 'keep', params: ({ event }) => ({ session: event.session }) },
              { type: 'tellSignedIn', params: { account: null } },
            ],
          },
          {
            target: 'signedOut',
            actions: [
              { type: 'answerWaiters', params: { error: DENIED } },
              { type: 'tellSignedOut', params: { reason: 'elsewhere' } },
            ],
          },
        ],
      },
    },
    signingOut: {
      tags: 'busy',
      entry: [{ type: 'answerWaiters', params: { error: DENIED } }, 'tellSigningOut'],
      invoke: {
        src: 'logout',
        id: 'logout',
        onDone: {
          target: 'signedOut',
          actions: [
            'forget',
            'write',
            { type: 'tellSignedOut', params: ({ event }) => ({ reason: 'user', leaveTo: event.output.redirect_url }) },
          ],
        },
        onError: {
          target: 'signedOut',
          actions: ['forget', 'write', { type: 'tellSignedOut', params: { reason: 'user' } }],
        },
      },
    },
  },
});

/** What is kept of a sign-in. */
function sessionOf({ user }: SignedIn): StoredSession {
  return { accessToken: user.accessToken, userId: user.id };
}

export type AuthRef = ActorRefFrom<typeof authMachine>;
