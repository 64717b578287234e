import { drawingMachine } from '../../src/machines/inspector/drawing.machine.ts';
import { inspectorDoorMachine } from '../../src/machines/inspector/inspector-door.machine.ts';
import { inspectorMachine } from '../../src/machines/inspector/inspector.machine.ts';
import type { InspectorEvent, InspectorInput } from '../../src/machines/inspector/inspector.protocol.ts';
import type { InspectorSnapshot } from '../../src/machines/inspector/inspector.selectors.ts';
import { recorderMachine } from '../../src/machines/inspector/recorder.machine.ts';
import { stageMachine } from '../../src/machines/inspector/stage.machine.ts';
import { RecordingError } from '../../src/machines/inspector/recording.logic.ts';
import { createFakeEnds } from '../support/fakes/inspector-channel.ts';
import {
  actorOf,
  createFakeLayout,
  inputOfRecorder,
  LAMP,
  RECORDING,
  TAPE,
  TAPED,
  OTHER_PAGE,
  PAGE,
  recordOf,
  reportOf,
  WHOLE,
} from '../support/inspector-fixtures.ts';
import { defineModel } from '../support/rig.ts';

export const inspectorDoorModel = defineModel({
  name: 'inspectorDoor',
  machine: inspectorDoorMachine,
  named: { toasts: null },
  events: [{ type: 'inspector.toggle' }],
  invariants: {
    'a failure is reported, once': (_state, { happened, receivedBy }) =>
      receivedBy('toasts').length === happened.filter(({ type }) => type === 'xstate.error.actor.toggle').length,
    'it loads only on request': (state, { happened }) =>
      !state.matches('loading') || happened.some(({ type }) => type === 'inspector.toggle'),
  },
});

const RULE = { id: '1', kind: 'call', name: '*', delayMs: 9, effect: 'drop', status: 500 } as const;
const watch = (watcher: string, page = PAGE.id) => ({ type: 'watch.requested', page, watcher, isFirst: true }) as const;

export const recorderModel = defineModel({
  name: 'recorder',
  machine: recorderMachine,
  starts: [
    { input: inputOfRecorder({ patience: 2 }) },
    { input: inputOfRecorder({ patience: 2, mayChangeNetwork: () => false }) },
  ],
  events: [
    { type: 'pages.requested' },
    watch('i1'),
    watch('i2'),
    { type: 'watch.ended', page: PAGE.id, watcher: 'i1' },
    { type: 'actor.requested', page: PAGE.id, actor: 'a' },
    { type: 'record.requested', page: PAGE.id, record: 1 },
    { type: 'recording.requested', page: PAGE.id, isAnonymous: false },
    { type: 'replay.requested', page: PAGE.id, recording: RECORDING },
    { type: 'replay.requested', page: PAGE.id, recording: { format: 'other' } },
    { type: 'event.requested', page: PAGE.id, actor: 'a', event: { type: 'lamp.press' } },
    { type: 'tape.requested', page: PAGE.id, isPanel: true },
    { type: 'rules.requested', page: PAGE.id, rules: [RULE] },
    { type: 'rules.requested', page: PAGE.id, rules: [] },
  ],
  ignored: [
    watch('i1', OTHER_PAGE.id),
    { type: 'actor.requested', page: OTHER_PAGE.id, actor: 'a' },
    { type: 'rules.requested', page: OTHER_PAGE.id, rules: [RULE] },
    { type: 'tape.requested', page: OTHER_PAGE.id, isPanel: true },
  ],
  project: ({ context }) => [context.watchers, context.rules],
  invariants: {
    'it records while watched, and only then': (state) =>
      state.matches('recording') === Object.keys(state.context.watchers).length > 0,
    'nothing is done to a network that is not to be touched': ({ context }) =>
      context.rules.length === 0 || context.mayChangeNetwork(),
    'the network rules are the last requested ones': ({ context }, { happened }) => {
      const last = happened.findLast(({ type }) => type === 'rules.requested') as
        { rules?: readonly object[] } | undefined;
      return !context.mayChangeNetwork() || context.rules.length === (last?.rules?.length ?? 0);
    },
    'every watcher has subscribed': ({ context }, { happened }) =>
      Object.keys(context.watchers).every((name) =>
        happened.some((event) => event.type === 'watch.requested' && (event as { watcher?: string }).watcher === name),
      ),
    'who ended watches no more': ({ context }, { happened }) => {
      const last = happened.findLast((event) => (event as { watcher?: string }).watcher === 'i1');
      return last?.type !== 'watch.ended' || context.watchers['i1'] === undefined;
    },
  },
});

const stageEnds = () => createFakeEnds().page;

export const stageModel = defineModel({
  name: 'stage',
  machine: stageMachine,
  starts: [
    {
      input: {
        name: 'i1',
        channel: stageEnds(),
        play: (_, step) => Promise.resolve({ step, differences: [] }),
        close: () => undefined,
      },
    },
  ],
  events: [
    { type: 'stage.show', stage: 'i1', tape: TAPE, step: 0 },
    { type: 'stage.go', stage: 'i1', step: 1 },
    { type: 'stage.close', stage: 'i1' },
  ],
  ignored: [{ type: 'stage.show', stage: 'i1', tape: { entries: 'none' }, step: 0 }],
  outputs: {
    play: [
      { step: 0, differences: [] },
      { step: 1, differences: [] },
    ],
  },
  failures: { play: [new Error('no code')] },
  project: ({ context }) => [context.tape !== null, context.step],
  invariants: {
    'nothing is played before there is a tape': (state) => state.matches('waiting') || state.context.tape !== null,
    'it rests at the step that was wanted last': (state, { happened }) => {
      const last = happened.findLast(({ type }) => type === 'stage.go' || type === 'stage.show') as
        { step?: number } | undefined;
      const done = happened.findLast(({ type }) => type === 'xstate.done.actor.play') as
        { output?: { step: number } } | undefined;
      return !state.matches('shown') || last?.step === done?.output?.step;
    },
  },
});

const drawn = {
  width: 400,
  height: 200,
  states: [
    {
      id: 'lamp.off',
      key: 'off',
      kind: 'atomic' as const,
      isInitial: true,
      invokes: [],
      level: 1,
      x: 0,
      y: 0,
      width: 80,
      height: 40,
    },
  ],
  lines: [],
};

export const drawingModel = defineModel({
  name: 'drawing',
  machine: drawingMachine,
  starts: [{ input: { layout: createFakeLayout() } }],
  events: [
    { type: 'drawing.show', chart: LAMP, active: ['lamp.off'] },
    { type: 'drawing.show', chart: null, active: [] },
    { type: 'drawing.retry' },
    { type: 'drawing.move', x: 10, y: -5 },
    { type: 'drawing.zoom', factor: 2 },
    { type: 'drawing.zoom', factor: 0.5, at: { x: 0, y: 0 } },
    { type: 'drawing.reset' },
    { type: 'frame.changed', width: 300, height: 100 },
  ],
  outputs: { place: [drawn] },
  failures: { place: [new Error('no worker')] },
  project: ({ context }) => [context.chart?.id, context.isMoved, context.frame.width],
  invariants: {
    'the drawing is of a requested chart': ({ context }) => context.drawing === null || context.chart !== null,
    'there is a drawing when it is ready, and only then': (state) =>
      state.matches('ready') === (state.context.drawing !== null),
    'it is never so near or far that nothing can be seen': ({ context }) =>
      context.look.scale >= 0.05 && context.look.scale <= 4,
  },
});

const inputOf = (more: Partial<InspectorInput> = {}): InspectorInput => ({
  name: 'i1',
  channel: createFakeEnds().inspector,
  layout: createFakeLayout(),
  page: null,
  isPanel: true,
  isCutOff: false,
  openWindow: () => true,
  openStage: () => true,
  saveFile: () => undefined,
  copyText: () => Promise.resolve(),
  leave: () => undefined,
  ...more,
});

/** A rule's form is the same in every state: the model uses it before the page is known. */
const isNewPage = ({ context: { actors, draft, page, record, replay, silence } }: Pick<InspectorSnapshot, 'context'>) =>
  actors.length + silence === 0 && draft.event === '' && record === null && replay === null && page === PAGE.id;
const NETWORK_EVENTS: readonly InspectorEvent[] = [
  { type: 'network.toggle' },
  { type: 'rule.change', change: { name: '*', delay: '9' } },
  { type: 'rule.add' },
  { type: 'rule.remove', id: '1' },
  { type: 'rules.changed', page: PAGE.id, isAllowed: true, rules: [RULE] },
];

/** The page of a tape opens beside in the same way at each step: the model does so at the first one. */
const isNewTape = ({ context: { page, replay, pages }, value }: InspectorSnapshot) =>
  replay !== null &&
  replay.index === 0 &&
  replay.page === null &&
  page === null &&
  pages.length === 0 &&
  value.log === 'following';
const STAGE_EVENTS: readonly InspectorEvent[] = [
  { type: 'recording.toggleWhole' },
  { type: 'stage.opened', stage: 'i1' },
  { type: 'stage.reached', stage: 'i1', step: 0, differences: [] },
  { type: 'stage.left', stage: 'i1' },
];

const EVENTS: readonly InspectorEvent[] = [
  { type: 'page.found', page: PAGE },
  { type: 'page.found', page: OTHER_PAGE },
  { type: 'page.left', page: PAGE.id },
  { type: 'page.left', page: OTHER_PAGE.id },
  { type: 'page.choose', id: OTHER_PAGE.id },
  WHOLE,
  reportOf({ actors: [actorOf('a', { active: ['lamp', 'lamp.lit'] })], records: [recordOf(3)] }),
  { type: 'actor.select', id: 'b' },
  { type: 'actor.described', page: PAGE.id, actor: 'b', value: { context: {} }, takes: ['lamp.press'] },
  { type: 'record.select', record: 1 },
  { type: 'record.described', page: PAGE.id, record: 1, event: {}, before: {}, after: {} },
  { type: 'record.close' },
  { type: 'log.pause' },
  { type: 'log.follow' },
  { type: 'log.clear' },
  { type: 'log.filter', change: { search: 'press' } },
  { type: 'pane.show', pane: 'events' },
  { type: 'value.toggle', path: 'data/context' },
  { type: 'draft.choose', event: 'lamp.press' },
  { type: 'draft.change', key: '', value: '{}' },
  { type: 'draft.send' },
  { type: 'event.answered', page: PAGE.id, isTaken: true },
  { type: 'recording.restart' },
  { type: 'saving.toggle' },
  { type: 'saving.leaveOut' },
  { type: 'recording.save' },
  { type: 'recording.finished', page: PAGE.id, recording: RECORDING },
  { type: 'recording.open', file: { text: () => Promise.resolve('') } },
  { type: 'recording.replayed', page: PAGE.id, steps: [], missing: ['lamp'] },
  { type: 'recording.go', index: 1 },
  { type: 'recording.mark' },
  { type: 'recording.copy' },
  { type: 'recording.saveTest' },
  { type: 'recording.close' },
  { type: 'inspector.close' },
];

/** Windows open in the same way in every state. */
const isPlain = ({ context: { network, replay }, value }: InspectorSnapshot) =>
  value.log === 'following' &&
  value.file === 'idle' &&
  network.draft.name === '' &&
  (replay === null || (!replay.isWhole && replay.stage === null));

/** While a window opens nothing else happens: it takes no time. */
const when =
  (isRight: (state: InspectorSnapshot) => boolean) => (event: InspectorEvent) => (state: InspectorSnapshot) =>
    state.value.window === 'idle' && isRight(state) ? event : null;

export const inspectorModel = defineModel({
  name: 'inspector',
  machine: inspectorMachine,
  starts: [{ input: inputOf({ page: PAGE.id }) }],
  events: [
    ...EVENTS.map(when(() => true)),
    ...NETWORK_EVENTS.map(when(isNewPage)),
    ...STAGE_EVENTS.map(when(isNewTape)),
    when((state) => isNewPage(state) && isPlain(state))({ type: 'inspector.openWindow' }),
    when((state) => isNewTape(state) && isPlain(state))({ type: 'stage.open' }),
  ],
  ignored: [
    { type: 'actor.described', page: 'other', actor: 'b', value: 1, takes: [] },
    { type: 'event.answered', page: 'other', isTaken: true },
    { type: 'rules.changed', page: 'other', isAllowed: true, rules: [RULE] },
    { type: 'stage.opened', stage: 'i2' },
    { type: 'stage.reached', stage: 'i2', step: 0, differences: [] },
    { type: 'stage.left', stage: 'i2' },
  ],
  outputs: { readFile: [TAPED], copyTest: [undefined], openPopUp: [undefined] },
  failures: {
    readFile: [new RecordingError('foreign')],
    copyTest: [new Error('no clipboard')],
    openPopUp: [new Error('blocked')],
  },
  project: ({ context }) => [
    context.page,
    context.replay?.index ?? null,
    context.replay?.page ?? null,
    context.replay && [context.replay.isWhole, context.replay.stage],
    context.actor,
    context.record,
    context.silence,
    context.held.length > 0,
    context.actors.length,
    context.draft.event,
    context.network.draft.name,
  ],
  /** Side issues one at a time; two at once on the first page, before an actor is chosen. */
  stopWhen: (state) => {
    const { actor, draft, network, page, record, replay, silence } = state.context;
    const asides = [draft.event !== '', silence > 0];
    const sides = replay === null ? [...asides, record !== null, state.value.log === 'paused'] : asides;
    const isSide = replay !== null && (replay.isWhole || replay.stage !== null) && !isNewTape(state);
    if (isSide || state.value.window === 'blocked') return true;
    const isKnown = page === OTHER_PAGE.id || actor !== null || replay !== null;
    return sides.filter(Boolean).length > (isKnown ? 0 : 1) || (network.draft.name !== '' && !isNewPage(state));
  },
  invariants: {
    'shown data is of the watched page': ({ context, ...state }) =>
      !state.matches({ page: 'watching' }) || context.page !== null,
    'nothing is held but while the log is paused': (state) =>
      state.matches({ log: 'paused' }) || state.context.held.length === 0,
    'the log is in order, and has each event once': ({ context }) =>
      context.records.every(({ number }, index) => number > (context.records[index - 1]?.number ?? 0)),
    'no page is watched during a replay': (state) =>
      state.matches({ page: 'replaying' }) === (state.context.replay !== null) &&
      (state.context.replay === null || state.context.page === null),
    'only a client of a tape is shown beside, or made a test': ({ context: { replay } }) =>
      replay === null || replay.recording.tape !== undefined || (!replay.isWhole && replay.stage === null),
    "a payload's fault is cleared with the event": ({ context: { draft } }) =>
      draft.event !== '' || Object.keys(draft.faults).length === 0,
    'the description is of the chosen one': ({ context }) =>
      context.described === null || context.described.actor === context.actor,
  },
});
