import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { updateItem } from '../../services/endpoints/item-editing.ts';
import { getPorts } from '../app/ports.ts';

export interface IdKeeperCommand {
  type: 'idKeeper.keep';
  id: string;
  itunesId: string;
}

/**
 * Saves directory ids: the server adds several feeds by address only. Failures are ignored: a later match finds the id.
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
