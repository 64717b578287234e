import type { MediaProgress } from '../../../schemas/api/progress.ts';
import { type ReadingPlace, oldReadingPlaces } from '../../../schemas/reading.ts';
import { randomName } from '../../../services/random-name.ts';
import { defineStored } from '../../../services/storage.ts';
import type { Ports } from '../../kit/ports.ts';

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

const readOld = ({ storage }: Ports, userId: string) =>
  (storage.read(oldPlacesOf(userId)) ?? []).map(({ owed, ...place }) => ({
    owed,
    place: { ...place, userId, key: placeKey({ ...place, userId }) },
  }));

const oldPlacesOf = (userId: string) => defineStored(`earmark.reading.${userId}`, oldReadingPlaces);

/** Places of an older version, until {@link moveOldPlaces}. */
export const oldPlaces = (ports: Ports, userId: string): readonly ReadingPlace[] =>
  readOld(ports, userId).map(({ place }) => place);

/** Moves them to the journal; unsaved ones become pending changes. */
export async function moveOldPlaces(ports: Ports, userId: string): Promise<void> {
  const { journal, storage } = ports;
  const old = readOld(ports, userId);
  if (old.length === 0) return;
  const known = await journal.places.read();
  for (const { place, owed } of old) {
    const { key, itemId, location, share, at } = place;
    if (!known.some((other) => other.key === key && other.at >= at)) journal.places.write(place);
    if (!owed) continue;
    const media = { libraryItemId: itemId, episodeId: null };
    const read = { kind: 'read', location, share } as const;
    const body = { kind: 'progress', media, edit: read, saving: { ...read, over: owed.over } } as const;
    journal.changes.write({ id: randomName(), userId, at, number: 0, attempts: 0, known: null, body });
  }
  if ((await journal.written()) !== false) storage.remove(oldPlacesOf(userId));
}
