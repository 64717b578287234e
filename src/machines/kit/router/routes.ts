import { keysOf } from '../../../schemas/keys.ts';
import type { Library } from '../../../schemas/api/library.ts';
import { z } from '../../../schemas/zod.ts';

const id = z.string().check(z.minLength(1));
const text = z.optional(z.string());
/** The control to focus (`data-setting`), and its fallbacks while it is hidden. */
const atSetting = z.object({ setting: text });

/** `page` from 1; `find`: words; `from`, `to`: days. */
const sessionPart = { page: text, size: text, find: text, from: text, to: text };

export const SEARCH_GROUPS = [
  'books',
  'podcasts',
  'episodes',
  'authors',
  'series',
  'tags',
  'genres',
  'narrators',
] as const;

/** A literal segment comes before a parameter. */
const ROUTES = {
  index: { path: '/', params: z.object({}) },
  login: { path: '/login', params: z.object({ autoLaunch: text, redirect: text, accessToken: text, setToken: text }) },
  library: { path: '/library/:libraryId', params: z.object({ libraryId: id }) },
  bookshelf: {
    path: '/library/:libraryId/bookshelf',
    params: z.object({ libraryId: id, filter: text, sort: text, desc: z.optional(z.enum(['0', '1'])) }),
  },
  librarySeries: { path: '/library/:libraryId/bookshelf/series', params: z.object({ libraryId: id }) },
  libraryCollections: { path: '/library/:libraryId/bookshelf/collections', params: z.object({ libraryId: id }) },
  libraryPlaylists: { path: '/library/:libraryId/bookshelf/playlists', params: z.object({ libraryId: id }) },
  libraryAuthors: { path: '/library/:libraryId/bookshelf/authors', params: z.object({ libraryId: id }) },
  libraryNarrators: { path: '/library/:libraryId/narrators', params: z.object({ libraryId: id }) },
  libraryStats: { path: '/library/:libraryId/stats', params: z.object({ libraryId: id }) },
  libraryLatest: { path: '/library/:libraryId/podcast/latest', params: z.object({ libraryId: id }) },
  libraryPodcastSearch: { path: '/library/:libraryId/podcast/search', params: z.object({ libraryId: id }) },
  libraryDownloadQueue: { path: '/library/:libraryId/podcast/download-queue', params: z.object({ libraryId: id }) },
  librarySearch: {
    path: '/library/:libraryId/search',
    params: z.object({ libraryId: id, q: text, group: z.optional(z.enum(SEARCH_GROUPS)) }),
  },
  series: { path: '/library/:libraryId/series/:seriesId', params: z.object({ libraryId: id, seriesId: id }) },
  /** `episode`: its dialog is open. */
  item: { path: '/item/:id', params: z.object({ id, episode: text }) },
  author: { path: '/author/:id', params: z.object({ id }) },
  collection: { path: '/collection/:id', params: z.object({ id }) },
  playlist: { path: '/playlist/:id', params: z.object({ id }) },
  /** `view`: default cards. */
  batch: { path: '/batch', params: z.object({ view: z.optional(z.enum(['table'])) }) },
  config: { path: '/config', params: atSetting },
  configLibraries: { path: '/config/libraries', params: atSetting },
  configUsers: { path: '/config/users', params: atSetting },
  configUser: { path: '/config/users/:id', params: z.object({ id }) },
  configUserSessions: { path: '/config/users/:id/sessions', params: z.object({ id, ...sessionPart }) },
  configApiKeys: { path: '/config/api-keys', params: atSetting },
  configSessions: {
    path: '/config/sessions',
    params: z.object({ user: text, sort: text, desc: text, ...sessionPart }),
  },
  configBackups: { path: '/config/backups', params: z.object({ backup: text, setting: text }) },
  configLogs: { path: '/config/log', params: atSetting },
  configNotifications: { path: '/config/notifications', params: atSetting },
  configEmail: { path: '/config/email', params: atSetting },
  configMetadataUtils: { path: '/config/item-metadata-utils', params: z.object({}) },
  configTags: { path: '/config/item-metadata-utils/tags', params: z.object({}) },
  configGenres: { path: '/config/item-metadata-utils/genres', params: z.object({}) },
  configProviders: { path: '/config/item-metadata-utils/custom-metadata-providers', params: atSetting },
  configFeeds: { path: '/config/rss-feeds', params: z.object({}) },
  configAuthentication: { path: '/config/authentication', params: atSetting },
  configStats: { path: '/config/stats', params: z.object({}) },
  upload: { path: '/upload', params: z.object({}) },
  account: { path: '/account', params: z.object({}) },
  accountSessions: { path: '/account/sessions', params: z.object(sessionPart) },
  manage: { path: '/audiobook/:id/manage', params: z.object({ id, tool: z.optional(z.enum(['m4b', 'embed'])) }) },
  chapters: { path: '/audiobook/:id/chapters', params: z.object({ id }) },
  tracks: { path: '/audiobook/:id/edit', params: z.object({ id }) },
  share: { path: '/share/:slug', params: z.object({ slug: id, t: text }) },
} as const;

type RouteTable = typeof ROUTES;
export type RouteName = keyof RouteTable;
/** An empty schema's output forbids every key; here it means no params. */
type ParamsOf<Name extends RouteName> = string extends keyof z.output<RouteTable[Name]['params']>
  ? unknown
  : z.output<RouteTable[Name]['params']>;

export type Route = { [Name in RouteName]: { readonly name: Name } & Readonly<ParamsOf<Name>> }[RouteName];

export type MediaType = Library['mediaType'];

export type LibraryOutline = Pick<Library, 'id' | 'mediaType'>;

export interface UnknownRoute {
  readonly name: 'unknown';
  readonly path: string;
}

export type AnyRoute = Route | UnknownRoute;

const TABLE = keysOf(ROUTES).map((name) => ({
  name,
  params: ROUTES[name].params,
  segments: ROUTES[name].path.split('/').filter(Boolean),
}));

export const patternOf = (name: RouteName): string => ROUTES[name].path;

/** Without base path. `unknown` for other paths and invalid params. */
export function parseRoute(pathname: string, search: string): AnyRoute {
  const segments = pathname.split('/').filter(Boolean);
  const unknown: UnknownRoute = { name: 'unknown', path: pathname + search };
  for (const row of TABLE) {
    const found = matchSegments(row.segments, segments);
    if (!found) continue;
    const parsed = z.safeParse(row.params, { ...Object.fromEntries(new URLSearchParams(search)), ...found });
    return parsed.success ? ({ ...parsed.data, name: row.name } as Route) : unknown;
  }
  return unknown;
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== segment) return null;
      continue;
    }
    const value = decodeSegment(segment);
    if (value === null) return null;
    params[part.slice(1)] = value;
  }
  return params;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Without base path. Params outside the path go to the query. */
export function hrefTo(route: Route): string {
  const { name, ...params } = route;
  const rest = new Map(Object.entries(params as Record<string, string | undefined>));
  const path = ROUTES[name].path.replace(/:(\w+)/g, (_, key: string) => {
    const value = rest.get(key) ?? '';
    rest.delete(key);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [key, value] of rest) if (value !== undefined) query.set(key, value);
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}

export function libraryIdOf(route: AnyRoute): string | null {
  return 'libraryId' in route ? route.libraryId : null;
}

export function isConfigRoute(route: AnyRoute): boolean {
  return route.name.startsWith('config');
}

const KINDS: Partial<Record<RouteName, MediaType>> = {
  librarySeries: 'book',
  libraryCollections: 'book',
  libraryAuthors: 'book',
  libraryNarrators: 'book',
  libraryStats: 'book',
  series: 'book',
  libraryLatest: 'podcast',
  libraryPodcastSearch: 'podcast',
  libraryDownloadQueue: 'podcast',
};

export function existsIn(route: AnyRoute, mediaType: MediaType): boolean {
  return route.name === 'unknown' || (KINDS[route.name] ?? mediaType) === mediaType;
}

/** The same page in another library, or that library's home. */
export function inLibrary(route: AnyRoute, { id: libraryId, mediaType }: LibraryOutline): Route {
  if (route.name === 'unknown' || !('libraryId' in route) || route.name === 'series' || !existsIn(route, mediaType))
    return { name: 'library', libraryId };
  if (route.name === 'bookshelf') return { name: 'bookshelf', libraryId };
  return { ...route, libraryId } as Route;
}

/** A `redirect` within this client. Null for other sites, protocol-relative URLs and /login. */
export function safeRedirect(redirect: string | undefined): string | null {
  if (!redirect?.startsWith('/') || redirect.startsWith('//') || redirect.includes('\\')) return null;
  const url = new URL(redirect, 'http://client.invalid');
  if (url.host !== 'client.invalid' || url.pathname === '/login') return null;
  return url.pathname + url.search + url.hash;
}
