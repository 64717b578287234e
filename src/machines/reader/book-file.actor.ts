import { fromCallback, type EventObject } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { ReadingPlace } from '../../schemas/reading-places.ts';
import { getPorts } from '../app/ports.ts';
import { getUserId } from '../app/system.ts';
import { readPlace } from './places.logic.ts';

export type FileReport =
  /** Bytes so far; `total` is null when the server does not say. */
  | { type: 'file.progressed'; loaded: number; total: number | null }
  /** `own`: where this browser last was in it. */
  | { type: 'file.loaded'; file: Blob; own: ReadingPlace | null }
  | { type: 'file.failed'; error: AppError };

/** How often it is told how far the file has come, in ms. */
const TOLD_MS = 100;

/** Fetches an ebook file, and the place in it; its end cancels the call. */
export const bookFile = fromCallback<EventObject, { itemId: string; ino: string }>(({ input, sendBack, system }) => {
  const { clock, journal, readers } = getPorts(system);
  const end = new AbortController();
  const report = (event: FileReport) => {
    if (!end.signal.aborted) sendBack(event);
  };
  let toldAt = -Infinity;
  const onBytes = (loaded: number, total: number | null) => {
    if (clock.elapsed() - toldAt < TOLD_MS) return;
    toldAt = clock.elapsed();
    report({ type: 'file.progressed', loaded, total });
  };
  Promise.all([
    readers.fetch({ ...input, signal: end.signal, onBytes }),
    readPlace(journal.places, { ...input, userId: getUserId(system) }),
  ]).then(
    ([file, own]) => report({ type: 'file.loaded', file, own }),
    (cause: unknown) => report({ type: 'file.failed', error: toAppError(cause) }),
  );
  return () => end.abort();
});
