import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { pathOf } from '../../../src/machines/kit/transitions.ts';
import { getAdjacencyMap, getShortestPaths } from '../graph.ts';
import type { AnyJourney, Leg, Place } from './journey.ts';

/** No journey has as many states. */
const LIMIT = 5000;

export interface Plan {
  readonly start: Place;
  readonly places: readonly Place[];
  /** Every event in every state that takes it. */
  readonly legs: readonly Leg[];
  /** Together they take every leg, but those with a reason. */
  readonly walks: readonly (readonly Leg[])[];
}

/** `paused: play` */
export const stepOf = ({ from, event }: Leg): string => `${from.name}: ${event}`;

/**
 * All states of a journey and few walks from its start that take every event in every state: from its position a walk
 * goes the shortest way to something not yet done.
 */
export function plan(journey: AnyJourney): Plan {
  const { untaken = [], steps } = journey;
  const graph = graphOf(journey);
  const left = new Set(graph.legs.filter((leg) => !untaken.some(({ step }) => step === stepOf(leg))));
  const ways = new Map(graph.places.map((place) => [place.name, waysFrom(journey, graph, place)]));
  const walks: (readonly Leg[])[] = [];
  while (left.size > 0) {
    const walk: Leg[] = [];
    for (let at = graph.start; ; at = walk.at(-1)?.to ?? at) {
      const next = nextLegs(ways.get(at.name) ?? [], left);
      if (!next || (walk.length > 0 && walk.length + next.length > steps)) break;
      for (const leg of next) left.delete(leg);
      walk.push(...next);
    }
    if (walk.length === 0) throw new Error(`${journey.name}: no way to ${[...left].map(stepOf).join(', ')}`);
    walks.push(walk);
  }
  return { ...graph, walks };
}

/** The walk of these events from the start. Throws at an event that its state does not take. */
export function walkOf({ start, legs }: Plan, events: readonly string[]): readonly Leg[] {
  let at = start;
  return events.map((event) => {
    const leg = legs.find(({ from, event: type }) => from.name === at.name && type === event);
    if (!leg) throw new Error(`${at.name} does not take ${event}`);
    at = leg.to;
    return leg;
  });
}

/** The shortest events to a leg and over it, from the start. */
export function shortestTo(journey: AnyJourney, plan: Plan, leg: Leg): readonly string[] {
  const way = waysFrom(journey, plan, plan.start).find(({ to }) => to === leg.from);
  return [...(way?.legs ?? []), leg].map(({ event }) => event);
}

type Graph = Omit<Plan, 'walks'>;

/** The shortest way to a place. */
interface Way {
  readonly to: Place;
  readonly legs: readonly Leg[];
}

/** A state of the graph, and where its events lead. */
interface Node {
  readonly state: AnyMachineSnapshot;
  readonly transitions: Readonly<Record<string, { readonly event: EventObject; readonly state: AnyMachineSnapshot }>>;
}

function optionsOf({ does }: AnyJourney) {
  return {
    events: (snapshot: AnyMachineSnapshot): EventObject[] =>
      Object.keys(does)
        .map((type) => ({ type }))
        .filter((event) => snapshot.can(event)),
    serializeState: (snapshot: AnyMachineSnapshot) => nameOf(snapshot),
    limit: LIMIT,
  };
}

function graphOf(journey: AnyJourney): Graph {
  const nodes: readonly Node[] = Object.values(getAdjacencyMap(journey.machine, optionsOf(journey) as object));
  const places = new Map(nodes.map(({ state }) => [nameOf(state), placeOf(state)]));
  const placeAt = (snapshot: AnyMachineSnapshot) => places.get(nameOf(snapshot)) ?? placeOf(snapshot);
  const legs = nodes.flatMap(({ state, transitions }) =>
    Object.values(transitions).map(({ event, state: next }): Leg => ({
      from: placeAt(state),
      event: event.type,
      to: placeAt(next),
    })),
  );
  const [start] = [...places.values()];
  if (!start) throw new Error(`${journey.name} has no state`);
  return { start, places: [...places.values()], legs };
}

/** The shortest ways from a place, the nearest first. */
function waysFrom(journey: AnyJourney, { legs, places }: Graph, { snapshot }: Place): readonly Way[] {
  const options = { ...optionsOf(journey), fromState: snapshot } as object;
  return getShortestPaths(journey.machine, options)
    .map(({ state, steps }): Way => ({
      to: places.find(({ name }) => name === nameOf(state)) ?? placeOf(state),
      legs: steps.slice(1).flatMap(({ event }, index) => {
        const from = steps[index];
        return legs.filter((leg) => from && leg.from.name === nameOf(from.state) && leg.event === event.type);
      }),
    }))
    .sort((one, other) => one.legs.length - other.legs.length);
}

/** The shortest way to a leg that is left, and over it; one that stays in place comes before one that leaves. */
function nextLegs(ways: readonly Way[], left: ReadonlySet<Leg>): readonly Leg[] | null {
  for (const { to, legs } of ways) {
    const here = [...left].filter((leg) => leg.from === to);
    const found = here.find((leg) => leg.to === to) ?? here[0];
    if (found) return [...legs, found];
  }
  return null;
}

function placeOf(snapshot: AnyMachineSnapshot): Place {
  return {
    name: nameOf(snapshot),
    active: snapshot._nodes.map(pathOf).filter((path) => path !== '(root)'),
    snapshot,
  };
}

/** `playing`, `sound.playing + timer.off`, `form {goal: page}` */
function nameOf({ _nodes, context }: AnyMachineSnapshot): string {
  const leaves = _nodes.filter((node) => node.type === 'atomic' || node.type === 'final').map(pathOf);
  const data = Object.entries(context as object).map(([key, value]) => `${key}: ${String(value)}`);
  return leaves.join(' + ') + (data.length > 0 ? ` {${data.join(', ')}}` : '');
}
