import { acknowledgement } from '../../schemas/api/common.ts';
import {
  dailyLog,
  directoryList,
  genreList,
  genreRenamed,
  itemsChanged,
  serverSettingsChanged,
  sortingPrefixesChanged,
  tagList,
  tagRenamed,
  authSettings,
  authSettingsChanged,
  openIdConfig,
} from '../../schemas/api/server-admin.ts';
import { serverStats, serverYearStats } from '../../schemas/api/stats.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { encodeFilterValue } from '../filter-value.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const encodedName = (name: string) => encodeURIComponent(encodeFilterValue(name));

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

export const listTags = defineEndpoint()({
  name: 'tags.list',
  method: 'GET',
  path: () => '/api/tags',
  output: tagList,
});

/** An existing new name merges both. */
export const renameTag = defineEndpoint<Body<'tags.rename'>>()({
  name: 'tags.rename',
  method: 'POST',
  path: () => '/api/tags/rename',
  body: (input) => input,
  output: tagRenamed,
  timeoutMs: SLOW_CALL_MS,
});

export const deleteTag = defineEndpoint<{ readonly tag: string }>()({
  name: 'tags.delete',
  method: 'DELETE',
  path: ({ tag }) => `/api/tags/${encodedName(tag)}`,
  output: itemsChanged,
  timeoutMs: SLOW_CALL_MS,
});

export const listGenres = defineEndpoint()({
  name: 'genres.list',
  method: 'GET',
  path: () => '/api/genres',
  output: genreList,
});

/** An existing new name merges both. */
export const renameGenre = defineEndpoint<Body<'genres.rename'>>()({
  name: 'genres.rename',
  method: 'POST',
  path: () => '/api/genres/rename',
  body: (input) => input,
  output: genreRenamed,
  timeoutMs: SLOW_CALL_MS,
});

export const deleteGenre = defineEndpoint<{ readonly genre: string }>()({
  name: 'genres.delete',
  method: 'DELETE',
  path: ({ genre }) => `/api/genres/${encodedName(genre)}`,
  output: itemsChanged,
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
