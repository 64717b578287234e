import { fromCallback } from 'xstate';
import type { LibraryFile } from '../../schemas/api/library-item-expanded.ts';
import type { Picture } from '../../services/pictures.ts';
import { getPorts } from '../app/ports.ts';

export interface PicturesInput {
  readonly itemId: string;
  readonly files: readonly LibraryFile[];
}

/** `src` null: can't be shown. */
export type PicturesTold = { type: 'pictures.told'; ino: string; src: string | null };

/** Limits in bytes: of one picture, and of all. */
const MOST_OF_ONE = 25 * 1024 * 1024;
const MOST_OF_ALL = 64 * 1024 * 1024;

/** Opens pictures by authorised calls, one after the other; closes them when stopped. */
export const readPictures = fromCallback<{ type: 'none' }, PicturesInput>(({ input, sendBack, system }) => {
  const { files: port } = getPorts(system);
  const controller = new AbortController();
  const { signal } = controller;
  const open = new Set<Picture>();
  const read = async (ino: string): Promise<string | null> => {
    const file = await port.fetch({ itemId: input.itemId, ino, signal, onBytes: () => undefined });
    const picture = await port.openPicture(file);
    if (signal.aborted) {
      picture.close();
      return null;
    }
    open.add(picture);
    return picture.src;
  };
  const readAll = async () => {
    let bytes = 0;
    for (const { ino, metadata } of input.files) {
      const fits = metadata.size <= MOST_OF_ONE && bytes + metadata.size <= MOST_OF_ALL;
      const src = fits ? await read(ino).catch(() => null) : null;
      if (signal.aborted) return;
      if (src !== null) bytes += metadata.size;
      sendBack({ type: 'pictures.told', ino, src } satisfies PicturesTold);
    }
  };
  void readAll();
  return () => {
    controller.abort();
    for (const picture of open) picture.close();
  };
});
