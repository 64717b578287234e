import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { ReadingPlace } from '../../schemas/reading-places.ts';
import type { KeptRecords } from '../../services/journal.ts';

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

/** Where this browser last was in a file; null: nowhere. Forgets what was read too long ago. */
export async function readPlace(places: KeptRecords<ReadingPlace>, file: ReadFile): Promise<ReadingPlace | null> {
  const own = (await places.read()).filter(({ userId }) => userId === file.userId);
  const old = own.toSorted((one, other) => other.at - one.at).slice(FILES_KEPT);
  for (const { key } of old) places.remove(key);
  return own.find(({ key }) => key === placeKey(file)) ?? null;
}

/** Where to begin: the newer of what this browser and what the server knows. Null: at the beginning. */
export function startOf(own: ReadingPlace | null, isMain: boolean, progress: MediaProgress | null): string | null {
  const told = isMain ? (progress?.ebookLocation ?? null) : null;
  if (told === null) return own?.location ?? null;
  return own && own.at > (progress?.lastUpdate ?? 0) ? own.location : told;
}
