import { pictureViewMachine } from '../../src/machines/reader/picture-view.machine.ts';
import { defineModel } from '../support/rig.ts';

export const pictureViewModel = defineModel({
  name: 'pictureView',
  machine: pictureViewMachine,
  starts: [{ input: { address: 'blob:map', name: 'A map', width: 1000, height: 500 } }],
  events: [
    { type: 'frame.changed', width: 500, height: 400 },
    { type: 'picture.zoom', factor: 4 },
    { type: 'picture.zoom', factor: 0.1, at: { x: 10, y: 10 } },
    { type: 'picture.move', x: -50, y: 20 },
    { type: 'picture.reset' },
    { type: 'picture.toggle', at: { x: 100, y: 100 } },
  ],
  project: ({ context: { frame, view } }) => [frame.width, view.scale],
  invariants: {
    'a fitted picture is whole': (state) => {
      const { picture, frame, view } = state.context;
      return !state.matches('fitted') || picture.width * view.scale <= frame.width;
    },
    'a picture leaves no gap at the start of its frame that its end has room for': ({ context }) => {
      const { picture, frame, view } = context;
      return view.x <= 0 || picture.width * view.scale <= frame.width;
    },
  },
});
