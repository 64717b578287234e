import { assign, setup, type ActorRefFrom } from 'xstate';
import type { Picture } from '../../services/reader/engine.ts';
import { by } from '../kit/by.ts';
import { closer, fitted, moved, zoomed, type Point, type Size, type View } from './picture-view.logic.ts';

export type PictureViewEvent =
  | { type: 'frame.changed'; width: number; height: number }
  /** `at`: point of the frame, default its middle. */
  | { type: 'picture.zoom'; factor: number; at?: Point }
  | { type: 'picture.move'; x: number; y: number }
  | { type: 'picture.reset' }
  /** The own size of the picture, or the fitted one. */
  | { type: 'picture.toggle'; at: Point };

interface PictureViewContext {
  readonly picture: Picture;
  readonly frame: Size;
  readonly view: View;
}

type Zoom = Omit<Extract<PictureViewEvent, { type: 'picture.zoom' }>, 'type'>;

const endsFitted = (context: PictureViewContext, zoom: Zoom) =>
  zoomedView(context, zoom).scale === fitted(context.picture, context.frame).scale;

const zoomedView = ({ picture, frame, view }: PictureViewContext, { factor, at }: Zoom) =>
  zoomed(view, factor, at ?? { x: frame.width / 2, y: frame.height / 2 }, picture, frame);

/** A picture of a book, large: fitted to its frame until it is zoomed. */
export const pictureViewMachine = setup({
  types: { input: {} as Picture, context: {} as PictureViewContext, events: {} as PictureViewEvent },
  guards: {
    isFramed: ({ context }) => context.view.scale > 0,
    endsFitted: ({ context }, zoom: Zoom) => endsFitted(context, zoom),
    leavesFitted: ({ context }, zoom: Zoom) => !endsFitted(context, zoom),
  },
  actions: {
    keepFrame: assign(({ context }, { width, height }: Size) => {
      const frame = { width, height };
      return { frame, view: moved(context.view, { x: 0, y: 0 }, context.picture, frame) };
    }),
    fit: assign(({ context: { picture, frame } }) => ({ view: fitted(picture, frame) })),
    zoom: assign(({ context }, zoom: Zoom) => ({ view: zoomedView(context, zoom) })),
    goCloser: assign(({ context }, { at }: { at: Point }) => ({
      view: zoomedView(context, { factor: closer(context.view), at }),
    })),
    move: assign(({ context: { picture, frame, view } }, way: Point) => ({ view: moved(view, way, picture, frame) })),
  },
}).createMachine({
  id: 'pictureView',
  context: ({ input }) => ({ picture: input, frame: { width: 0, height: 0 }, view: { x: 0, y: 0, scale: 0 } }),
  initial: 'fitted',
  states: {
    fitted: {
      entry: 'fit',
      on: {
        'frame.changed': { actions: [by('keepFrame'), 'fit'] },
        'picture.zoom': { guard: by('leavesFitted'), target: 'zoomed', actions: by('zoom') },
        'picture.toggle': { guard: 'isFramed', target: 'zoomed', actions: by('goCloser') },
      },
    },
    zoomed: {
      on: {
        'frame.changed': { actions: by('keepFrame') },
        'picture.zoom': [{ guard: by('endsFitted'), target: 'fitted' }, { actions: by('zoom') }],
        'picture.move': { actions: by('move') },
        'picture.reset': 'fitted',
        'picture.toggle': 'fitted',
      },
    },
  },
});

export type PictureViewRef = ActorRefFrom<typeof pictureViewMachine>;
