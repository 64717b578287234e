import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { ReadingPlace } from '../../schemas/reading-places.ts';

/** Files that are remembered for an account; those read longest ago are forgotten. */
const FILES_KEPT = 100;

/** An ebook file as an account reads it. */
export interface ReadFile {
  readonly userId: string;
  readonly itemId: string;
  readonly ino: string;
}

/** The name of a place in the journal. */
export const placeKey = ({ userId, itemId, ino }: ReadFile): string => JSON.stringify([userId, itemId, ino]);

/** Of these places the one where the file was read last; null: none. `forgotten`: what was read too long ago. */
export function placeIn(all: readonly ReadingPlace[], file: ReadFile) {
  const own = all.filter(({ userId }) => userId === file.userId).toSorted((one, other) => other.at - one.at);
  return { place: own.find(({ key }) => key === placeKey(file)) ?? null, forgotten: own.slice(FILES_KEPT) };
}

/** Where to begin: the newer of what this browser and what the server knows. Null: at the beginning. */
export function startOf(own: ReadingPlace | null, isMain: boolean, progress: MediaProgress | null): string | null {
  const saved = isMain ? (progress?.ebookLocation ?? null) : null;
  if (saved === null) return own?.location ?? null;
  return own && own.at > (progress?.lastUpdate ?? 0) ? own.location : saved;
}
