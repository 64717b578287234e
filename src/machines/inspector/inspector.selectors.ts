import { memoizeLast } from '../kit/memo.ts';
import type { SnapshotFrom } from 'xstate';
import type { ActorFact, ChartFact, ChartState, EventRecord } from '../../schemas/inspector-message.ts';
import { changesOf } from './changes.logic.ts';
import { transitionLabel } from './drawing.logic.ts';
import type { drawingMachine } from './drawing.machine.ts';
import type { inspectorMachine } from './inspector.machine.ts';
import { familiesOf, filterRecords } from './log.logic.ts';
import { payloadOf, type PayloadField } from './payload.logic.ts';
import { differs, stepInWords } from './replay.logic.ts';
import { stepsOfTape } from './tape/tape-steps.logic.ts';
import { rowsOf, type ValueRow } from './value-rows.logic.ts';

export type InspectorSnapshot = SnapshotFrom<typeof inspectorMachine>;
export type DrawingSnapshot = SnapshotFrom<typeof drawingMachine>;

export const selectIsWatching = (state: InspectorSnapshot) => state.matches({ page: 'watching' });
export const selectIsReplaying = (state: InspectorSnapshot) => state.matches({ page: 'replaying' });
export const selectIsTaped = ({ context: { pages, page } }: InspectorSnapshot) =>
  pages.some(({ id, isTaped }) => id === page && isTaped);
export const selectCanTape = ({ context: { pages, page } }: InspectorSnapshot) =>
  pages.some(({ id, canTape }) => id === page && canTape);
export const selectIsBlocked = (state: InspectorSnapshot) => state.matches({ window: 'blocked' });
export const selectIsPaused = (state: InspectorSnapshot) => state.matches({ log: 'paused' });
export const selectHeldCount = ({ context }: InspectorSnapshot) => context.held.length;
export const selectContext = ({ context }: InspectorSnapshot) => context;
export const selectDrawing = ({ children }: InspectorSnapshot) => children.drawing;
export const selectDraft = ({ context }: InspectorSnapshot) => context.draft;
export const selectNetwork = ({ context }: InspectorSnapshot) => context.network;
export const selectDrawingState = (state: DrawingSnapshot | undefined) => state?.value ?? 'empty';
export const selectDrawingContext = (state: DrawingSnapshot | undefined) => state?.context ?? null;

/** Memoizes by the identity of its parts. */
function remember<Parts extends readonly unknown[], Result>(
  partsOf: (state: InspectorSnapshot) => Parts,
  make: (...parts: [...Parts]) => Result,
): (state: InspectorSnapshot) => Result {
  const cached = memoizeLast(make);
  return (state) => cached(...([...partsOf(state)] as [...Parts]));
}

export const selectRecords = remember(
  ({ context }) => [context.records, context.filter] as const,
  (records, filter) => filterRecords(records, filter),
);

/** The row of the log that the view keeps in sight: the newest, in a replay that of its step. */
export const selectLogCentre = (state: InspectorSnapshot): number | undefined => {
  const rows = selectRecords(state);
  const { replay, record } = state.context;
  if (replay)
    return Math.max(
      0,
      rows.findLastIndex(({ number }) => number <= (record ?? 0)),
    );
  return selectIsPaused(state) ? undefined : rows.length - 1;
};

export const selectFamilies = remember(
  ({ context }) => [context.records] as const,
  (records) => familiesOf(records),
);

export interface ActorLine {
  readonly actor: ActorFact;
  readonly level: number;
  /** Leaves: `transport.playing`. */
  readonly states: readonly string[];
}

export const selectTree = remember(
  ({ context }) => [context.actors, context.charts] as const,
  (actors, charts): readonly ActorLine[] => {
    const ids = new Set(actors.map(({ id }) => id));
    const linesBelow = (parent: string | null, level: number): ActorLine[] =>
      actors
        .filter((actor) => (actor.parent !== null && ids.has(actor.parent) ? actor.parent : null) === parent)
        .flatMap((actor) => [
          { actor, level, states: activeLeaves(actor, charts[actor.chart ?? '']) },
          ...linesBelow(actor.id, level + 1),
        ]);
    return linesBelow(null, 0);
  },
);

const pathOf = (chart: ChartFact, id: string) => chart.states.find((state) => state.id === id)?.path ?? id;

function activeLeaves({ active }: ActorFact, chart: ChartFact | undefined): string[] {
  if (!chart) return [];
  const parents = new Set(chart.states.filter(({ id }) => active.includes(id)).map(({ parent }) => parent));
  return chart.states
    .filter(({ id, parent }) => active.includes(id) && parent !== null && !parents.has(id))
    .map(({ path }) => path);
}

export const selectActor = ({ context }: InspectorSnapshot): ActorFact | null =>
  context.actors.find(({ id }) => id === context.actor) ?? null;

/** The last event that changed the state of the chosen actor. */
export const selectLastTaken = remember(
  ({ context }) =>
    [context.actor, context.actors, context.charts, context.records, context.replay?.index ?? null] as const,
  (id, actors, charts, all, index): EventRecord | null => {
    const records = index === null ? all : all.slice(0, index + 1);
    const chart = charts[actors.find((actor) => actor.id === id)?.chart ?? ''];
    const drawn = new Set(chart?.transitions.filter(({ targets }) => targets.length > 0).map(({ key }) => key));
    return records.findLast(({ to, transitions }) => to.id === id && transitions.some((key) => drawn.has(key))) ?? null;
  },
);

export const selectRecord = ({ context }: InspectorSnapshot): EventRecord | null =>
  context.records.find(({ number }) => number === context.record) ?? null;

export interface OutlineState {
  readonly state: ChartState;
  readonly isActive: boolean;
  readonly transitions: readonly {
    readonly key: string;
    readonly label: string;
    readonly targets: string;
    readonly actions: string;
  }[];
  readonly children: readonly OutlineState[];
}

export const selectOutline = remember(
  (state) => [selectActor(state), state.context.charts] as const,
  (actor, charts): OutlineState | null => {
    const chart = charts[actor?.chart ?? ''];
    const root = chart?.states.find(({ parent }) => parent === null);
    if (!actor || !chart || !root) return null;
    const outline = (state: ChartState): OutlineState => ({
      state,
      isActive: actor.active.includes(state.id),
      transitions: chart.transitions
        .filter(({ source }) => source === state.id)
        .map((transition) => ({
          key: transition.key,
          label: transitionLabel(transition),
          targets: transition.targets.map((id) => pathOf(chart, id)).join(' + '),
          actions: transition.actions.join(', '),
        })),
      children: chart.states.filter(({ parent }) => parent === state.id).map(outline),
    });
    return outline(root);
  },
);

interface Values {
  readonly event: readonly ValueRow[] | null;
  /** Of the context by the open record's event. */
  readonly changes: readonly ValueRow[];
  /** A recording has no context but these. */
  readonly data: readonly ValueRow[];
}

/** The open record's event, its changes and the context after it, else the chosen actor. */
export const selectValues = remember(
  ({ context }) => [context.described, context.describedRecord, context.folded, context.replay !== null] as const,
  (described, record, folded, isReplay): Values => {
    if (!record)
      return { event: null, changes: [], data: described ? rowsOf(described.value, folded, { root: 'data' }) : [] };
    const changes = changesOf(record.before, record.after);
    return {
      event: rowsOf(record.event, folded, { root: 'event' }),
      changes: changes ? rowsOf(changes.after, folded, { root: 'changes', before: changes.before }) : [],
      data: isReplay ? [] : rowsOf({ context: record.after }, folded, { root: 'data' }),
    };
  },
);

/** Null: no machine, or not described yet. */
export const selectTakes = (state: InspectorSnapshot): readonly string[] | null =>
  selectActor(state)?.chart ? (state.context.described?.takes ?? null) : null;

/** Null while no event that the actor can take is chosen. */
export const selectFields = remember(
  (state) => [selectActor(state)?.name ?? null, state.context.draft.event, selectTakes(state)] as const,
  (actor, event, takes): readonly PayloadField[] | null =>
    actor !== null && takes?.includes(event) ? payloadOf(actor, event).fields : null,
);

export const selectRecordSteps = remember(
  (state) => [selectRecord(state), state.context.charts] as const,
  (record, charts): readonly string[] => {
    const chart = charts[record?.chart ?? ''];
    if (!record || !chart) return [];
    return record.transitions.flatMap((key) => {
      const found = chart.transitions.find((transition) => transition.key === key);
      if (!found) return [];
      const targets = found.targets.map((id) => pathOf(chart, id)).join(' + ');
      return [`${pathOf(chart, found.source)}: ${transitionLabel(found)}${targets === '' ? '' : ` → ${targets}`}`];
    });
  },
);

export interface ReplayPlace {
  readonly index: number;
  readonly count: number;
  readonly isWrong: boolean;
  readonly isAlone: boolean;
  readonly now: string | null;
  /** Indices of all steps that differ. */
  readonly others: readonly number[];
  readonly missing: readonly string[];
  readonly isTaped: boolean;
  readonly isAnonymous: boolean;
  readonly isWhole: boolean;
  readonly stage: {
    readonly step: number | null;
    readonly count: number;
    readonly otherwise: readonly string[];
    readonly others: number;
  } | null;
}

export const selectReplay = remember(
  ({ context }) => [context.replay] as const,
  (replay): ReplayPlace | null => {
    if (!replay) return null;
    const { recording, index, wrong, replayed, isWhole, stage } = replay;
    const byNumber = new Map(replayed?.steps.map((step) => [step.number, step]));
    const others = recording.steps.flatMap((step, at) => (differs(step, byNumber.get(step.number)) ? [at] : []));
    const step = recording.steps[index];
    const now = step && others.includes(index) ? byNumber.get(step.number) : undefined;
    return {
      index,
      count: recording.steps.length,
      isWrong: wrong !== null,
      isAlone: replayed === null,
      now: now && step ? (now.problem ?? stepInWords(recording, step, now)) : null,
      others,
      missing: replayed?.missing ?? [],
      isTaped: recording.tape !== undefined,
      isAnonymous: recording.isAnonymous,
      isWhole,
      stage: stage && {
        step: stage.step,
        count: recording.tape ? stepsOfTape(recording.tape).length : 0,
        otherwise: stage.differences.findLast(({ step }) => step === stage.step)?.what ?? [],
        others: stage.differences.length,
      },
    };
  },
);
