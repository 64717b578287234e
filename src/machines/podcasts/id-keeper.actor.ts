import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { updateItem } from '../../services/endpoints/item-editing.ts';
import { getPorts } from '../app/ports.ts';

/** A podcast that was added by its feed alone is the one with this id in the directory. */
export interface IdKeeperCommand {
  type: 'idKeeper.keep';
  /** Of the library item. */
  id: string;
  itunesId: string;
}

/**
 * Writes the ids of the directory: a server adds several feeds at once by their addresses, and knows nothing else of
 * them. What cannot be written is left out: the podcast is there, and a match finds the id again.
 */
export const idKeeper = fromCallback<IdKeeperCommand, NonReducibleUnknown>(({ receive, system }) => {
  const stop = new AbortController();
  const { api } = getPorts(system);
  receive(({ id, itunesId }) => {
    api
      .call(updateItem, { id, change: { metadata: { itunesId } } }, stop.signal)
      .catch((cause: unknown) => console.info('The id of a podcast in the directory was not kept', cause));
  });
  return () => stop.abort();
});
