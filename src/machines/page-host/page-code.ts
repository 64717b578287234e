import { fromPromise, type AnyActorLogic } from 'xstate';
import { getPorts, type System } from '../app/ports.ts';
import type { AnyRoute } from '../router/routes.ts';
import { pageOf, type PageDeclaration } from './pages.ts';

/**
 * The machine of a page; its view is loaded with it, and its first data is requested at once. Output null: there is
 * no such page yet. Rejects when the code fails to load.
 */
export const loadPageMachine = fromPromise<AnyActorLogic | null, { route: AnyRoute }>(async ({ input, system }) => {
  const { route } = input;
  prefetchData(system, route);
  return loadCode(system, route);
});

/** Loads what a page needs before it is opened. A failure here is repeated, and told, when the page is opened. */
export function prefetchPage(system: System, route: AnyRoute): void {
  prefetchData(system, route);
  loadCode(system, route).catch(() => undefined);
}

async function loadCode(system: System, route: AnyRoute): Promise<AnyActorLogic | null> {
  const page = pageOf(route);
  if (!page) return null;
  const [machine] = await Promise.all([page.load(), getPorts(system).views.load(route.name)]);
  return machine;
}

function prefetchData(system: System, route: AnyRoute): void {
  const page: PageDeclaration | undefined = pageOf(route);
  if (route.name !== 'unknown') page?.prefetch?.(getPorts(system).api, route);
}
