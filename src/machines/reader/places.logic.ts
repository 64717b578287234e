import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import { readingPlaces, type ReadingPlace } from '../../schemas/reading-places.ts';
import { defineStored } from '../../services/storage.ts';

/** Files that are remembered; those read longest ago are forgotten. */
const FILES_KEPT = 100;

/** Where this browser last was in the ebooks of an account: what the server has not got yet is not lost. */
export const placesOf = (userId: string) => defineStored(`earmark.reading.${userId}`, readingPlaces);

/** The list with this place at its end. */
export function withPlace(all: readonly ReadingPlace[], place: ReadingPlace): ReadingPlace[] {
  const others = all.filter(({ itemId, ino }) => itemId !== place.itemId || ino !== place.ino);
  return [...others.slice(1 - FILES_KEPT), place];
}

/** The list without the debt of this place: the account has it, or a newer one. */
export function settledPlaces(all: readonly ReadingPlace[], itemId: string, location: string): ReadingPlace[] {
  return all.map((place) => {
    if (place.itemId !== itemId || place.location !== location) return place;
    const { owed: _, ...rest } = place;
    return rest;
  });
}

/** What a place that is noted now is owed over: what the account had before the first place that it did not get. */
export function debtOf(
  all: readonly ReadingPlace[],
  file: { readonly itemId: string; readonly ino: string; readonly isMain: boolean },
  progress: MediaProgress | null,
): ReadingPlace['owed'] {
  if (!file.isMain) return undefined;
  const known = all.find(({ itemId, ino }) => itemId === file.itemId && ino === file.ino);
  return known?.owed ?? { over: progress?.ebookLocation ?? null };
}

/** Where to begin: the newer of what this browser and what the server knows. Null: at the beginning. */
export function startOf(
  all: readonly ReadingPlace[],
  file: { readonly itemId: string; readonly ino: string; readonly isMain: boolean },
  progress: MediaProgress | null,
): string | null {
  const own = all.find(({ itemId, ino }) => itemId === file.itemId && ino === file.ino) ?? null;
  const told = file.isMain ? (progress?.ebookLocation ?? null) : null;
  if (told === null) return own?.location ?? null;
  return own && own.at > (progress?.lastUpdate ?? 0) ? own.location : told;
}
