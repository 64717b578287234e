import type { AnyActorRef, AnyStateNode, AnyTransitionDefinition, EventObject } from 'xstate';
import type { EventRecord } from '../../schemas/inspector-message.ts';
import { guardInWords, transitionKey } from '../kit/transitions.ts';
import { machineOf, nameOf, shownOf } from './actors.logic.ts';
import { actionName } from './chart.logic.ts';
import type { RingReader, Shown } from './event-ring.ts';

/** By reference; interpreted on request. */
export interface Kept {
  readonly number: number;
  readonly at: number;
  readonly event: EventObject;
  readonly source: AnyActorRef | undefined;
  readonly actor: AnyActorRef;
  readonly before: Shown | null;
  after: Shown | null;
  /** Null while its actor is at work. */
  tookMs: number | null;
  isTaken: boolean;
  readonly taken: AnyTransitionDefinition[];
  isFresh: boolean;
}

export interface KeptEvents extends RingReader {
  readonly all: readonly Kept[];
  takeFresh(): readonly Kept[];
  lineOf(kept: Kept): EventRecord;
  meet(actor: AnyActorRef): void;
  trim(): void;
  empty(): void;
}

interface Known {
  readonly fact: { readonly id: string; readonly name: string };
  readonly isMachine: boolean;
  readonly open: Kept[];
  shown: Shown | null;
}

interface TransitionNames {
  readonly keys: readonly string[];
  readonly actions: readonly string[];
}

function rememberActors() {
  const actors = new WeakMap<AnyActorRef, Known>();
  return (actor: AnyActorRef): Known => {
    const known = actors.get(actor);
    if (known) return known;
    const made = {
      fact: { id: actor.sessionId, name: nameOf(actor) },
      isMachine: machineOf(actor) !== null,
      open: [],
      shown: null,
    };
    actors.set(actor, made);
    return made;
  };
}

function rememberNames() {
  const names = new WeakMap<AnyTransitionDefinition, TransitionNames>();
  return (transition: AnyTransitionDefinition): TransitionNames => {
    const known = names.get(transition);
    if (known) return known;
    const { eventType, actions } = transition;
    const made = { keys: eventType === null ? [] : [transitionKey(transition)], actions: actions.map(actionName) };
    names.set(transition, made);
    return made;
  };
}

function lineOf(
  entry: Kept,
  know: (actor: AnyActorRef) => Known,
  namesOf: (transition: AnyTransitionDefinition) => TransitionNames,
  chartIdOf: (actor: AnyActorRef) => string | null,
): EventRecord {
  const { number, at, source, actor, event, taken, tookMs, isTaken } = entry;
  const named = taken.map(namesOf);
  return {
    number,
    at,
    from: source ? know(source).fact : null,
    to: know(actor).fact,
    event: event.type,
    chart: chartIdOf(actor),
    transitions: named.flatMap(({ keys }) => keys),
    actions: named.flatMap(({ actions }) => actions),
    tookMs,
    isTaken,
    refusedBy: isTaken ? [] : guardsOf(entry.before?.nodes ?? [], event.type),
  };
}

/** Interprets a ring: which actor did what with an event, for how long. */
export function createKeptEvents(size: number, chartIdOf: (actor: AnyActorRef) => string | null): KeptEvents {
  const all: Kept[] = [];
  let fresh: Kept[] = [];
  let count = 0;
  let know = rememberActors();
  const namesOf = rememberNames();

  const renew = (entry: Kept) => {
    if (entry.isFresh) return;
    entry.isFresh = true;
    fresh.push(entry);
  };

  return {
    all,
    began(actor, source, event, at) {
      const known = know(actor);
      count += 1;
      const entry: Kept = {
        number: count,
        at,
        event,
        source,
        actor,
        before: known.shown,
        after: known.shown,
        tookMs: null,
        isTaken: !known.isMachine || event.type === 'xstate.init',
        taken: [],
        isFresh: true,
      };
      all.push(entry);
      fresh.push(entry);
      known.open.push(entry);
    },
    went(actor, taken) {
      const entry = know(actor).open[0];
      if (!entry) return;
      entry.isTaken = true;
      if ('source' in taken) entry.taken.push(taken);
      else entry.taken.push(...taken);
      renew(entry);
    },
    ended(actor, event, shown, at) {
      const known = know(actor);
      const { context, nodes } = known.shown ?? {};
      if (!known.shown || shown.context !== context || shown.nodes !== nodes) known.shown = shown;
      const index = known.open.findIndex((entry) => entry.event === event);
      const entry = known.open[index];
      if (!entry) return;
      known.open.splice(0, index + 1);
      entry.after = known.shown;
      entry.tookMs = at - entry.at;
      renew(entry);
    },
    takeFresh() {
      const taken = fresh.sort((a, b) => a.number - b.number);
      for (const entry of taken) entry.isFresh = false;
      fresh = [];
      return taken;
    },
    lineOf: (entry) => lineOf(entry, know, namesOf, chartIdOf),
    meet(actor) {
      know(actor).shown = shownOf(actor);
    },
    trim() {
      if (all.length > size) all.splice(0, all.length - size);
    },
    empty() {
      all.length = 0;
      fresh = [];
      know = rememberActors();
    },
  };
}

/** Of all transitions that these states have for an event. */
function guardsOf(nodes: readonly AnyStateNode[], event: string): string[] {
  const isFor = (type: string) => type === event || (type.endsWith('*') && event.startsWith(type.slice(0, -1)));
  const guards = nodes.flatMap(({ transitions }) =>
    [...transitions].flatMap(([type, all]) => (isFor(type) ? all.map(({ guard }) => guardInWords(guard)) : [])),
  );
  return [...new Set(guards)].filter((guard) => guard !== '');
}
