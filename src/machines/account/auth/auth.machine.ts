import { cancel, not, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { SignedIn } from '../../../schemas/api/auth.ts';
import type { StoredSession } from './auth.actors.ts';
import { authSetup, COOL_DOWN_MS, DENIED } from './auth.setup.ts';
import { refreshQueue } from './refresh-queue.state.ts';
import type { SystemRef } from '../../kit/system.ts';

/**
 * Source of access tokens, with one refresh at a time over all tabs (pitfall 13). Every state answers every
 * `token.request`, else a call hangs (pitfall 11). Network failures, rate limits (pitfall 14) and proxy errors keep the
 * sign-in. The token stays available until `signedOut`, to save the rest.
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
        { type: 'notifySignedIn', params: { account: null } },
      ],
    },
  },
  states: {
    starting: {
      entry: 'read',
      always: [
        { guard: 'hasSession', target: 'signedIn', actions: { type: 'notifySignedIn', params: { account: null } } },
        { target: 'signedOut', actions: { type: 'notifySignedOut', params: { reason: 'start' } } },
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
            by('notifySignedIn'),
          ],
        },
        'auth.storedSessionChanged': {
          guard: { type: 'isAnotherUser', params: ({ event }) => ({ session: event.session }) },
          target: 'signedIn',
          actions: [
            { type: 'keep', params: ({ event }) => ({ session: event.session }) },
            { type: 'notifySignedIn', params: { account: null } },
          ],
        },
      },
    },
    signedIn: {
      ...refreshQueue,
      exit: cancel('settle'),
      on: {
        // Heard seconds are saved first: after the sign-out there is no token for it.
        'auth.signOut': { guard: not('isLeaving'), actions: ['leave', 'notifySignOutRequested', 'settleInTime'] },
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
            actions: [{ type: 'keep', params: ({ event }) => ({ session: event.session }) }, 'notifyRefreshed'],
          },
          {
            guard: { type: 'isAnotherUser', params: ({ event }) => ({ session: event.session }) },
            target: '.ready',
            actions: [
              { type: 'answerWaiters', params: { error: DENIED } },
              { type: 'keep', params: ({ event }) => ({ session: event.session }) },
              { type: 'notifySignedIn', params: { account: null } },
            ],
          },
          {
            target: 'signedOut',
            actions: [
              { type: 'answerWaiters', params: { error: DENIED } },
              { type: 'notifySignedOut', params: { reason: 'elsewhere' } },
            ],
          },
        ],
      },
    },
    signingOut: {
      tags: 'busy',
      entry: [{ type: 'answerWaiters', params: { error: DENIED } }, 'notifySigningOut'],
      invoke: {
        src: 'logout',
        id: 'logout',
        onDone: {
          target: 'signedOut',
          actions: [
            'forget',
            'write',
            {
              type: 'notifySignedOut',
              params: ({ event }) => ({ reason: 'user', leaveTo: event.output.redirect_url }),
            },
          ],
        },
        onError: {
          target: 'signedOut',
          actions: ['forget', 'write', { type: 'notifySignedOut', params: { reason: 'user' } }],
        },
      },
    },
  },
});

function sessionOf({ user }: SignedIn): StoredSession {
  return { accessToken: user.accessToken, userId: user.id };
}

export type AuthRef = SystemRef<'auth', ActorRefFrom<typeof authMachine>>;
