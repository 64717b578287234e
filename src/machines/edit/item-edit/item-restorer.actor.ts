import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { removeCover, updateItem } from '../../../services/endpoints/item-editing.ts';
import { updateEpisode } from '../../../services/endpoints/podcast-admin.ts';
import { renameGenre, renameTag } from '../../../services/endpoints/metadata-utils.ts';
import { uploadCover } from '../../../services/endpoints/uploads.ts';
import type { Message } from '../../kit/message.ts';
import { getPorts } from '../../kit/ports.ts';
import { findNamed } from '../../kit/system.ts';
import type { ItemRestorerCommand, RestoreEpisode, RestoreItem, RestoreName } from './item-edit.protocol.ts';

/** Undoes saves of items; outlives the modal or page that saved. */
export const itemRestorer = fromCallback<ItemRestorerCommand, NonReducibleUnknown>(({ receive, system }) => {
  const { api, files } = getPorts(system);
  const ending = new AbortController();
  const notify = (id: string, kind: 'success' | 'error', message: Message, error?: AppError) =>
    findNamed(system, 'toasts')?.send({
      type: 'toasts.show',
      id,
      kind,
      message,
      ...(error ? { error } : {}),
    });
  const { signal } = ending;
  async function restoreItem({ id, change, cover }: RestoreItem): Promise<void> {
    if (change) await api.call(updateItem, { id, change }, signal);
    if (cover === 'none') await api.call(removeCover, { id }, signal);
    else if (cover) await files.upload(uploadCover, { id, file: pictureFile(cover) }, { signal });
  }
  const restoreEpisode = ({ id, episodeId, change }: RestoreEpisode): Promise<unknown> =>
    api.call(updateEpisode, { id, episodeId, change }, signal);
  const restoreName = ({ kind, from, to }: RestoreName): Promise<unknown> =>
    kind === 'tags'
      ? api.call(renameTag, { tag: from, newTag: to }, signal)
      : api.call(renameGenre, { genre: from, newGenre: to }, signal);
  const restore = (command: ItemRestorerCommand): Promise<unknown> => {
    if (command.type === 'itemRestorer.restoreName') return restoreName(command);
    return command.type === 'itemRestorer.restore' ? restoreItem(command) : restoreEpisode(command);
  };
  receive((command) => {
    const isName = command.type === 'itemRestorer.restoreName';
    const id = isName ? 'names' : 'itemEdit';
    const done: Message = isName
      ? { key: 'metadataUtils.restored', values: { name: command.to } }
      : { key: 'itemEdit.restored' };
    const failed: Message = { key: isName ? `metadataUtils.${command.kind}.failed` : 'itemEdit.updateFailed' };
    restore(command).then(
      () => notify(id, 'success', done),
      (cause: unknown) => {
        if (!ending.signal.aborted) notify(id, 'error', failed, toAppError(cause));
      },
    );
  });
  return () => ending.abort();
});

/** The server reads the type from the ending of the name. */
function pictureFile(picture: Blob): File {
  const ending = /^image\/(png|webp)/.exec(picture.type)?.[1] ?? 'jpg';
  return new File([picture], `cover.${ending}`, { type: picture.type });
}
