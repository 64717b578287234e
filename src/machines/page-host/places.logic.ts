import { pagePlaces, type PagePlace } from '../../schemas/page-place.ts';
import { defineStored } from '../../services/storage.ts';
import { hrefTo, type AnyRoute } from '../router/routes.ts';

/** The places of this tab, over reloads. */
export const PLACES = defineStored('earmark.places', pagePlaces);

/** Most history entries that are found again, and most characters that they may take together. */
const MOST_PLACES = 50;
const MOST_CHARACTERS = 60_000;

/** What of the page state is held in memory only: so many entries, the latest. */
export const MOST_MEMORIES = 4;

/** The address of a page, without the base path and what lies over the page. */
export function addressOf(route: AnyRoute): string {
  if (route.name === 'unknown') return route.path;
  return hrefTo(route.name === 'item' ? { name: 'item', id: route.id } : route);
}

/** The place of this history entry, when it is of this address. */
export function placeOf(places: readonly PagePlace[], key: string, href: string): PagePlace | null {
  return places.find((place) => place.key === key && place.href === href) ?? null;
}

/** The places with this history entry among them, as it was left or without anything to find. */
export function withEntry(places: readonly PagePlace[], key: string, href: string): readonly PagePlace[] {
  if (placeOf(places, key, href)) return places;
  return bounded([...places.filter((place) => place.key !== key), { key, href, scroll: null, state: null }]);
}

/** The places after a page told how it wants to be found; the entry becomes the latest. An unknown one stays so. */
export function withChange(
  places: readonly PagePlace[],
  key: string,
  change: Partial<Pick<PagePlace, 'scroll' | 'state'>>,
): readonly PagePlace[] {
  const known = places.find((place) => place.key === key);
  return known ? bounded([...places.filter((place) => place !== known), { ...known, ...change }]) : places;
}

/** Without the oldest, when there are too many or they take too much room. */
function bounded(places: readonly PagePlace[]): readonly PagePlace[] {
  const latest = places.slice(-MOST_PLACES);
  const sizes = latest.map((place) => JSON.stringify(place).length);
  let total = sizes.reduce((sum, size) => sum + size, 0);
  let dropped = 0;
  for (; total > MOST_CHARACTERS && dropped < latest.length; dropped += 1) total -= sizes[dropped] ?? 0;
  return latest.slice(dropped);
}
