import { listStates, listTransitions, pathOf, type TransitionFact } from '../../../src/machines/kit/transitions.ts';
import type { AnyJourney, Cover, Leg, Seen } from './journey.ts';
import { stepOf, type Plan } from './plan.ts';

/** Events of children and time: none of a user, of the server or of another machine. */
const INNER = /^(always|all done|(done|failed|after|snapshot of)\b)/;

const isBelow = (path: string, upper: string) => path === upper || path.startsWith(`${upper}.`);

/** Faults of a journey before any browser runs, in sentences; empty when there are none. */
export function findGaps(journey: AnyJourney, plan: Plan): string[] {
  const active = new Set(plan.places.flatMap((place) => place.active));
  const names = new Set(plan.legs.map(({ event }) => event));
  const states = listStates(journey.machine).filter((node) => node.parent);
  const steps = plan.legs.map(stepOf);
  return [
    ...states.filter((node) => !active.has(pathOf(node))).map((node) => `no path leads to ${pathOf(node)}`),
    ...plan.places
      .filter((place) => !place.active.some((path) => path in journey.shows))
      .map((place) => `nothing is looked for in ${place.name}`),
    ...Object.keys(journey.shows)
      .filter((path) => !active.has(path))
      .map((path) => `what shows ${path} is never looked for`),
    ...Object.keys(journey.does)
      .filter((event) => !names.has(event))
      .map((event) => `no state takes ${event}`),
    ...[...new Set(listTransitions(journey.machine).map(({ event }) => event))]
      .filter((event) => !(event in journey.does))
      .map((event) => `nobody knows how to do ${event}`),
    ...(journey.untaken ?? []).filter(({ step }) => !steps.includes(step)).map(({ step }) => `unknown step ${step}`),
    ...journey.covers.flatMap((cover) => [
      ...uncovered(cover, 'states', statesOf(cover), active),
      ...uncovered(cover, 'events', eventsOf(cover), names),
      ...contradictions(cover, plan, journey.restarts ?? []),
    ]),
  ];
}

function statesOf({ machine, region }: Cover): string[] {
  return listStates(machine)
    .filter((node) => node.type !== 'history' && node.type !== 'parallel' && node.parent)
    .map(pathOf)
    .filter((path) => region === undefined || (path !== region && isBelow(path, region)));
}

function transitionsOf({ machine, region }: Cover): TransitionFact[] {
  return listTransitions(machine).filter(
    ({ source }) => region === undefined || isBelow(pathOf(source), region) || !source.parent,
  );
}

function eventsOf(cover: Cover): string[] {
  return [...new Set(transitionsOf(cover).map(({ event }) => event))].filter((event) => !INNER.test(event));
}

/** States or events of the product that the journey neither shows nor gives a reason for, and wrong entries. */
function uncovered(cover: Cover, kind: 'states' | 'events', product: readonly string[], shown: ReadonlySet<string>) {
  const { machine } = cover;
  const entries = Object.entries(cover[kind]);
  return [
    ...product.filter((name) => !seenOf(cover[kind], name)).map((name) => `${machine.id}: ${name} is not shown`),
    ...entries
      .filter(([key]) => !product.some((name) => matches(key, name)))
      .map(([key]) => `${machine.id} has no ${key}`),
    ...entries.flatMap(([key, seen]) =>
      listOf(seen)
        .filter((name) => !shown.has(name))
        .map((name) => `${machine.id}: ${key} is shown by ${name}, which does not exist`),
    ),
  ];
}

/** Steps of the journey that the machine of the product cannot make, whatever its guards say. */
function contradictions(cover: Cover, { legs }: Plan, restarts: readonly string[]): string[] {
  const facts = transitionsOf(cover);
  const requested = (event: string) => facts.filter((fact) => listOf(seenOf(cover.events, fact.event)).includes(event));
  const states = statesOf(cover);
  const standsFor = (active: readonly string[]) =>
    states.filter((state) => listOf(cover.states[state]).some((path) => active.includes(path)));
  const own = facts.filter((fact) => listOf(seenOf(cover.events, fact.event)).length === 0);
  return legs.flatMap((leg: Leg) => {
    const [from, to] = [standsFor(leg.from.active), standsFor(leg.to.active)];
    const first = requested(leg.event);
    if ((first.length === 0 && !restarts.includes(leg.event)) || from.length === 0 || to.length === 0) return [];
    const anew = restarts.includes(leg.event) ? [initialOf(cover)] : [];
    const reached = new Set([...anew, ...from.flatMap((state) => [state, ...after(state, first)])]);
    for (const state of reached) for (const next of after(state, [...own, ...first])) reached.add(next);
    return to.some((state) => [...reached].some((one) => isBelow(one, state) || isBelow(state, one)))
      ? []
      : [`${cover.machine.id} does not lead from ${stepOf(leg)} to ${leg.to.name}`];
  });
}

/** The initial state of the machine, or its region. */
function initialOf({ machine, region }: Cover): string {
  const root = listStates(machine).find((node) => (region === undefined ? !node.parent : pathOf(node) === region));
  return root?.initial?.target.map(pathOf)[0] ?? '';
}

/** The targets of these transitions from a state. */
function after(state: string, facts: readonly TransitionFact[]): string[] {
  return facts
    .filter(({ source }) => !source.parent || isBelow(state, pathOf(source)) || isBelow(pathOf(source), state))
    .flatMap(({ targets }) => targets);
}

const matches = (key: string, name: string) => key === name || (key.endsWith('.*') && isBelow(name, key.slice(0, -2)));

/** The entry of a name itself, else the nearest one for all below a part of it. */
function seenOf(entries: Readonly<Record<string, Seen>>, name: string): Seen | undefined {
  const keys = Object.keys(entries).filter((key) => matches(key, name));
  const [best] = keys.sort((one, other) => other.length - one.length);
  return best === undefined ? undefined : entries[entries[name] ? name : best];
}

function listOf(seen: Seen | undefined): readonly string[] {
  return seen && !('reason' in seen) ? seen : [];
}
