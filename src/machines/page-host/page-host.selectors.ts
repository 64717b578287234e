import type { SnapshotFrom } from 'xstate';
import type { RouteName } from '../router/routes.ts';
import { addressOf, placeOf } from './places.logic.ts';
import type { pageHostMachine } from './page-host.machine.ts';

type PageHostSnapshot = SnapshotFrom<typeof pageHostMachine>;

/** What stands in the place of the page. */
export type PagePlace = 'loading' | 'choosing' | 'open' | 'failed' | 'unbuilt' | 'unknown' | 'noLibrary';

export function selectPagePlace(snapshot: PageHostSnapshot): PagePlace {
  for (const place of ['open', 'failed', 'unbuilt', 'unknown', 'noLibrary'] as const) {
    if (snapshot.matches(place)) return place;
  }
  return snapshot.matches('choosingStart') ? 'choosing' : 'loading';
}

/** The machine of the open page. */
export const selectPage = ({ context }: PageHostSnapshot) => context.page;

/** Why the page failed; null when it did not. */
export const selectPageFailure = ({ context }: PageHostSnapshot) => context.failure;

/** Counts the pages opened: another number, another page. */
export const selectVisit = ({ context }: PageHostSnapshot) => context.visit;

/** Name of the history entry. */
export const selectEntryKey = ({ context }: PageHostSnapshot) => context.entryKey;

/** How far this history entry was scrolled, and where the focus was, when it was left; null for a new one. */
export const selectScrollPlace = ({ context: { places, entryKey, route } }: PageHostSnapshot) =>
  placeOf(places, entryKey, addressOf(route))?.scroll ?? null;

/** Name of the route that is open or being opened; `unknown` for an address of no page. */
export const selectRouteName = ({ context }: PageHostSnapshot): RouteName | 'unknown' => context.route.name;
