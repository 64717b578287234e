import { fromPromise, type AnyActorLogic } from 'xstate';
import { getPorts, type System } from '../app/ports.ts';
import type { LinkedItem } from '../library/shown-item.logic.ts';
import type { AnyRoute } from '../router/routes.ts';
import { pageOf, type PageDeclaration } from './pages.ts';

/** A page, and the item of the link to it where that is known. */
interface WantedPage {
  readonly route: AnyRoute;
  readonly known: LinkedItem | null;
}

/**
 * The machine of a page; its view is loaded with it, and its first data is requested at once. Output null: there is
 * no such page yet. Rejects when the code fails to load.
 */
export const loadPageMachine = fromPromise<AnyActorLogic | null, WantedPage>(async ({ input, system }) => {
  prefetchData(system, input.route);
  return loadCode(system, input);
});

/** Loads what a page needs before it is opened. A failure here is repeated, and told, when the page is opened. */
export function prefetchPage(system: System, wanted: WantedPage): void {
  prefetchData(system, wanted.route);
  loadCode(system, wanted).catch(() => undefined);
}

async function loadCode(system: System, { route, known }: WantedPage): Promise<AnyActorLogic | null> {
  const page = pageOf(route);
  if (!page) return null;
  const { views } = getPorts(system);
  const [machine] = await Promise.all([page.load(), views.load(route.name, known?.mediaType)]);
  return machine;
}

function prefetchData(system: System, route: AnyRoute): void {
  const page: PageDeclaration | undefined = pageOf(route);
  if (route.name !== 'unknown') page?.prefetch?.(getPorts(system).api, route);
}
