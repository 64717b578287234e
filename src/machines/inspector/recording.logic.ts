import type { AnyActorRef } from 'xstate';
import { safeParse } from 'zod/v4/core';
import type { ChartFact } from '../../schemas/inspector-message.ts';
import {
  type RecordedActor,
  type RecordedState,
  type RecordedStep,
  type Recording,
  recording,
} from '../../schemas/recording.ts';
import { factOf, machineOf, nameOf, shownOf, stateValueOf, type Placed } from './actors.logic.ts';
import type { Shown } from './event-ring.ts';
import type { Kept, KeptEvents } from './kept-events.ts';
import { changesOf, type Changes } from './changes.logic.ts';
import { isRecord, type Redactor } from './redact.logic.ts';
import { withStates } from './replay.logic.ts';

/** Characters of JSON. */
export const MOST_CHARACTERS = 4_000_000;
const UNDEFINED = '(undefined)';

interface RecordingParts {
  readonly title: string;
  readonly placed: readonly Placed[];
  readonly kept: readonly Kept[];
  readonly lineOf: KeptEvents['lineOf'];
  readonly charts: readonly ChartFact[];
  readonly chartIdOf: (ref: AnyActorRef) => string | null;
  readonly redactor: Redactor;
  readonly most: number;
  readonly isAnonymous: boolean;
}

const activeOf = (shown: Shown | null): string[] => (shown?.nodes ?? []).map(({ id }) => id);

/** When there are too many, the newest stay. Values are JSON without secrets. */
export function recordingOf({
  title,
  placed,
  kept,
  lineOf,
  charts,
  chartIdOf,
  redactor,
  most,
  isAnonymous,
}: RecordingParts): Recording {
  const notify = (value: unknown) => withoutUndefined(redactor.record(value));
  const stateOf = (shown: Shown | null | undefined): RecordedState | undefined =>
    shown?.nodes && { active: activeOf(shown), value: stateValueOf(shown.nodes), context: notify(shown.context) };
  const steps: RecordedStep[] = [];
  const first = new Map<AnyActorRef, Kept>();
  let room = most;
  for (const entry of kept.toReversed()) {
    const { event, before, after, actor } = entry;
    const line = lineOf(entry);
    const changes = before && after ? changesBetween(before.context, after.context, notify) : null;
    const step: RecordedStep = {
      ...line,
      payload: { ...(notify(event) as object), type: event.type },
      active: line.tookMs === null ? null : activeOf(after),
      ...(changes ? { changes } : {}),
    };
    room -= JSON.stringify(step).length;
    if (room < 0) break;
    steps.unshift(step);
    first.set(actor, entry);
  }
  const parents = new Map(placed.map(({ ref, parent }) => [ref, parent]));
  const refs = [...new Set([...placed.map(({ ref }) => ref), ...first.keys()])];
  const actors = refs.map((ref): RecordedActor => {
    const entry = first.get(ref);
    const cameWith = entry && entry.event.type === 'xstate.init' ? entry.number : null;
    const shown = !entry ? shownOf(ref) : cameWith === null ? entry.before : entry.after;
    const parent = parents.get(ref) ?? parentOf(ref);
    const chart = chartIdOf(ref);
    const source = sourceOf(ref, parent);
    return {
      ...factOf({ ref, parent }, chart),
      name: nameOf(ref),
      ...(source === null ? {} : { source }),
      cameWith,
      start: chart === null ? null : (stateOf(shown) ?? null),
    };
  });
  const used = new Set(actors.map(({ chart }) => chart));
  const byId = new Map(refs.map((ref) => [ref.sessionId, ref]));
  const byNumber = new Map(kept.map((entry) => [entry.number, entry]));
  return withStates(
    {
      format: 'earmark.recording',
      version: 1,
      title: isAnonymous ? '' : redactor.text(title),
      isAnonymous,
      charts: charts.filter(({ id }) => used.has(id)),
      actors,
      steps,
    },
    ({ id }) => machineOf(byId.get(id)),
    ({ number }) => stateOf(byNumber.get(number)?.after),
  );
}

function parentOf(ref: AnyActorRef): AnyActorRef | null {
  const { _parent: parent } = ref;
  return parent ?? null;
}

/** Only members that are not the same object are made JSON. */
function changesBetween(before: unknown, after: unknown, toJson: (value: unknown) => unknown): Changes | null {
  if (before === after) return null;
  if (!isRecord(before) || !isRecord(after)) return changesOf(toJson(before), toJson(after));
  const differing = (one: object, other: Readonly<Record<string, unknown>>) =>
    toJson(Object.fromEntries(Object.entries(one).filter(([key, value]) => !Object.is(value, other[key]))));
  return changesOf(differing(before, after), differing(after, before));
}

function sourceOf(ref: AnyActorRef, parent: AnyActorRef | null): string | null {
  const src = 'src' in ref ? ref.src : undefined;
  const machine = machineOf(parent);
  return machine && typeof src === 'string' ? `${machine.id}/${src}` : null;
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => (member === UNDEFINED ? null : withoutUndefined(member)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === UNDEFINED ? [] : [[key, withoutUndefined(member)]])),
  );
}

/** No JSON, or of another format or version. */
export class RecordingError extends Error {
  readonly kind: 'unreadable' | 'foreign';

  constructor(kind: RecordingError['kind'], cause?: unknown) {
    super(`The file is ${kind}`, { cause });
    this.kind = kind;
  }
}

/** Throws a {@link RecordingError}. */
export function readRecording(text: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new RecordingError('unreadable', cause);
  }
  const parsed = safeParse(recording, value);
  if (!parsed.success) throw new RecordingError('foreign', parsed.error);
  return parsed.data;
}
