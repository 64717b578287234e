import { assign, enqueueActions, raise, sendParent, setup, type AnyActorRef } from 'xstate';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { SignedIn } from '../../../schemas/api/auth.ts';
import { logout } from '../../../services/endpoints/auth.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { failedBy, type Failure } from '../../kit/failure.logic.ts';
import { readSession, refreshTokens, storedSessionWatch, writeSession, type StoredSession } from './auth.actors.ts';
import type { AuthEvent, AuthParentEvent, SignedOutReason, TokenAnswer, TokenWaiter } from './auth.protocol.ts';

interface AuthContext {
  session: StoredSession | null;
  waiters: readonly TokenWaiter[];
  /** Wait until the next refresh, in ms from the refusal. */
  coolDownMs: number;
  isLeaving: boolean;
}

interface SignedOut {
  readonly reason: SignedOutReason;
  readonly leaveTo?: string | null | undefined;
  readonly username?: string | null;
}

export const COOL_DOWN_MS = 60_000;
/** Longest wait for saves before a sign-out, in ms. */
const SETTLE_MS = 5_000;
export const DENIED: AppError = { kind: 'unauthorized', message: '' };

export const authSetup = setup({
  types: { context: {} as AuthContext, events: {} as AuthEvent },
  actors: { storedSessionWatch, refreshTokens, logout: callEndpoint(logout) },
  delays: { coolDown: ({ context }) => context.coolDownMs, settleTime: SETTLE_MS },
  guards: {
    isLeaving: ({ context }) => context.isLeaving,
    hasSession: ({ context }) => context.session !== null,
    isCurrentToken: ({ context }, params: { rejected: string | null }) =>
      params.rejected !== null && params.rejected === context.session?.accessToken,
    isSessionOver: (_, params: Failure) => endsSession(toAppError(params.cause)),
    isRateLimited: (_, params: Failure) => failedBy(params, 'rateLimited'),
    isSameUser: ({ context }, params: { session: StoredSession | null }) =>
      params.session !== null && params.session.userId === context.session?.userId,
    isAnotherUser: (_, params: { session: StoredSession | null }) => params.session !== null,
  },
  actions: {
    read: assign(({ system }) => ({ session: readSession(system) })),
    keep: assign(({ context }, params: { session: StoredSession | null }) => ({
      session: params.session,
      isLeaving: context.isLeaving && params.session !== null && params.session.userId === context.session?.userId,
    })),
    write: ({ context, system }) => writeSession(system, context.session),
    forget: assign({ session: null, isLeaving: false }),
    leave: assign({ isLeaving: true }),
    settleInTime: raise({ type: 'auth.settled' }, { id: 'settle', delay: 'settleTime' }),
    identify: assign(({ context }, params: { userId: string }) => ({
      session: context.session && { ...context.session, userId: params.userId },
    })),
    replaceToken: assign(({ context }, params: { accessToken: string }) => ({
      session: { accessToken: params.accessToken, userId: context.session?.userId ?? null },
    })),
    rememberCoolDown: assign((_, params: Failure) => {
      const error = toAppError(params.cause);
      const seconds = error.kind === 'rateLimited' ? error.retryAfterSeconds : null;
      return { coolDownMs: seconds === null ? COOL_DOWN_MS : seconds * 1000 };
    }),
    rememberWaiter: assign(({ context }, params: { replyTo: TokenWaiter }) => ({
      waiters: [...context.waiters, params.replyTo],
    })),
    grant: enqueueActions(({ context: { session }, enqueue }, params: { replyTo: TokenWaiter }) => {
      notify(
        enqueue,
        params.replyTo,
        session ? { type: 'token.granted', accessToken: session.accessToken } : { type: 'token.denied', error: DENIED },
      );
    }),
    deny: enqueueActions(({ enqueue }, params: { replyTo: TokenWaiter; error: AppError }) =>
      notify(enqueue, params.replyTo, { type: 'token.denied', error: params.error }),
    ),
    answerWaiters: enqueueActions(({ context, enqueue }, params: { error: AppError | null }) => {
      const { session, waiters } = context;
      const answer: TokenAnswer =
        params.error === null && session
          ? { type: 'token.granted', accessToken: session.accessToken }
          : { type: 'token.denied', error: params.error ?? DENIED };
      for (const waiter of waiters) notify(enqueue, waiter, answer);
      enqueue.assign({ waiters: [] });
    }),
    notifySignedIn: sendParent(
      (_, params: { account: SignedIn | null }) =>
        ({ type: 'auth.signedIn', account: params.account }) satisfies AuthParentEvent,
    ),
    notifyRefreshed: sendParent({ type: 'auth.refreshed' } satisfies AuthParentEvent),
    notifySignOutRequested: sendParent({ type: 'auth.signOutRequested' } satisfies AuthParentEvent),
    notifySigningOut: sendParent({ type: 'auth.signOutStarted' } satisfies AuthParentEvent),
    notifySignedOut: sendParent(
      (_, { reason, leaveTo, username }: SignedOut) =>
        ({
          type: 'auth.signedOut',
          reason,
          leaveTo: leaveTo ?? null,
          username: username ?? null,
        }) satisfies AuthParentEvent,
    ),
  },
});

/** Actors get a `sendTo`: a direct `send` in an action would run them too early. */
function notify(
  enqueue: { (action: () => void): void; sendTo(target: AnyActorRef, answer: TokenAnswer): void },
  receiver: TokenWaiter,
  answer: TokenAnswer,
): void {
  if ('getSnapshot' in receiver) enqueue.sendTo(receiver as AnyActorRef, answer);
  else enqueue(() => receiver.send(answer));
}

/** Only a refusal, or an account without a token, ends the sign-in. */
function endsSession(error: AppError): boolean {
  if (error.kind === 'contract') return error.issues.some(({ path }) => path !== '');
  return error.kind === 'unauthorized' || error.kind === 'forbidden';
}
