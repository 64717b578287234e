import { fromPromise, type AnyActorLogic } from 'xstate';
import { getItem } from '../../services/endpoints/items.ts';
import { listShelves } from '../../services/endpoints/libraries.ts';
import { getPorts, type System } from '../app/ports.ts';
import type { AnyRoute } from '../router/routes.ts';
import { pages } from './pages.ts';

/**
 * The machine of a page; its view is loaded with it, and its first data is asked for at once. Output null:
 * there is no such page yet. Rejects when the code cannot be had.
 */
export const loadPageMachine = fromPromise<AnyActorLogic | null, { route: AnyRoute }>(async ({ input, system }) => {
  const { route } = input;
  prefetchData(system, route);
  return loadCode(system, route);
});

/**
 * Loads what a page needs before anybody asked for it. What fails here is tried again, and told, when the
 * page is opened.
 */
export function warmPage(system: System, route: AnyRoute): void {
  prefetchData(system, route);
  loadCode(system, route).catch(() => undefined);
}

async function loadCode(system: System, route: AnyRoute): Promise<AnyActorLogic | null> {
  const load = route.name === 'unknown' ? undefined : pages[route.name];
  if (!load) return null;
  const [machine] = await Promise.all([load(), getPorts(system).views.load(route.name)]);
  return machine;
}

/** The call that a page starts with, where its address says all that it needs. Only calls that change nothing. */
function prefetchData(system: System, route: AnyRoute): void {
  const { api } = getPorts(system);
  if (route.name === 'library') api.prefetch(listShelves, { libraryId: route.libraryId });
  if (route.name === 'item') api.prefetch(getItem, { id: route.id });
}
