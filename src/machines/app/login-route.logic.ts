import type { SignedOutReason } from '../account/auth/auth.protocol.ts';
import type { AnyRoute, Route } from '../kit/router/routes.ts';

export interface WayIn {
  readonly route: AnyRoute;
  readonly path: string;
  /** After a sign-out the identity provider must not sign in again at once (pitfall 16). */
  readonly mayAutoLaunch: boolean;
  readonly signedOutReason: SignedOutReason;
}

export function tokenOf(route: AnyRoute): string | null {
  return route.name === 'login' ? (route.accessToken ?? null) : null;
}

/** `/login`, with a way back to the wanted page unless the visitor signed out. */
export function loginFor({ route, path, mayAutoLaunch, signedOutReason }: WayIn): Route {
  const autoLaunch = mayAutoLaunch ? {} : { autoLaunch: '0' };
  if (signedOutReason === 'user' || route.name === 'index' || route.name === 'batch')
    return { name: 'login', ...autoLaunch };
  return { name: 'login', redirect: path, ...autoLaunch };
}

export function wantedBy(way: WayIn): string | null {
  const login = way.route.name === 'login' ? way.route : loginFor(way);
  return ('redirect' in login ? login.redirect : undefined) ?? null;
}
