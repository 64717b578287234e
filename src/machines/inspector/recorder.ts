import type { AnyActorRef, AnyStateMachine, EventObject, InspectionEvent } from 'xstate';
import type { ActorFact, ChartFact, EventRecord, ReplayedStep } from '../../schemas/inspector-message.ts';
import type { Recording } from '../../schemas/recording.ts';
import type { Tape } from '../../schemas/tape.ts';
import type { System } from '../kit/ports.ts';
import { canTake, eventsTakenBy, factOf, listActors, machineOf, machinesOf, shownOf } from './actors.logic.ts';
import { chartOf } from './chart.logic.ts';
import { createEventRing } from './event-ring.ts';
import { createKeptEvents, type Kept, type KeptEvents } from './kept-events.ts';
import { MOST_CHARACTERS, recordingOf } from './recording.logic.ts';
import { createRedactor, type Redactor } from './redact.logic.ts';
import { replayAll } from './replay.logic.ts';

/** XState's inspection events before they are copied per observer. */
export type Report = InspectionEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'rootId'>
    : never
  : never;

/** XState's internal dispatcher of inspection events, untyped. */
const PLACE = '_sendInspectionEvent';

type Speaker = Record<typeof PLACE, (event: Report) => void>;

const isSpeaker = (system: object): system is Speaker => PLACE in system;

/**
 * Listens to a system below `system.inspect`, which copies each event first: a quarter of a burst's cost. Other
 * observers keep working. Returns the unsubscriber.
 */
function tap(system: System, receive: (event: Report) => void): () => void {
  if (!isSpeaker(system)) throw new Error(`This XState has no ${PLACE}`);
  const notify = system[PLACE];
  system[PLACE] = (event) => {
    receive(event);
    notify(event);
  };
  return () => {
    system[PLACE] = notify;
  };
}

export const listenerOf = (system: System): unknown => (isSpeaker(system) ? system[PLACE] : undefined);

interface Recorded {
  readonly actors: readonly ActorFact[];
  readonly gone: readonly string[];
  readonly charts: readonly ChartFact[];
  readonly records: readonly EventRecord[];
}

/** JSON without secrets. */
interface RecordValues {
  readonly event: unknown;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Records one actor system between `start` and `stop`. Keeps inspection events and interprets them on request. Its
 * output has no secrets.
 */
export interface Recorder {
  start(): void;
  stop(): void;
  /** All that is new, or kept with `isWhole`. */
  take(isWhole?: boolean): Recorded;
  describeActor(id: string): { readonly value: unknown; readonly takes: readonly string[] } | null;
  describeRecord(number: number): RecordValues | null;
  /**
   * Without secrets. `isAnonymous`: without personal data, and without the tape, which is full of it.
   * `most`: characters of JSON; the oldest steps are dropped.
   */
  recording(title: string, options?: { readonly isAnonymous?: boolean; readonly most?: number }): Recording;
  replay(recording: Recording): { readonly steps: readonly ReplayedStep[]; readonly missing: readonly string[] };
  send(id: string, event: EventObject): boolean;
}

interface RecorderOptions {
  readonly root: AnyActorRef;
  /** In ms since the page began. */
  readonly elapsed: () => number;
  readonly tape?: (() => Tape) | undefined;
  /** Kept events. Default 5000. */
  readonly size?: number;
  /** Inspection events between two calls of `take`, a power of two; the oldest are dropped. Default 32,768. */
  readonly inbox?: number;
}

/** The drawings of the machines seen so far. */
function createCharts() {
  const charts = new Map<AnyStateMachine['config'], ChartFact>();
  let reported = 0;
  return {
    idOf(ref: AnyActorRef): string | null {
      const machine = machineOf(ref);
      if (!machine) return null;
      const found = charts.get(machine.config);
      if (found) return found.id;
      const chart = chartOf(machine, `${machine.id}#${charts.size + 1}`);
      charts.set(machine.config, chart);
      return chart.id;
    },
    all: () => [...charts.values()],
    /** Those since the last time. */
    take() {
      const fresh = [...charts.values()].slice(reported);
      reported = charts.size;
      return fresh;
    },
    forget: () => (reported = 0),
  };
}

/** Which actors changed or went since the last time. */
function createActorNews() {
  const reported = new Map<AnyActorRef, unknown>();
  return {
    take<Place extends { readonly ref: AnyActorRef }>(placed: readonly Place[]) {
      const present = new Set(placed.map(({ ref }) => ref));
      const changed = placed.filter(({ ref }) => reported.get(ref) !== ref.getSnapshot());
      const gone = [...reported.keys()].filter((ref) => !present.has(ref));
      for (const ref of gone) reported.delete(ref);
      for (const { ref } of changed) reported.set(ref, ref.getSnapshot());
      return { changed, gone };
    },
    forget: () => reported.clear(),
  };
}

function valueOf(ref: AnyActorRef) {
  const { context, output, error }: { context?: unknown; output?: unknown; error?: unknown } = ref.getSnapshot();
  return { context, ...(output === undefined ? {} : { output }), ...(error === undefined ? {} : { error }) };
}

function learnFrom({ event, before, after }: Kept, redactor: Redactor): void {
  for (const value of [event, before?.context, after?.context]) redactor.learn(value);
}

function createDescriptions(
  find: (id: string) => AnyActorRef | undefined,
  kept: KeptEvents,
  redactor: Redactor,
  learnAll: () => void,
): Pick<Recorder, 'describeActor' | 'describeRecord'> {
  return {
    describeActor(id) {
      const ref = find(id);
      if (!ref) return null;
      learnAll();
      const value = valueOf(ref);
      redactor.learn(value);
      return { value: redactor.json(value), takes: eventsTakenBy(ref) };
    },
    describeRecord(number) {
      const entry = kept.all.find((one) => one.number === number);
      if (!entry) return null;
      learnAll();
      learnFrom(entry, redactor);
      return {
        event: redactor.json(entry.event),
        before: redactor.json(entry.before?.context),
        after: redactor.json(entry.after?.context),
      };
    },
  };
}

export function createRecorder({ root, elapsed, tape, size = 5000, inbox = 32_768 }: RecorderOptions): Recorder {
  const shared = createRedactor();
  let release: (() => void) | null = null;
  const charts = createCharts();
  const actors = createActorNews();
  const ring = createEventRing(inbox, elapsed);
  const kept = createKeptEvents(size, charts.idOf);

  const all = () => listActors(root);
  const find = (id: string) => all().find(({ ref }) => ref.sessionId === id)?.ref;
  const learnAll = (redactor = shared) => {
    for (const { ref } of all()) redactor.learn(shownOf(ref).context);
  };

  return {
    start() {
      if (release) return;
      for (const { ref } of all()) kept.meet(ref);
      release = tap(root.system, ring.keep);
    },
    stop() {
      release?.();
      release = null;
      ring.empty();
      kept.empty();
      actors.forget();
    },
    take(isWhole = false) {
      ring.read(kept);
      kept.trim();
      if (isWhole) {
        actors.forget();
        charts.forget();
      }
      const { changed, gone } = actors.take(all());
      const fresh = kept.takeFresh();
      const facts = changed.map((place) => factOf(place, charts.idOf(place.ref)));
      const records = (isWhole ? kept.all : fresh.slice(-size)).map(kept.lineOf);
      return { actors: facts, gone: gone.map(({ sessionId }) => sessionId), charts: charts.take(), records };
    },
    ...createDescriptions(find, kept, shared, learnAll),
    recording(title, { isAnonymous = false, most = MOST_CHARACTERS } = {}) {
      const redactor = isAnonymous ? createRedactor({ isAnonymous }) : shared;
      for (const entry of kept.all) learnFrom(entry, redactor);
      learnAll(redactor);
      return {
        ...recordingOf({
          title,
          placed: all(),
          kept: kept.all,
          lineOf: kept.lineOf,
          charts: charts.all(),
          chartIdOf: charts.idOf,
          redactor,
          most,
          isAnonymous,
        }),
        ...(tape && !isAnonymous && { tape: tape() }),
      };
    },
    replay: (recording) => replayAll(recording, machinesOf(all())),
    send(id, event) {
      const ref = find(id);
      if (!ref || !canTake(ref, event)) return false;
      ref.send(event);
      return true;
    },
  };
}
