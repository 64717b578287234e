import { fromPromise } from 'xstate';
import type { Body } from '../../schemas/requests/index.ts';
import { updateItem } from '../../services/endpoints/item-editing.ts';
import { getPorts } from '../app/ports.ts';

export interface MatchSaving {
  readonly id: string;
  readonly change: Body<'items.update'>;
  readonly hasCover: boolean;
}

/**
 * The cover that a save replaces, so that it can be taken back; `none`: there was none. Undefined where the save brings
 * no cover, or the one before could not be read.
 */
export type FormerCover = Blob | 'none' | undefined;

/** Saves a match, and keeps the cover that it replaces: the server does not. */
export const saveMatch = fromPromise<FormerCover, MatchSaving>(async ({ input, system, signal }) => {
  const { api, files } = getPorts(system);
  const { id, change, hasCover } = input;
  const former = change.url === undefined ? undefined : hasCover ? await readCover() : 'none';
  await api.call(updateItem, { id, change }, signal);
  return former;

  function readCover() {
    return files.fetchCover(id, signal).catch(() => undefined);
  }
});
