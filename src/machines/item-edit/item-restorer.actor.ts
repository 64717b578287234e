import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { updateItem } from '../../services/endpoints/item-editing.ts';
import { getPorts } from '../app/ports.ts';
import { findNamed } from '../app/system.ts';
import type { ItemRestorerCommand } from './item-restorer.protocol.ts';

/** Takes back what was saved of items. It outlives the modal that saved it. */
export const itemRestorer = fromCallback<ItemRestorerCommand, NonReducibleUnknown>(({ receive, system }) => {
  const { api } = getPorts(system);
  const ending = new AbortController();
  const tell = (kind: 'success' | 'error', key: string, error?: AppError) =>
    findNamed(system, 'toasts')?.send({
      type: 'toasts.show',
      id: 'itemEdit',
      kind,
      message: { key },
      ...(error ? { error } : {}),
    });
  receive(({ id, change }) => {
    api.call(updateItem, { id, change }, ending.signal).then(
      () => tell('success', 'itemEdit.restored'),
      (cause: unknown) => {
        if (!ending.signal.aborted) tell('error', 'itemEdit.updateFailed', toAppError(cause));
      },
    );
  });
  return () => ending.abort();
});
