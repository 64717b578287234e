import { toAppError } from '../../../schemas/app-error.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { authSetup } from './auth.setup.ts';
import { usernameIn } from './token-name.logic.ts';

/** While signed in: one refresh for all requests. A request that names an older token gets the current one. */
export const refreshQueue = authSetup.createStateConfig({
  initial: 'ready',
  states: {
    ready: {
      on: {
        'token.request': {
          guard: { type: 'isCurrentToken', params: ({ event }) => ({ rejected: event.rejected }) },
          target: 'refreshing',
          actions: { type: 'rememberWaiter', params: ({ event }) => ({ replyTo: event.replyTo }) },
        },
      },
    },
    refreshing: {
      on: {
        'token.request': {
          actions: { type: 'rememberWaiter', params: ({ event }) => ({ replyTo: event.replyTo }) },
        },
      },
      invoke: {
        src: 'refreshTokens',
        id: 'refreshTokens',
        input: ({ context }) => context.session ?? { accessToken: '', userId: null },
        onDone: {
          target: 'ready',
          actions: [
            { type: 'keep', params: ({ event }) => ({ session: event.output }) },
            { type: 'answerWaiters', params: { error: null } },
            'notifyRefreshed',
          ],
        },
        onError: [
          {
            guard: { type: 'isRateLimited', params: failureOf },
            target: 'coolingDown',
            actions: [
              { type: 'rememberCoolDown', params: failureOf },
              { type: 'answerWaiters', params: ({ event }) => ({ error: toAppError(event.error) }) },
            ],
          },
          {
            guard: { type: 'isSessionOver', params: failureOf },
            target: '#auth.signedOut',
            actions: [
              { type: 'answerWaiters', params: ({ event }) => ({ error: toAppError(event.error) }) },
              {
                type: 'notifySignedOut',
                params: ({ context: { session } }) => ({
                  reason: 'expired',
                  username: session && usernameIn(session.accessToken),
                }),
              },
              'forget',
              'write',
            ],
          },
          {
            target: 'ready',
            actions: { type: 'answerWaiters', params: ({ event }) => ({ error: toAppError(event.error) }) },
          },
        ],
      },
    },
    coolingDown: {
      after: { coolDown: 'ready' },
      on: {
        'token.request': {
          guard: { type: 'isCurrentToken', params: ({ event }) => ({ rejected: event.rejected }) },
          actions: {
            type: 'deny',
            params: ({ event, context }) => ({
              replyTo: event.replyTo,
              error: {
                kind: 'rateLimited',
                message: '',
                retryAfterSeconds: Math.ceil(context.coolDownMs / 1000),
              },
            }),
          },
        },
      },
    },
  },
});
