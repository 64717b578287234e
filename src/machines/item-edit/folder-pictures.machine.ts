import { assign, setup, type ActorRefFrom } from 'xstate';
import type { LibraryFile, LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { localPictures } from './cover.logic.ts';
import { readPictures, type PicturesTold } from './folder-pictures.actor.ts';
import type { TabInput, TabNews } from './tab.protocol.ts';

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
    events: {} as TabNews | PicturesTold,
    children: {} as { readPictures: 'readPictures' },
  },
  actors: { readPictures },
  guards: {
    hasOthers: ({ context }, { item }: { item: LibraryItemExpanded }) => namesOf(item) !== namesOf(context.item),
  },
  actions: {
    takeItem: assign((_, { item }: { item: LibraryItemExpanded }) => ({ item })),
    forget: assign({ sources: {} }),
    keep: assign(({ context }, { ino, src }: PicturesTold) => ({ sources: { ...context.sources, [ino]: src } })),
  },
}).createMachine({
  id: 'folderPictures',
  context: ({ input: { item } }) => ({ item, sources: {} }),
  on: { 'tab.itemChanged': { actions: { type: 'takeItem', params: ({ event }) => event } } },
  initial: 'waiting',
  states: {
    waiting: { on: { 'tab.show': 'reading' } },
    reading: {
      entry: 'forget',
      invoke: {
        src: 'readPictures',
        id: 'readPictures',
        input: ({ context: { item } }) => ({ itemId: item.id, files: picturesOf(item) }),
      },
      on: {
        'pictures.told': { actions: { type: 'keep', params: ({ event }) => event } },
        'tab.itemChanged': {
          guard: { type: 'hasOthers', params: ({ event }) => event },
          target: 'reading',
          reenter: true,
          actions: { type: 'takeItem', params: ({ event }) => event },
        },
      },
    },
  },
});

export type FolderPicturesRef = ActorRefFrom<typeof folderPicturesMachine>;
