import { assign, fromPromise, setup } from 'xstate';
import { by } from '../kit/by.ts';
import type { ChartFact } from '../../schemas/inspector-message.ts';
import type { ChartLayout } from '../../services/chart-layout.ts';
import { drawingOf, graphOf, lookAtAll, lookAtStates, zoomed, type Drawing, type Look } from './drawing.logic.ts';

export type DrawingEvent =
  | { type: 'drawing.show'; chart: ChartFact | null; active: readonly string[] }
  | { type: 'drawing.retry' }
  | { type: 'drawing.move'; x: number; y: number }
  /** `at`: point of the frame, default its middle. */
  | { type: 'drawing.zoom'; factor: number; at?: { readonly x: number; readonly y: number } }
  | { type: 'drawing.reset' }
  | { type: 'frame.changed'; width: number; height: number };

interface DrawingContext {
  readonly layout: ChartLayout;
  readonly chart: ChartFact | null;
  readonly active: readonly string[];
  readonly drawing: Drawing | null;
  readonly frame: { readonly width: number; readonly height: number };
  readonly look: Look;
  readonly isMoved: boolean;
}

const NO_LOOK: Look = { x: 0, y: 0, scale: 1 };

const firstLook = ({ drawing, frame, active }: Pick<DrawingContext, 'drawing' | 'frame' | 'active'>) => ({
  look: drawing ? lookAtStates(drawing, frame, active) : NO_LOOK,
  isMoved: false,
});

/** Drawing of one chart, laid out in a worker, with its view. */
export const drawingMachine = setup({
  types: {
    input: {} as { layout: ChartLayout },
    context: {} as DrawingContext,
    events: {} as DrawingEvent,
    children: {} as { place: 'place' },
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    place: fromPromise<Drawing, { layout: ChartLayout; chart: ChartFact | null }>(
      async ({ input: { layout, chart } }) => {
        if (!chart) throw new Error('No chart to place');
        return drawingOf(chart, await layout.place(graphOf(chart)));
      },
    ),
  },
  guards: {
    isNone: (_, { chart }: { chart: ChartFact | null }) => chart === null,
    isOther: ({ context }, { chart }: { chart: ChartFact | null }) => chart !== context.chart,
  },
  actions: {
    keepChart: assign((_, { chart, active }: Extract<DrawingEvent, { type: 'drawing.show' }>) => ({
      chart,
      active,
      drawing: null,
    })),
    keepActive: assign((_, { active }: { active: readonly string[] }) => ({ active })),
    keepDrawing: assign(({ context }, { drawing }: { drawing: Drawing }) => ({
      drawing,
      ...firstLook({ ...context, drawing }),
    })),
    move: assign(({ context }, { x, y }: { x: number; y: number }) => ({
      look: { ...context.look, x: context.look.x + x, y: context.look.y + y },
      isMoved: true,
    })),
    zoom: assign(({ context: { look, frame } }, { factor, at }: Extract<DrawingEvent, { type: 'drawing.zoom' }>) => ({
      look: zoomed(look, factor, at ?? { x: frame.width / 2, y: frame.height / 2 }),
      isMoved: true,
    })),
    lookAtAll: assign(({ context }) => ({
      look: context.drawing ? lookAtAll(context.drawing, context.frame) : NO_LOOK,
      isMoved: true,
    })),
    keepFrame: assign(({ context }, { width, height }: { width: number; height: number }) => ({
      frame: { width, height },
      ...(context.isMoved ? {} : firstLook({ ...context, frame: { width, height } })),
    })),
  },
}).createMachine({
  id: 'drawing',
  context: ({ input }) => ({
    layout: input.layout,
    chart: null,
    active: [],
    drawing: null,
    frame: { width: 0, height: 0 },
    look: NO_LOOK,
    isMoved: false,
  }),
  on: {
    'drawing.show': [
      {
        guard: by('isNone'),
        target: '.empty',
        actions: by('keepChart'),
      },
      {
        guard: by('isOther'),
        target: '.placing',
        reenter: true,
        actions: by('keepChart'),
      },
      { actions: by('keepActive') },
    ],
    'frame.changed': { actions: by('keepFrame') },
  },
  initial: 'empty',
  states: {
    empty: {},
    placing: {
      tags: 'busy',
      invoke: {
        src: 'place',
        id: 'place',
        input: ({ context }) => context,
        onDone: {
          target: 'ready',
          actions: { type: 'keepDrawing', params: ({ event }) => ({ drawing: event.output }) },
        },
        onError: 'failed',
      },
    },
    ready: {
      on: {
        'drawing.move': { actions: by('move') },
        'drawing.zoom': { actions: by('zoom') },
        'drawing.reset': { actions: 'lookAtAll' },
      },
    },
    failed: { tags: 'failed', on: { 'drawing.retry': 'placing' } },
  },
});
