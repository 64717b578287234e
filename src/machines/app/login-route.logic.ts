import type { SignedOutReason } from '../auth/auth.protocol.ts';
import type { AnyRoute, Route } from '../router/routes.ts';

/** Where a visitor without an account was, and why the account is gone. */
export interface WayIn {
  readonly route: AnyRoute;
  readonly path: string;
  /**
   * After a sign-out by the visitor, here or in another tab, an identity provider must not sign in again at once
   * (pitfall 16).
   */
  readonly mayAutoLaunch: boolean;
  /** Why the last account is gone; the way in says so. */
  readonly signedOutReason: SignedOutReason;
}

/** The access token that an identity provider's return carries, or null. */
export function tokenOf(route: AnyRoute): string | null {
  return route.name === 'login' ? (route.accessToken ?? null) : null;
}

/** Where a visitor without account goes: `/login`, and back to the wanted page afterwards unless he left by himself. */
export function loginFor({ route, path, mayAutoLaunch, signedOutReason }: WayIn): Route {
  const autoLaunch = mayAutoLaunch ? {} : { autoLaunch: '0' };
  if (signedOutReason === 'user' || route.name === 'index' || route.name === 'batch')
    return { name: 'login', ...autoLaunch };
  return { name: 'login', redirect: path, ...autoLaunch };
}

/** The path that the visitor goes on to after a sign-in, also while still on the way to `/login`; null: none. */
export function wantedBy(way: WayIn): string | null {
  const login = way.route.name === 'login' ? way.route : loginFor(way);
  return ('redirect' in login ? login.redirect : undefined) ?? null;
}
