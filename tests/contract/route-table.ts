import type { AnyEndpoint } from '../../src/services/endpoints/define-endpoint.ts';
import type { HttpRecording } from './recording.ts';

/** Stands for every field of an endpoint's input; survives URI encoding. */
const ANY = '__any__';

const anyInput = new Proxy({}, { get: () => ANY });
const inputWithoutEpisode = new Proxy({}, { get: (_, key) => (key === 'episodeId' || key === 'ino' ? null : ANY) });

interface Route {
  readonly endpoint: AnyEndpoint;
  readonly segments: readonly string[];
  /** The parameters that the endpoint sends whatever its input is. */
  readonly fixedQuery: Readonly<Record<string, string>>;
}

/** Finds the endpoint that makes a recorded call. */
export interface RouteTable {
  readonly endpoints: readonly AnyEndpoint[];
  find(request: HttpRecording['request']): AnyEndpoint | null;
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'output' in value;
}

/** Every endpoint that a set of modules exports. */
export function endpointsOf(modules: Readonly<Record<string, object>>): AnyEndpoint[] {
  return Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint));
}

export function createRouteTable(endpoints: readonly AnyEndpoint[]): RouteTable {
  const routes = endpoints.flatMap(routesOf);
  return {
    endpoints,
    find(request) {
      const segments = request.path.split('/');
      const candidates = routes
        .filter((route) => route.endpoint.method === request.method && matches(route.segments, segments))
        .map((route) => ({ route, score: scoreOf(route, request) }))
        .sort((left, right) => right.score - left.score);
      return candidates[0]?.route.endpoint ?? null;
    },
  };
}

function routesOf(endpoint: AnyEndpoint): Route[] {
  const path = endpoint.path as (input: unknown) => string;
  const paths = new Set([path(anyInput), path(inputWithoutEpisode)]);
  return [...paths].map((text) => ({ endpoint, segments: text.split('/'), fixedQuery: fixedQueryOf(endpoint) }));
}

function fixedQueryOf(endpoint: AnyEndpoint): Record<string, string> {
  const query = endpoint.query as ((input: unknown) => object) | undefined;
  const entries = Object.entries(query?.(new Proxy({}, { get: () => undefined })) ?? {});
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined).map(([key, value]) => [key, String(value)]));
}

function matches(route: readonly string[], path: readonly string[]): boolean {
  return route.length === path.length && route.every((segment, index) => segment === ANY || segment === path[index]);
}

/** Literal segments count more than placeholders, then parameters that say what is asked for. */
function scoreOf(route: Route, request: HttpRecording['request']): number {
  const literals = route.segments.filter((segment) => segment !== ANY).length;
  const asked = Object.entries(route.fixedQuery).map(([key, value]) => (String(request.query[key] ?? '') === value ? 1 : -0.1));
  return literals * 100 + asked.reduce((sum, value) => sum + value, 0);
}
