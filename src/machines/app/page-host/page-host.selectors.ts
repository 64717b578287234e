import type { SnapshotFrom } from 'xstate';
import type { RouteName } from '../../kit/router/routes.ts';
import { addressOf, placeOf } from './places.logic.ts';
import type { pageHostMachine } from './page-host.machine.ts';

type PageHostSnapshot = SnapshotFrom<typeof pageHostMachine>;

export type PagePlace = 'loading' | 'choosing' | 'open' | 'failed' | 'unbuilt' | 'unknown' | 'noLibrary';

export function selectPagePlace(snapshot: PageHostSnapshot): PagePlace {
  for (const place of ['open', 'failed', 'unbuilt', 'unknown', 'noLibrary'] as const) {
    if (snapshot.matches(place)) return place;
  }
  return snapshot.matches('choosingStart') ? 'choosing' : 'loading';
}

export const selectPage = ({ context }: PageHostSnapshot) => context.page;

export const selectPageFailure = ({ context }: PageHostSnapshot) => context.failure;

export const selectVisit = ({ context }: PageHostSnapshot) => context.visit;

export const selectEntryKey = ({ context }: PageHostSnapshot) => context.entryKey;

/** Scroll position and focus of this history entry; null for a new one. */
export const selectScrollPlace = ({ context: { places, entryKey, route } }: PageHostSnapshot) =>
  placeOf(places, entryKey, addressOf(route))?.scroll ?? null;

export const selectRouteName = ({ context }: PageHostSnapshot): RouteName | 'unknown' => context.route.name;
