import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { removeCover, updateItem } from '../../services/endpoints/item-editing.ts';
import { uploadCover } from '../../services/endpoints/uploads.ts';
import { getPorts } from '../app/ports.ts';
import { findNamed } from '../app/system.ts';
import type { ItemRestorerCommand } from './item-restorer.protocol.ts';

/** Takes back what was saved of items. It outlives the modal that saved it. */
export const itemRestorer = fromCallback<ItemRestorerCommand, NonReducibleUnknown>(({ receive, system }) => {
  const { api, files } = getPorts(system);
  const ending = new AbortController();
  const tell = (kind: 'success' | 'error', key: string, error?: AppError) =>
    findNamed(system, 'toasts')?.send({
      type: 'toasts.show',
      id: 'itemEdit',
      kind,
      message: { key },
      ...(error ? { error } : {}),
    });
  const { signal } = ending;
  async function restore({ id, change, cover }: ItemRestorerCommand): Promise<void> {
    if (change) await api.call(updateItem, { id, change }, signal);
    if (cover === 'none') await api.call(removeCover, { id }, signal);
    else if (cover) await files.upload(uploadCover, { id, file: pictureFile(cover) }, { signal });
  }
  receive((command) => {
    restore(command).then(
      () => tell('success', 'itemEdit.restored'),
      (cause: unknown) => {
        if (!ending.signal.aborted) tell('error', 'itemEdit.updateFailed', toAppError(cause));
      },
    );
  });
  return () => ending.abort();
});

/** The server knows pictures by the ending of their name. */
function pictureFile(picture: Blob): File {
  const ending = /^image\/(png|webp)/.exec(picture.type)?.[1] ?? 'jpg';
  return new File([picture], `cover.${ending}`, { type: picture.type });
}
