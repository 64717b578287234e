import type { Recorder } from '../../src/machines/inspector/recorder.ts';
import type { RecorderInput } from '../../src/machines/inspector/recorder.machine.ts';
import type { ActorFact, ChartFact, EventRecord, InspectorReport } from '../../src/schemas/inspector-message.ts';
import type { Recording } from '../../src/schemas/recording.ts';
import type { Tape } from '../../src/schemas/tape.ts';
import type { ChartLayout, ChartGraph } from '../../src/services/chart-layout.ts';
import { createFakeEnds } from './fakes/inspector-channel.ts';

type Recorded = Extract<InspectorReport, { type: 'page.recorded' }>;

export const PAGE = { id: 'p1', title: 'Home', path: '/', isTaped: false, canTape: true };
export const OTHER_PAGE = { id: 'p2', title: 'Shelf', path: '/library/l', isTaped: true, canTape: true };

const state = (id: string, parent: string | null, isInitial = false) => ({
  id,
  parent,
  key: id.split('.').at(-1) ?? id,
  path: id.replace(/^lamp\./, ''),
  kind: parent === null ? ('compound' as const) : ('atomic' as const),
  isInitial,
  invokes: id === 'lamp.lit' ? ['burn'] : [],
  tags: [],
});

export const LAMP: ChartFact = {
  id: 'lamp#1',
  title: 'lamp',
  states: [state('lamp', null), state('lamp.off', 'lamp', true), state('lamp.lit', 'lamp')],
  transitions: [
    {
      key: 'lamp.off|lamp.press|0',
      source: 'lamp.off',
      targets: ['lamp.lit'],
      event: 'lamp.press',
      guard: '',
      actions: [],
    },
    {
      key: 'lamp.lit|lamp.press|0',
      source: 'lamp.lit',
      targets: ['lamp.off'],
      event: 'lamp.press',
      guard: 'isCool',
      actions: ['count'],
    },
    { key: 'lamp.lit|lamp.dim|0', source: 'lamp.lit', targets: [], event: 'lamp.dim', guard: '', actions: ['dim'] },
  ],
};

export const actorOf = (id: string, more: Partial<ActorFact> = {}): ActorFact => ({
  id,
  parent: null,
  name: id,
  chart: LAMP.id,
  active: ['lamp', 'lamp.off'],
  status: 'active',
  ...more,
});

export const recordOf = (number: number, more: Partial<EventRecord> = {}): EventRecord => ({
  number,
  at: number * 100,
  from: null,
  to: { id: 'a', name: 'a' },
  event: 'lamp.press',
  chart: LAMP.id,
  transitions: ['lamp.off|lamp.press|0'],
  actions: [],
  tookMs: 1,
  isTaken: true,
  refusedBy: [],
  ...more,
});

export const reportOf = (more: Partial<Recorded> = {}): Recorded => ({
  type: 'page.recorded',
  page: PAGE.id,
  isWhole: false,
  actors: [],
  gone: [],
  charts: [],
  records: [],
  ...more,
});

/** The first report of a page with two lamps. */
export const WHOLE = reportOf({
  isWhole: true,
  actors: [actorOf('a'), actorOf('b', { parent: 'a', active: ['lamp', 'lamp.lit'] })],
  charts: [LAMP],
  records: [recordOf(1), recordOf(2, { to: { id: 'b', name: 'b' }, event: 'other.turn' })],
});

const noRecorder: Recorder = {
  start: () => undefined,
  stop: () => undefined,
  take: () => ({ actors: [], gone: [], charts: [], records: [] }),
  describeActor: () => null,
  describeRecord: () => null,
  recording: (title) => ({ ...RECORDING, title }),
  replay: () => ({ steps: [], missing: [] }),
  send: () => false,
};

/** The recorder's input of {@link PAGE}: nothing is recorded, and its network may be changed. */
export const inputOfRecorder = (more: Partial<RecorderInput> = {}): RecorderInput => ({
  recorder: noRecorder,
  channel: createFakeEnds().page,
  network: { set: () => undefined },
  mayChangeNetwork: () => true,
  restart: () => undefined,
  describePage: () => PAGE,
  ...more,
});

/** Puts all boxes in a row, each line straight; `isBroken`: rejects. */
export function createFakeLayout(): ChartLayout & { isBroken: boolean; ended: number } {
  const place = (node: ChartGraph, index: number): ChartGraph => ({
    ...node,
    x: 10 + index * 100,
    y: 20,
    width: 80,
    height: 40,
    children: (node.children ?? []).map(place),
  });
  return {
    isBroken: false,
    ended: 0,
    async place(graph) {
      if (this.isBroken) throw new Error('no worker');
      return {
        ...graph,
        width: 400,
        height: 200,
        children: (graph.children ?? []).map(place),
        edges: (graph.edges ?? []).map((edge) => ({
          ...edge,
          sections: [{ id: 's', startPoint: { x: 1, y: 2 }, endPoint: { x: 30, y: 40 } }],
          labels: (edge.labels ?? []).map((label) => ({ ...label, x: 5, y: 6 })),
        })),
      };
    },
    end() {
      this.ended += 1;
    },
  };
}

const lampState = (leaf: 'off' | 'lit') => ['lamp', `lamp.${leaf}`];

/** A lamp that was pressed twice, in a file. */
export const RECORDING: Recording = {
  format: 'earmark.recording',
  version: 1,
  title: 'Home',
  isAnonymous: false,
  charts: [LAMP],
  actors: [{ ...actorOf('a'), start: { active: lampState('off'), value: 'off', context: {} }, cameWith: null }],
  steps: [
    { ...recordOf(1), payload: { type: 'lamp.press' }, active: lampState('lit') },
    {
      ...recordOf(2, { transitions: ['lamp.lit|lamp.press|0'] }),
      payload: { type: 'lamp.press' },
      active: lampState('off'),
    },
  ],
};

/** A client that is signed out at its start. */
export const TAPE: Tape = {
  baseUrl: 'http://localhost/',
  capabilities: { setsVolume: true, sharesPictures: false, choosesFolders: true, speaks: true, keepsData: true },
  startedAt: Date.UTC(2026, 0, 1),
  entries: [
    { kind: 'start', at: 50, after: { auth: 'starting' } },
    { kind: 'call', path: 'api.call', args: [{ name: 'auth.status' }], isLater: true },
    { kind: 'answer', call: 1, result: {}, at: 150, after: { auth: 'signedOut' } },
  ],
};

/** A recording of a page that was taped from its start. */
export const TAPED: Recording = { ...RECORDING, tape: TAPE };
