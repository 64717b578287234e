import { fromCallback, type EventObject } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { ReadingPlace } from '../../schemas/reading.ts';
import { getPorts, type Ports } from '../kit/ports.ts';
import { getUserId } from '../kit/system.ts';
import { placeIn, type ReadFile, oldPlaces } from '../playback/progress/ebook-places.ts';

export type FileReport =
  /** In bytes; `total` is null when unknown. */
  | { type: 'file.progressed'; loaded: number; total: number | null }
  | { type: 'file.loaded'; file: Blob; own: ReadingPlace | null }
  | { type: 'file.failed'; error: AppError };

/** Interval of progress reports, in ms. */
const REPORTED_MS = 100;

/** Loads an ebook file and its place; stopping cancels the request. */
export const bookFile = fromCallback<EventObject, { itemId: string; ino: string }>(({ input, sendBack, system }) => {
  const ports = getPorts(system);
  const { clock, readers } = ports;
  const end = new AbortController();
  const report = (event: FileReport) => {
    if (!end.signal.aborted) sendBack(event);
  };
  let reportedAt = -Infinity;
  const onBytes = (loaded: number, total: number | null) => {
    if (clock.elapsed() - reportedAt < REPORTED_MS) return;
    reportedAt = clock.elapsed();
    report({ type: 'file.progressed', loaded, total });
  };
  Promise.all([
    readers.fetch({ ...input, signal: end.signal, onBytes }),
    readPlace(ports, { ...input, userId: getUserId(system) }),
  ]).then(
    ([file, own]) => report({ type: 'file.loaded', file, own }),
    (cause: unknown) => report({ type: 'file.failed', error: toAppError(cause) }),
  );
  return () => end.abort();
});

/** Null: none. Drops places that are too old. */
async function readPlace(ports: Ports, file: ReadFile): Promise<ReadingPlace | null> {
  const { places } = ports.journal;
  const old = oldPlaces(ports, file.userId);
  const { place, forgotten } = placeIn([...(await places.read()), ...old], file);
  for (const { key } of forgotten) places.remove(key);
  return place;
}
