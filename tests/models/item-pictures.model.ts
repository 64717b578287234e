import { isDeepStrictEqual } from 'node:util';
import { folderPicturesMachine } from '../../src/machines/edit/item-edit/folder-pictures.machine.ts';
import { bookWith, pictureFile } from '../support/picture-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const [one, other] = [bookWith(pictureFile('1')), bookWith(pictureFile('2'))];

export const itemPicturesModel = defineModel({
  name: 'folderPictures',
  machine: folderPicturesMachine,
  starts: [{ input: { item: one } }],
  events: [
    { type: 'tab.show' },
    { type: 'tab.itemChanged', item: one },
    { type: 'tab.itemChanged', item: other },
    { type: 'pictures.reported', ino: '1', src: 'blob:1' },
    { type: 'pictures.reported', ino: '1', src: null },
  ],
  outputs: { readPictures: [] },
  failures: { readPictures: [] },
  project: ({ context }) => [context.item === one, context.sources],
  invariants: {
    'nothing shows before the tab opens': (state) =>
      !state.matches('waiting') || Object.keys(state.context.sources).length === 0,
    'shown pictures were opened': ({ context }, { happened }) =>
      Object.entries(context.sources).every(([ino, src]) =>
        happened.some((event) => isDeepStrictEqual(event, { type: 'pictures.reported', ino, src })),
      ),
  },
});
