import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { ReadingPlace } from '../../schemas/reading-places.ts';

const FILES_KEPT = 100;

export interface ReadFile {
  readonly userId: string;
  readonly itemId: string;
  readonly ino: string;
}

export const placeKey = ({ userId, itemId, ino }: ReadFile): string => JSON.stringify([userId, itemId, ino]);

/** The file's last place, and the `forgotten` ones. */
export function placeIn(all: readonly ReadingPlace[], file: ReadFile) {
  const own = all.filter(({ userId }) => userId === file.userId).toSorted((one, other) => other.at - one.at);
  return { place: own.find(({ key }) => key === placeKey(file)) ?? null, forgotten: own.slice(FILES_KEPT) };
}

/** The newer place of browser and server; null: the beginning. */
export function startOf(own: ReadingPlace | null, isMain: boolean, progress: MediaProgress | null): string | null {
  const saved = isMain ? (progress?.ebookLocation ?? null) : null;
  if (saved === null) return own?.location ?? null;
  return own && own.at > (progress?.lastUpdate ?? 0) ? own.location : saved;
}
