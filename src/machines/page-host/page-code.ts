import { fromPromise, type AnyActorLogic } from 'xstate';
import { getPorts, type System } from '../app/ports.ts';
import type { LinkedItem } from '../library/shown-item.logic.ts';
import type { AnyRoute } from '../router/routes.ts';
import { pageOf, type PageDeclaration } from './pages.ts';

interface WantedPage {
  readonly route: AnyRoute;
  readonly known: LinkedItem | null;
}

/** Loads machine and view and requests the first data. Null: no such page. Rejects when the code fails to load. */
export const loadPageMachine = fromPromise<AnyActorLogic | null, WantedPage>(async ({ input, system }) => {
  prefetchData(system, input.route);
  return loadCode(system, input);
});

/** Ignores failures: opening the page repeats and reports them. */
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
