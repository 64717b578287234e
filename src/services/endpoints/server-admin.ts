import { acknowledgement } from '../../schemas/api/common.ts';
import {
  dailyLog,
  directoryList,
  serverSettingsChanged,
  sortingPrefixesChanged,
  authSettings,
  authSettingsChanged,
  openIdConfig,
} from '../../schemas/api/server-admin.ts';
import { serverStats, serverYearStats } from '../../schemas/api/stats.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

/** Ignores unknown keys. */
export const updateServerSettings = defineEndpoint<Body<'settings.update'>>()({
  name: 'settings.update',
  method: 'PATCH',
  path: () => '/api/settings',
  body: (change) => change,
  output: serverSettingsChanged,
});

/** 400 without a prefix. */
export const updateSortingPrefixes = defineEndpoint<Body<'settings.sortingPrefixes'>>()({
  name: 'settings.sortingPrefixes',
  method: 'PATCH',
  path: () => '/api/sorting-prefixes',
  body: (input) => input,
  output: sortingPrefixesChanged,
  timeoutMs: SLOW_CALL_MS,
});

export const getAuthSettings = defineEndpoint()({
  name: 'authSettings.get',
  method: 'GET',
  path: () => '/api/auth-settings',
  output: authSettings,
});

/** Ignores invalid values with status 200. */
export const updateAuthSettings = defineEndpoint<Body<'authSettings.update'>>()({
  name: 'authSettings.update',
  method: 'PATCH',
  path: () => '/api/auth-settings',
  body: (change) => change,
  output: authSettingsChanged,
});

/** Loads the provider's discovery document; 400 when it can't. */
export const discoverOpenId = defineEndpoint<{ readonly issuer: string }>()({
  name: 'authSettings.discover',
  method: 'GET',
  path: () => '/auth/openid/config',
  query: ({ issuer }) => ({ issuer }),
  output: openIdConfig,
  timeoutMs: SLOW_CALL_MS,
});

/** Folders below a path; 400 for a missing one. */
export const listDirectories = defineEndpoint<{ readonly path: string; readonly level: number }>()({
  name: 'filesystem.list',
  method: 'GET',
  path: () => '/api/filesystem',
  query: ({ path, level }) => ({ path, level }),
  output: directoryList,
});

export const getLog = defineEndpoint()({
  name: 'log.today',
  method: 'GET',
  path: () => '/api/logger-data',
  output: dailyLog,
});

export const getServerYear = defineEndpoint<{ readonly year: number }>()({
  name: 'stats.year',
  method: 'GET',
  path: ({ year }) => `/api/stats/year/${year}`,
  output: serverYearStats,
});

export const getServerStats = defineEndpoint()({
  name: 'stats.server',
  method: 'GET',
  path: () => '/api/stats/server',
  output: serverStats,
});

/** 400 with a reason for an invalid cron expression. */
export const validateCron = defineEndpoint<Body<'server.validateCron'>>()({
  name: 'server.validateCron',
  method: 'POST',
  changesData: false,
  path: () => '/api/validate-cron',
  body: (input) => input,
  output: acknowledgement,
  answer: 'text',
});

/** Deletes cached pictures and more. */
export const purgeCache = defineEndpoint()({
  name: 'cache.purge',
  method: 'POST',
  path: () => '/api/cache/purge',
  output: acknowledgement,
  answer: 'text',
});

/** Deletes leftovers of item tools. */
export const purgeItemsCache = defineEndpoint()({
  name: 'cache.purgeItems',
  method: 'POST',
  path: () => '/api/cache/items/purge',
  output: acknowledgement,
  answer: 'text',
});
