import { acknowledgement } from '../../schemas/api/common.ts';
import { authorized, signedIn, signedOut } from '../../schemas/api/auth.ts';
import { serverStatus } from '../../schemas/api/server-settings.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

export const getStatus = defineEndpoint()({
  name: 'auth.status',
  method: 'GET',
  path: () => '/status',
  output: serverStatus,
  auth: 'none',
});

/** Makes the root account; 500 unless `isInit` is false. */
export const createRootUser = defineEndpoint<Body<'auth.init'>['newRoot']>()({
  name: 'auth.init',
  method: 'POST',
  path: () => '/init',
  body: (newRoot) => ({ newRoot }),
  output: acknowledgement,
  answer: 'text',
  auth: 'none',
});

/** 401 for a wrong name or password, 429 over 40 sign-ins and refreshes in ten minutes. */
export const login = defineEndpoint<Body<'auth.login'>>()({
  name: 'auth.login',
  method: 'POST',
  path: () => '/login',
  body: (credentials) => credentials,
  output: signedIn,
  auth: 'none',
});

/** Rotates the refresh cookie: one call at a time over all tabs. 401 ends the session; 429 as login. */
export const refresh = defineEndpoint()({
  name: 'auth.refresh',
  method: 'POST',
  path: () => '/auth/refresh',
  output: signedIn,
  auth: 'none',
});

/** Ends the refresh session; the access token stays valid until it expires. */
export const logout = defineEndpoint()({
  name: 'auth.logout',
  method: 'POST',
  path: () => '/logout',
  output: signedOut,
  auth: 'none',
});

export const authorize = defineEndpoint()({
  name: 'auth.authorize',
  method: 'POST',
  changesData: false,
  path: () => '/api/authorize',
  output: authorized,
});
