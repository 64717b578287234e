import {
  accountChanged,
  accountCreated,
  accountDeleted,
  accountDetail,
  accountList,
  usersOnline,
  apiKeyChanged,
  apiKeyCreated,
  apiKeyList,
} from '../../schemas/api/account.ts';
import { acknowledgement } from '../../schemas/api/common.ts';
import { listeningSessionsPage } from '../../schemas/api/listening-session.ts';
import { listeningStats } from '../../schemas/api/stats.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

const userPath = (id: string) => `/api/users/${encodeURIComponent(id)}`;

export const listUsers = defineEndpoint()({
  name: 'users.list',
  method: 'GET',
  path: () => '/api/users',
  query: () => ({ include: 'latestSession' }),
  output: accountList,
});

export const listOnlineUsers = defineEndpoint()({
  name: 'users.online',
  method: 'GET',
  path: () => '/api/users/online',
  output: usersOnline,
});

/** 404 for oneself. */
export const getUser = defineEndpoint<{ readonly id: string }>()({
  name: 'users.one',
  method: 'GET',
  path: ({ id }) => userPath(id),
  output: accountDetail,
});

/** 400 for a name in use, a missing password or an unknown type. */
export const createUser = defineEndpoint<Body<'users.create'>>()({
  name: 'users.create',
  method: 'POST',
  path: () => '/api/users',
  body: (input) => input,
  output: accountCreated,
});

/** Root only by root. A new name ends the user's sessions. 400 as {@link createUser}. */
export const updateUser = defineEndpoint<{ readonly id: string; readonly change: Body<'users.update'> }>()({
  name: 'users.update',
  method: 'PATCH',
  path: ({ id }) => userPath(id),
  body: ({ change }) => change,
  output: accountChanged,
});

/** 400 for root or oneself. */
export const deleteUser = defineEndpoint<{ readonly id: string }>()({
  name: 'users.delete',
  method: 'DELETE',
  path: ({ id }) => userPath(id),
  output: accountDeleted,
});

/** The account signs in by password again. */
export const unlinkOpenId = defineEndpoint<{ readonly id: string }>()({
  name: 'users.unlinkOpenId',
  method: 'PATCH',
  path: ({ id }) => `${userPath(id)}/openid-unlink`,
  output: acknowledgement,
  answer: 'text',
});

/** `page` from 0. */
export const listUserSessions = defineEndpoint<{
  readonly id: string;
  readonly page: number;
  readonly itemsPerPage: number;
}>()({
  name: 'users.sessions',
  method: 'GET',
  path: ({ id }) => `${userPath(id)}/listening-sessions`,
  query: ({ page, itemsPerPage }) => ({ page, itemsPerPage }),
  output: listeningSessionsPage,
});

export const getUserStats = defineEndpoint<{ readonly id: string }>()({
  name: 'users.stats',
  method: 'GET',
  path: ({ id }) => `${userPath(id)}/listening-stats`,
  output: listeningStats,
});

export const listApiKeys = defineEndpoint()({
  name: 'apiKeys.list',
  method: 'GET',
  path: () => '/api/api-keys',
  output: apiKeyList,
});

/** The only answer with the key itself. 400 without a name or for an unknown user. */
export const createApiKey = defineEndpoint<Body<'apiKeys.create'>>()({
  name: 'apiKeys.create',
  method: 'POST',
  path: () => '/api/api-keys',
  body: (input) => input,
  output: apiKeyCreated,
});

export const updateApiKey = defineEndpoint<{
  readonly id: string;
  readonly change: Body<'apiKeys.update'>;
}>()({
  name: 'apiKeys.update',
  method: 'PATCH',
  path: ({ id }) => `/api/api-keys/${encodeURIComponent(id)}`,
  body: ({ change }) => change,
  output: apiKeyChanged,
});

export const deleteApiKey = defineEndpoint<{ readonly id: string }>()({
  name: 'apiKeys.delete',
  method: 'DELETE',
  path: ({ id }) => `/api/api-keys/${encodeURIComponent(id)}`,
  output: acknowledgement,
  answer: 'text',
});
