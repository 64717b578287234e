import type { AnyEndpoint } from '../../src/services/endpoints/define-endpoint.ts';
import { encodeFilterValue } from '../../src/services/filter-value.ts';
import { createUrls } from '../../src/services/urls.ts';
import type { HttpRecording } from './recording.ts';

/** Stands for every field of an endpoint's input; survives URI encoding. */
const ANY = '__any__';
const ENCODED_ANY = encodeURIComponent(encodeFilterValue(ANY));

/** Inputs for a route: every field is the placeholder, except optional ones. */
const inputs = [[], ['episodeId']].map(
  (missing) => new Proxy({}, { get: (_, key) => (missing.includes(String(key)) ? null : ANY) }),
);

const options = { updatedAt: 0 };
const urls = createUrls('');

/** Addresses that the browser, an `img` or a player loads without a call. */
const addresses = [
  urls.cover(ANY, options),
  urls.authorImage(ANY, options),
  urls.sessionTrack(ANY, 1).replace(/1$/, ANY),
  urls.hlsPlaylist(ANY),
  `/hls/${ANY}/${ANY}`,
  urls.itemFile(ANY, ANY, ANY),
  urls.itemFileDownload(ANY, ANY, ANY),
  urls.itemDownload(ANY, ANY),
  urls.itemsDownload(ANY, [ANY], ANY),
  urls.ebook(ANY, null, ANY),
  urls.ebook(ANY, ANY, ANY),
  urls.backupDownload(ANY, ANY),
  urls.feed(ANY),
  urls.shareTrack(ANY, 1).replace(/1$/, ANY),
  urls.shareCover(ANY),
  urls.shareDownload(ANY),
  urls.openIdStart(ANY),
];

/** Calls that this client never makes. */
const others: readonly (readonly [string, string])[] = [
  ['GET', '/auth/openid/callback'],
  ['GET', '/auth/openid/mobile-redirect'],
  ['GET', '/feed/__any__/cover'],
  ['GET', '/feed/__any__/item/__any__/__any__'],
  ['POST', '/api/watcher/update'],
  ['OPTIONS', '/api/me'],
  ['GET', '/api/nonsense'],
];

type Request = HttpRecording['request'];

interface Route {
  readonly endpoint: AnyEndpoint;
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** The client's part in a recorded call. */
export type Match =
  | { readonly kind: 'call'; readonly endpoint: AnyEndpoint }
  | { readonly kind: 'address' }
  | { readonly kind: 'other' }
  | { readonly kind: 'unknown' };

export interface RouteTable {
  readonly endpoints: readonly AnyEndpoint[];
  match(request: Request): Match;
}

/** Every endpoint that a set of modules exports. */
export function endpointsOf(modules: Readonly<Record<string, object>>): AnyEndpoint[] {
  return Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint));
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'output' in value;
}

/** Finds the endpoint or address that makes a recorded call, by method, path and sent parameters. */
export function createRouteTable(endpoints: readonly AnyEndpoint[]): RouteTable {
  const routes = endpoints.flatMap(routesOf);
  return {
    endpoints,
    match(recorded) {
      const request = withoutQueryInPath(recorded);
      const candidates = routes
        .filter((route) => route.endpoint.method === request.method && matches(route.segments, request.path))
        .filter((route) => route.query['expanded'] === undefined || request.query['expanded'] !== undefined)
        .map((route) => ({ route, score: scoreOf(route, request) }))
        .sort((left, right) => right.score - left.score);
      if (candidates[0]) return { kind: 'call', endpoint: candidates[0].route.endpoint };
      if (request.method === 'GET' && addresses.some((address) => matches(segmentsOf(address), request.path)))
        return { kind: 'address' };
      return { kind: isOther(request) ? 'other' : 'unknown' };
    },
  };
}

function isOther(request: Request): boolean {
  const isPlainItem = request.method === 'GET' && matches(['', 'api', 'items', ANY], request.path);
  return (
    isPlainItem || others.some(([method, path]) => request.method === method && matches(path.split('/'), request.path))
  );
}

function routesOf(endpoint: AnyEndpoint): Route[] {
  const path = endpoint.path as (input: unknown) => string;
  const paths = new Set(inputs.map((input) => path(input).replaceAll(ENCODED_ANY, ANY)));
  return [...paths].map((text) => ({ endpoint, segments: text.split('/'), query: queryOf(endpoint) }));
}

/** Keys of the parameters, with the value where it is the same for every input. */
function queryOf(endpoint: AnyEndpoint): Record<string, string> {
  const query = endpoint.query as ((input: unknown) => object) | undefined;
  return Object.fromEntries(
    Object.entries(query?.(inputs[0]) ?? {}).map(([key, value]) => [key, String(value ?? ANY)]),
  );
}

const segmentsOf = (address: string) => (address.split('?')[0] ?? '').split('/');

function matches(route: readonly string[], path: string): boolean {
  const segments = path.split('/');
  return (
    route.length === segments.length && route.every((segment, index) => segment === ANY || segment === segments[index])
  );
}

/** Some recordings hold the query in the path. */
function withoutQueryInPath(request: Request): Request {
  const [path = '', query = ''] = request.path.split('?');
  return { ...request, path, query: { ...Object.fromEntries(new URLSearchParams(query)), ...request.query } };
}

/** Literal segments count most, then parameters sent as declared; each missing or different one counts against. */
function scoreOf(route: Route, request: Request): number {
  const literals = route.segments.filter((segment) => segment !== ANY).length;
  const parameters = Object.entries(route.query).map(([key, value]) => {
    const sent = request.query[key];
    return sent !== undefined && (value === ANY || value === String(sent)) ? 1 : -0.5;
  });
  return literals * 100 + parameters.reduce((sum, value) => sum + value, 0);
}
