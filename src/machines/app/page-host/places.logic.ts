import { z } from '../../../schemas/zod.ts';
import { defineStored } from '../../../services/storage.ts';
import { hrefTo, type AnyRoute } from '../../kit/router/routes.ts';

/** CSS pixels. */
const scrollPlace = z.object({
  top: z.number(),
  rows: z.record(z.string(), z.number()),
  focus: z.nullable(
    z.object({
      row: z.nullable(z.string()),
      href: z.string(),
    }),
  ),
});
export type ScrollPlace = z.output<typeof scrollPlace>;

/** How one history entry was left; survives a reload. */
const pagePlace = z.object({
  key: z.string(),
  href: z.string(),
  scroll: z.nullable(scrollPlace),
  /** Saved by the page; its own schema reads it. */
  state: z.unknown(),
});
export type PagePlace = z.output<typeof pagePlace>;

const pagePlaces = z.array(pagePlace);

export const PLACES = defineStored('earmark.places', pagePlaces);

/** Limits of stored places: entries, and characters of their JSON. */
const MOST_PLACES = 50;
const MOST_CHARACTERS = 60_000;

export const MOST_MEMORIES = 4;

export function addressOf(route: AnyRoute): string {
  if (route.name === 'unknown') return route.path;
  return hrefTo(route.name === 'item' ? { name: 'item', id: route.id } : route);
}

export function placeOf(places: readonly PagePlace[], key: string, href: string): PagePlace | null {
  return places.find((place) => place.key === key && place.href === href) ?? null;
}

export function withEntry(places: readonly PagePlace[], key: string, href: string): readonly PagePlace[] {
  if (placeOf(places, key, href)) return places;
  return bounded([...places.filter((place) => place.key !== key), { key, href, scroll: null, state: null }]);
}

export function withChange(
  places: readonly PagePlace[],
  key: string,
  change: Partial<Pick<PagePlace, 'scroll' | 'state'>>,
): readonly PagePlace[] {
  const known = places.find((place) => place.key === key);
  return known ? bounded([...places.filter((place) => place !== known), { ...known, ...change }]) : places;
}

function bounded(places: readonly PagePlace[]): readonly PagePlace[] {
  const latest = places.slice(-MOST_PLACES);
  const sizes = latest.map((place) => JSON.stringify(place).length);
  let total = sizes.reduce((sum, size) => sum + size, 0);
  let dropped = 0;
  for (; total > MOST_CHARACTERS && dropped < latest.length; dropped += 1) total -= sizes[dropped] ?? 0;
  return latest.slice(dropped);
}
