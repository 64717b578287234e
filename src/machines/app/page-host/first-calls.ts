import { keysOf } from '../../../schemas/keys.ts';
import { pathOf, type Api } from '../../../services/api.ts';
import { patternOf, type RouteName } from '../../kit/router/routes.ts';
import { pages, type PageDeclaration } from './pages.ts';

/** The first call of a page whose URL has all of its params. `:id` in `pattern` and `call` is the same. */
export interface FirstCall {
  readonly route: RouteName;
  readonly pattern: string;
  /** `api/libraries/:libraryId/personalized?...`, relative to the base URL. */
  readonly call: string;
}

/** Prefetch calls for the boot script, made at build time: each page prefetches a route of placeholder params. */
export function firstCalls(): readonly FirstCall[] {
  return keysOf(pages).flatMap((route) => {
    const pattern = patternOf(route);
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const calls: string[] = [];
    const api: Pick<Api, 'prefetch'> = {
      prefetch: (endpoint, input) => void calls.push(pathOf(endpoint, input)),
    };
    const params = Object.fromEntries(names.map((name) => [name, `:${name}`]));
    const page: PageDeclaration | undefined = pages[route] as PageDeclaration | undefined;
    page?.prefetch?.(api, { name: route, ...params } as never);
    return calls.map((call) => ({ route, pattern, call: call.replaceAll('%3A', ':') }));
  });
}
