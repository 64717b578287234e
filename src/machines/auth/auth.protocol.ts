import type { SignedIn } from '../../schemas/api/auth.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { StoredSessionChanged } from './auth.actors.ts';

export type TokenAnswer = { type: 'token.granted'; accessToken: string } | { type: 'token.denied'; error: AppError };

/** Who requested a token. Not always an actor: calls over HTTP ask too. */
export interface TokenWaiter {
  send(answer: TokenAnswer): void;
}

export type AuthEvent =
  /** The server took name and password. */
  | { type: 'auth.accept'; account: SignedIn }
  /** Back from an identity provider with a token. */
  | { type: 'auth.adopt'; accessToken: string }
  /** The account of the token is known now. */
  | { type: 'auth.identified'; userId: string }
  /** An answer carried a new token (an admin renamed the own account). */
  | { type: 'auth.replaced'; accessToken: string }
  | { type: 'auth.signOut' }
  /** What was heard is saved: the account may leave. */
  | { type: 'auth.settled' }
  | { type: 'token.request'; rejected: string | null; replyTo: TokenWaiter }
  | StoredSessionChanged;

/** Why there is nobody: never was, the visitor left, another tab left, or the server ended it. */
export type SignedOutReason = 'start' | 'user' | 'elsewhere' | 'expired';

export type AuthParentEvent =
  | { type: 'auth.signedIn'; account: SignedIn | null }
  /** The account is about to leave; the answer is `auth.settled`. */
  | { type: 'auth.signOutRequested' }
  | { type: 'auth.signOutStarted' }
  /** A new token took the place of the one before, here or in another tab. */
  | { type: 'auth.refreshed' }
  /** `leaveTo`: page of the identity provider that ends its session too. */
  | { type: 'auth.signedOut'; reason: SignedOutReason; leaveTo: string | null };
