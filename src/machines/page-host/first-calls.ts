import { pathOf, type Api } from '../../services/api.ts';
import { patternOf, type RouteName } from '../router/routes.ts';
import { pages, type PageDeclaration } from './pages.ts';

/** The first call of a page whose address says all that it needs: `:id` in both is the same. */
export interface FirstCall {
  readonly route: RouteName;
  /** `/library/:libraryId`. */
  readonly pattern: string;
  /** `api/libraries/:libraryId/personalized?...`, relative to the base URL. */
  readonly call: string;
}

/**
 * What the pages prefetch, for the boot script, which asks before any of this code is there. Run at build time: each
 * page prefetches for a route whose params are their own names.
 */
export function firstCalls(): readonly FirstCall[] {
  return (Object.keys(pages) as RouteName[]).flatMap((route) => {
    const pattern = patternOf(route);
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const calls: string[] = [];
    const api = {
      prefetch: (endpoint, input) => void calls.push(pathOf(endpoint, input)),
    } as Pick<Api, 'prefetch'> as Api;
    const params = Object.fromEntries(names.map((name) => [name, `:${name}`]));
    const page: PageDeclaration | undefined = pages[route] as PageDeclaration | undefined;
    page?.prefetch?.(api, { name: route, ...params } as never);
    return calls.map((call) => ({ route, pattern, call: call.replaceAll('%3A', ':') }));
  });
}
