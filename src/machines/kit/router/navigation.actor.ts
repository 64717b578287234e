import { fromCallback, type NonReducibleUnknown } from 'xstate';
import type { NavigationKind, NavigationLocation } from '../../../services/navigation.ts';
import { getPorts } from '../ports.ts';
import { parseRoute, type AnyRoute } from './routes.ts';

/** `key`: of the history entry. `error`: from the `?error=` query. */
export interface RouteChanged {
  type: 'route.changed';
  route: AnyRoute;
  path: string;
  key: string;
  kind: NavigationKind | 'start';
  error: string | null;
}

export const navigationActor = fromCallback<RouteChanged, NonReducibleUnknown>(({ sendBack, system }) => {
  const { navigation } = getPorts(system);
  const report = (location: NavigationLocation, kind: RouteChanged['kind']) => {
    const query = new URLSearchParams(location.search);
    const error = query.get('error');
    query.delete('error');
    const search = query.size > 0 ? `?${query.toString()}` : '';
    sendBack({
      type: 'route.changed',
      route: parseRoute(location.pathname, search),
      path: location.pathname + search,
      key: location.key,
      kind,
      error,
    });
  };
  report(navigation.current(), 'start');
  return navigation.subscribe(report);
});
