import { assign, setup, type ActorRefFrom, fromCallback } from 'xstate';
import { by } from '../../kit/by.ts';
import type { LibraryFile, LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { Picture } from '../../../services/pictures.ts';
import { getPorts } from '../../kit/ports.ts';
import { localPictures } from './cover.logic.ts';
import type { TabInput, TabNews } from './item-edit.protocol.ts';

interface PicturesInput {
  readonly itemId: string;
  readonly files: readonly LibraryFile[];
}

/** `src` null: can't be shown. */
type PicturesReport = { type: 'pictures.reported'; ino: string; src: string | null };

/** Limits in bytes: of one picture, and of all. */
const MOST_OF_ONE = 25 * 1024 * 1024;
const MOST_OF_ALL = 64 * 1024 * 1024;

/** Opens pictures by authorised calls, one after the other; closes them when stopped. */
const readPictures = fromCallback<{ type: 'none' }, PicturesInput>(({ input, sendBack, system }) => {
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
      sendBack({ type: 'pictures.reported', ino, src } satisfies PicturesReport);
    }
  };
  void readAll();
  return () => {
    controller.abort();
    for (const picture of open) picture.close();
  };
});

interface PicturesContext {
  readonly item: LibraryItemExpanded;
  readonly sources: Readonly<Record<string, string | null>>;
}

const MOST = 60;

const picturesOf = (item: LibraryItemExpanded): readonly LibraryFile[] => localPictures(item).slice(0, MOST);
const namesOf = (item: LibraryItemExpanded): string =>
  picturesOf(item)
    .map(({ ino, metadata }) => `${ino} ${metadata.mtimeMs ?? ''}`)
    .join();

/** Pictures of an item's folder, loaded when a tab first shows them. */
export const folderPicturesMachine = setup({
  types: {
    input: {} as TabInput,
    context: {} as PicturesContext,
    events: {} as TabNews | PicturesReport,
    children: {} as { readPictures: 'readPictures' },
  },
  actors: { readPictures },
  guards: {
    hasOthers: ({ context }, { item }: { item: LibraryItemExpanded }) => namesOf(item) !== namesOf(context.item),
  },
  actions: {
    takeItem: assign((_, { item }: { item: LibraryItemExpanded }) => ({ item })),
    keep: assign(({ context }, { ino, src }: PicturesReport) => ({ sources: { ...context.sources, [ino]: src } })),
  },
}).createMachine({
  id: 'folderPictures',
  context: ({ input: { item } }) => ({ item, sources: {} }),
  on: { 'tab.itemChanged': { actions: by('takeItem') } },
  initial: 'waiting',
  states: {
    waiting: { on: { 'tab.show': 'reading' } },
    reading: {
      entry: assign({ sources: {} }),
      invoke: {
        src: 'readPictures',
        id: 'readPictures',
        input: ({ context: { item } }) => ({ itemId: item.id, files: picturesOf(item) }),
      },
      on: {
        'pictures.reported': { actions: by('keep') },
        'tab.itemChanged': { guard: by('hasOthers'), target: 'reading', reenter: true, actions: by('takeItem') },
      },
    },
  },
});

export type FolderPicturesRef = ActorRefFrom<typeof folderPicturesMachine>;
