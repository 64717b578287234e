import { fromPromise } from 'xstate';
import type { Body } from '../../schemas/requests/index.ts';
import { updateItem } from '../../services/endpoints/item-editing.ts';
import { getPorts } from '../app/ports.ts';

export interface MatchSaving {
  readonly id: string;
  readonly change: Body<'items.update'>;
  readonly hasCover: boolean;
}

/** The replaced cover; `none`: there was none. Undefined: the save has no cover, or the old one was unreadable. */
export type FormerCover = Blob | 'none' | undefined;

/** Saves a match. Keeps the replaced cover for undo, as the server does not. */
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
