import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import { authorized, signedIn, signedOut } from '../../schemas/api/auth.ts';
import { serverStatus } from '../../schemas/api/status.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** Anyone. */
export const getStatus = defineEndpoint()({
  name: 'auth.status',
  method: 'GET',
  path: () => '/status',
  output: serverStatus,
  auth: 'none',
});

/** Anyone, once, while `isInit` is false; 500 afterwards. Makes the root account. */
export const createRootUser = defineEndpoint<Body<'auth.init'>['newRoot']>()({
  name: 'auth.init',
  method: 'POST',
  path: () => '/init',
  body: (newRoot) => ({ newRoot }),
  output: acknowledgement,
  answer: 'text',
  auth: 'none',
});

/** Anyone. 401 for wrong name or password (not told apart), 429 over 40 sign-ins and refreshes in ten minutes. */
export const login = defineEndpoint<Body<'auth.login'>>()({
  name: 'auth.login',
  method: 'POST',
  path: () => '/login',
  body: (credentials) => credentials,
  output: signedIn,
  auth: 'none',
});

/**
 * The holder of the refresh cookie, which rotates: one call at a time over all tabs. 401 ends the session; 429 as
 * login.
 */
export const refresh = defineEndpoint()({
  name: 'auth.refresh',
  method: 'POST',
  path: () => '/auth/refresh',
  output: signedIn,
  auth: 'none',
});

/** Anyone. Ends the refresh session and clears its cookie; the access token stays valid until it expires. */
export const logout = defineEndpoint()({
  name: 'auth.logout',
  method: 'POST',
  path: () => '/logout',
  output: signedOut,
  auth: 'none',
});

/** Any user: the account of the token, for a token that came by OpenID or from another tab. */
export const authorize = defineEndpoint()({
  name: 'auth.authorize',
  method: 'POST',
  changesData: false,
  path: () => '/api/authorize',
  output: authorized,
});
