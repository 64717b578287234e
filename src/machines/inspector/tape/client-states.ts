import { isRecord } from '../../../schemas/keys.ts';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { listActors, machineOf, nameOf, systemIdOf } from '../actors.logic.ts';

/** State by machine name: `session/pageHost` is `showing`. */
export type ClientStates = Readonly<Record<string, string>>;

/** Named by system id, or by the ids below the nearest ancestor with one. */
export function listByName(root: AnyActorRef): ReadonlyMap<string, AnyActorRef> {
  const names = new Map<AnyActorRef, string>();
  const refs = new Map<string, AnyActorRef>();
  for (const { ref, parent } of listActors(root)) {
    const systemId = systemIdOf(ref);
    const above = parent === null || parent === root ? '' : `${names.get(parent)}/`;
    const name = systemId ?? `${above}${nameOf(ref)}`;
    names.set(ref, name);
    refs.set(name, ref);
  }
  return refs;
}

export function statesOf(root: AnyActorRef): ClientStates {
  const states: Record<string, string> = {};
  for (const [name, ref] of listByName(root))
    if (machineOf(ref)) {
      const { value, status }: AnyMachineSnapshot = ref.getSnapshot();
      states[name] = status === 'active' ? inWords(value) : status;
    }
  return states;
}

/** `transport.playing + engine.html5.loaded`; empty for a machine without states. */
function inWords(value: unknown, above = ''): string {
  if (typeof value === 'string') return above + value;
  return Object.entries(isRecord(value) ? value : {})
    .map(([key, below]) => inWords(below, `${above}${key}.`) || above + key)
    .join(' + ');
}

export function changesOf(before: ClientStates, now: ClientStates): Record<string, string | null> {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return Object.fromEntries(
    [...names].filter((name) => before[name] !== now[name]).map((name) => [name, now[name] ?? null]),
  );
}
