import type { SignedIn } from '../../../schemas/api/auth.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { StoredSessionChanged } from './auth.actors.ts';

export type TokenAnswer = { type: 'token.granted'; accessToken: string } | { type: 'token.denied'; error: AppError };

export interface TokenWaiter {
  send(answer: TokenAnswer): void;
}

export type AuthEvent =
  | { type: 'auth.accept'; account: SignedIn }
  | { type: 'auth.adopt'; accessToken: string }
  | { type: 'auth.identified'; userId: string }
  /** An answer carried a new token (an administrator renamed this account). */
  | { type: 'auth.replaced'; accessToken: string }
  | { type: 'auth.signOut' }
  /** Heard seconds are saved: the sign-out may go on. */
  | { type: 'auth.settled' }
  | { type: 'token.request'; rejected: string | null; replyTo: TokenWaiter }
  | StoredSessionChanged;

/** No account at the start, own sign-out, sign-out in another tab, or ended by the server. */
export type SignedOutReason = 'start' | 'user' | 'elsewhere' | 'expired';

export type AuthParentEvent =
  | { type: 'auth.signedIn'; account: SignedIn | null }
  /** The answer is `auth.settled`. */
  | { type: 'auth.signOutRequested' }
  | { type: 'auth.signOutStarted' }
  /** The token was replaced, here or in another tab. */
  | { type: 'auth.refreshed' }
  /** `leaveTo`: provider page that ends its session too. `username`: of a session that the server ended. */
  | { type: 'auth.signedOut'; reason: SignedOutReason; leaveTo: string | null; username: string | null };
