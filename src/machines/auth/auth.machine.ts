import { assign, enqueueActions, sendParent, setup, type ActorRefFrom } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { SignedIn } from '../../schemas/api/auth.ts';
import type { StoredSession } from '../../schemas/stored-session.ts';
import { login, logout } from '../../services/endpoints/auth.ts';
import { callEndpoint } from '../app/ports.ts';
import { otherTabs, readSession, refreshTokens, writeSession, type SessionElsewhere } from './auth.actors.ts';

export type TokenAnswer =
  | { type: 'token.granted'; accessToken: string }
  | { type: 'token.denied'; error: AppError };

/** Who asked for a token. Not always an actor: calls over HTTP ask too. */
interface Receiver {
  send(answer: TokenAnswer): void;
}

export type AuthEvent =
  | { type: 'auth.signIn'; username: string; password: string }
  /** Back from an identity provider with a token. */
  | { type: 'auth.adopt'; accessToken: string }
  /** The account of the token is known now. */
  | { type: 'auth.identified'; userId: string }
  /** An answer carried a new token (an admin renamed the own account). */
  | { type: 'auth.replaced'; accessToken: string }
  | { type: 'auth.signOut' }
  | { type: 'token.request'; rejected: string | null; replyTo: Receiver }
  | SessionElsewhere;

/** Why there is nobody: never was, the visitor left, another tab left, or the server ended it. */
export type SignedOutReason = 'start' | 'user' | 'elsewhere' | 'expired';

export type AuthParentEvent =
  | { type: 'auth.signedIn'; account: SignedIn | null }
  | { type: 'auth.signingOut' }
  /** A new token took the place of a refused one. */
  | { type: 'auth.refreshed' }
  /** `leaveTo`: page of the identity provider that ends its session too. */
  | { type: 'auth.signedOut'; reason: SignedOutReason; leaveTo: string | null };

interface AuthContext {
  session: StoredSession | null;
  waiters: readonly Receiver[];
  /** Why the last sign-in failed. */
  error: AppError | null;
  /** When the server allows the next refresh, in ms from the refusal. */
  coolDownMs: number;
}

const COOL_DOWN_MS = 60_000;
const DENIED: AppError = { kind: 'unauthorized', message: '' };

/**
 * Who is signed in, and the only source of access tokens.
 *
 * Invariants
 * 1. Every state answers every `token.request`: else a call hangs for ever (pitfall 11).
 * 2. One refresh at a time, over all tabs: a second one would use a spent refresh token (pitfall 13).
 * 3. A waiter is answered once, when the refresh ends, whatever its end.
 * 4. Only an answer that says the session is over ends it. No network, a busy server or the rate limit
 *    keep the visitor (pitfall 14).
 */
export const authMachine = setup({
  types: { context: {} as AuthContext, events: {} as AuthEvent },
  actors: { otherTabs, refreshTokens, login: callEndpoint(login), logout: callEndpoint(logout) },
  delays: { coolDown: ({ context }) => context.coolDownMs },
  guards: {
    hasSession: ({ context }) => context.session !== null,
    isCurrentToken: ({ context }, params: { rejected: string | null }) =>
      params.rejected !== null && params.rejected === context.session?.accessToken,
    isSessionOver: (_, params: { cause: unknown }) =>
      ['unauthorized', 'forbidden', 'notFound', 'contract', 'rejected'].includes(toAppError(params.cause).kind),
    isRateLimited: (_, params: { cause: unknown }) => toAppError(params.cause).kind === 'rateLimited',
    isSameUser: ({ context }, params: { session: StoredSession | null }) =>
      params.session !== null && params.session.userId === context.session?.userId,
    isAnotherUser: (_, params: { session: StoredSession | null }) => params.session !== null,
  },
  actions: {
    read: assign(({ system }) => ({ session: readSession(system) })),
    keep: assign((_, params: { session: StoredSession | null }) => ({ session: params.session, error: null })),
    write: ({ context, system }) => writeSession(system, context.session),
    forget: assign({ session: null }),
    identify: assign(({ context }, params: { userId: string }) => ({
      session: context.session && { ...context.session, userId: params.userId },
    })),
    replaceToken: assign(({ context }, params: { accessToken: string }) => ({
      session: { accessToken: params.accessToken, userId: context.session?.userId ?? null },
    })),
    rememberFailure: assign((_, params: { cause: unknown }) => ({ error: toAppError(params.cause) })),
    clearFailure: assign({ error: null }),
    rememberCoolDown: assign((_, params: { cause: unknown }) => {
      const error = toAppError(params.cause);
      const seconds = error.kind === 'rateLimited' ? error.retryAfterSeconds : null;
      return { coolDownMs: seconds === null ? COOL_DOWN_MS : seconds * 1000 };
    }),
    rememberWaiter: assign(({ context }, params: { replyTo: Receiver }) => ({
      waiters: [...context.waiters, params.replyTo],
    })),
    grant: ({ context }, params: { replyTo: Receiver }) =>
      params.replyTo.send(
        context.session
          ? { type: 'token.granted', accessToken: context.session.accessToken }
          : { type: 'token.denied', error: DENIED },
      ),
    deny: (_, params: { replyTo: Receiver; error: AppError }) =>
      params.replyTo.send({ type: 'token.denied', error: params.error }),
    answerWaiters: enqueueActions(({ context, enqueue }, params: { error: AppError | null }) => {
      const { session, waiters } = context;
      const answer: TokenAnswer =
        params.error === null && session
          ? { type: 'token.granted', accessToken: session.accessToken }
          : { type: 'token.denied', error: params.error ?? DENIED };
      enqueue(() => waiters.forEach((waiter) => waiter.send(answer)));
      enqueue.assign({ waiters: [] });
    }),
    tellSignedIn: sendParent((_, params: { account: SignedIn | null }) => ({ type: 'auth.signedIn', account: params.account }) satisfies AuthParentEvent),
    tellRefreshed: sendParent({ type: 'auth.refreshed' } satisfies AuthParentEvent),
    tellSigningOut: sendParent({ type: 'auth.signingOut' } satisfies AuthParentEvent),
    tellSignedOut: sendParent(
      (_, params: { reason: SignedOutReason; leaveTo?: string | null | undefined }) =>
        ({ type: 'auth.signedOut', reason: params.reason, leaveTo: params.leaveTo ?? null }) satisfies AuthParentEvent,
    ),
  },
}).createMachine({
  id: 'auth',
  context: { session: null, waiters: [], error: null, coolDownMs: COOL_DOWN_MS },
  invoke: { src: 'otherTabs', id: 'otherTabs' },
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
        'auth.signIn': { target: 'signingIn', actions: 'clearFailure' },
        'auth.sessionElsewhere': {
          guard: { type: 'isAnotherUser', params: ({ event }) => ({ session: event.session }) },
          target: 'signedIn',
          actions: [
            { type: 'keep', params: ({ event }) => ({ session: event.session }) },
            { type: 'tellSignedIn', params: { account: null } },
          ],
        },
      },
    },
    signingIn: {
      tags: 'busy',
      invoke: {
        src: 'login',
        id: 'login',
        input: ({ event }) => {
          if (event.type !== 'auth.signIn') throw new Error(`signingIn entered by ${event.type}`);
          return { username: event.username, password: event.password };
        },
        onDone: {
          target: 'signedIn',
          actions: [
            { type: 'keep', params: ({ event }) => ({ session: { accessToken: event.output.user.accessToken, userId: event.output.user.id } }) },
            'write',
            { type: 'tellSignedIn', params: ({ event }) => ({ account: event.output }) },
          ],
        },
        onError: { target: 'signedOut', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
      },
    },
    signedIn: {
      initial: 'ready',
      on: {
        'auth.signOut': 'signingOut',
        'auth.identified': { actions: [{ type: 'identify', params: ({ event }) => ({ userId: event.userId }) }, 'write'] },
        'auth.replaced': { actions: [{ type: 'replaceToken', params: ({ event }) => ({ accessToken: event.accessToken }) }, 'write'] },
        'auth.sessionElsewhere': [
          {
            guard: { type: 'isSameUser', params: ({ event }) => ({ session: event.session }) },
            actions: { type: 'keep', params: ({ event }) => ({ session: event.session }) },
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
      states: {
        ready: {
          on: {
            'token.request': [
              {
                guard: { type: 'isCurrentToken', params: ({ event }) => ({ rejected: event.rejected }) },
                target: 'refreshing',
                actions: { type: 'rememberWaiter', params: ({ event }) => ({ replyTo: event.replyTo }) },
              },
              { actions: { type: 'grant', params: ({ event }) => ({ replyTo: event.replyTo }) } },
            ],
          },
        },
        refreshing: {
          on: {
            'token.request': { actions: { type: 'rememberWaiter', params: ({ event }) => ({ replyTo: event.replyTo }) } },
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
                'tellRefreshed',
              ],
            },
            onError: [
              {
                guard: { type: 'isRateLimited', params: ({ event }) => ({ cause: event.error }) },
                target: 'coolingDown',
                actions: [
                  { type: 'rememberCoolDown', params: ({ event }) => ({ cause: event.error }) },
                  { type: 'answerWaiters', params: ({ event }) => ({ error: toAppError(event.error) }) },
                ],
              },
              {
                guard: { type: 'isSessionOver', params: ({ event }) => ({ cause: event.error }) },
                target: '#auth.signedOut',
                actions: [
                  { type: 'answerWaiters', params: ({ event }) => ({ error: toAppError(event.error) }) },
                  'forget',
                  'write',
                  { type: 'tellSignedOut', params: { reason: 'expired' } },
                ],
              },
              { target: 'ready', actions: { type: 'answerWaiters', params: ({ event }) => ({ error: toAppError(event.error) }) } },
            ],
          },
        },
        coolingDown: {
          after: { coolDown: 'ready' },
          on: {
            'token.request': [
              {
                guard: { type: 'isCurrentToken', params: ({ event }) => ({ rejected: event.rejected }) },
                actions: {
                  type: 'deny',
                  params: ({ event, context }) => ({
                    replyTo: event.replyTo,
                    error: { kind: 'rateLimited', message: '', retryAfterSeconds: Math.ceil(context.coolDownMs / 1000) },
                  }),
                },
              },
              { actions: { type: 'grant', params: ({ event }) => ({ replyTo: event.replyTo }) } },
            ],
          },
        },
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
        onError: { target: 'signedOut', actions: ['forget', 'write', { type: 'tellSignedOut', params: { reason: 'user' } }] },
      },
    },
  },
});

export type AuthRef = ActorRefFrom<typeof authMachine>;
