import {
  StateMachine,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type EventObject,
  type StateValue,
} from 'xstate';
import type { ActorFact } from '../../schemas/inspector-message.ts';
import type { Shown } from './event-ring.ts';

const INTERNAL = /^xstate\./;

export interface Placed {
  readonly ref: AnyActorRef;
  readonly parent: AnyActorRef | null;
}

export function listActors(root: AnyActorRef): Placed[] {
  const placed: Placed[] = [];
  const list = (ref: AnyActorRef, parent: AnyActorRef | null) => {
    placed.push({ ref, parent });
    const { children = {} }: { children?: Readonly<Record<string, AnyActorRef>> } = ref.getSnapshot();
    for (const id in children) if (children[id]) list(children[id], ref);
  };
  list(root, null);
  return placed;
}

export function machineOf(ref: AnyActorRef | null | undefined): AnyStateMachine | null {
  const logic = ref && 'logic' in ref ? ref.logic : null;
  return logic instanceof StateMachine ? logic : null;
}

export function machinesOf(placed: readonly Placed[]): ReadonlyMap<string, AnyStateMachine> {
  const found = new Map<string, AnyStateMachine>();
  const add = (logic: unknown): void => {
    if (!(logic instanceof StateMachine) || found.get(logic.id) === logic) return;
    found.set(logic.id, logic);
    for (const child of Object.values(logic.implementations.actors)) add(child);
  };
  for (const { ref } of placed) add(machineOf(ref));
  return found;
}

export function shownOf(ref: AnyActorRef): Shown {
  const { context, _nodes: nodes }: Partial<AnyMachineSnapshot> = ref.getSnapshot();
  return { context, nodes };
}

export function stateValueOf(nodes: readonly AnyStateNode[]): StateValue {
  const valueOf = (node: AnyStateNode): StateValue => {
    const below = nodes.filter(({ parent }) => parent === node);
    const [only] = below;
    if (node.type === 'compound' && only && Object.keys(only.states).length === 0) return only.key;
    return Object.fromEntries(below.map((child) => [child.key, valueOf(child)]));
  };
  const root = nodes.find(({ parent }) => !parent);
  return root ? valueOf(root) : {};
}

/** XState's types don't have it. */
export const systemIdOf = (ref: AnyActorRef): string | null =>
  'systemId' in ref && typeof ref.systemId === 'string' ? ref.systemId : null;

export function nameOf(ref: AnyActorRef): string {
  const systemId = systemIdOf(ref);
  return systemId ?? (ref.id === ref.sessionId ? (machineOf(ref)?.id ?? ref.id) : ref.id);
}

export function factOf({ ref, parent }: Placed, chart: string | null): ActorFact {
  const snapshot: Partial<AnyMachineSnapshot> = ref.getSnapshot();
  return {
    id: ref.sessionId,
    parent: parent?.sessionId ?? null,
    name: nameOf(ref),
    chart,
    active: chart === null ? [] : (snapshot._nodes ?? []).map(({ id }) => id),
    status: snapshot.status ?? 'active',
  };
}

/** Whether the machine would handle this event now; guards that need another payload say no. */
export function canTake(ref: AnyActorRef, event: EventObject): boolean {
  const snapshot: Partial<AnyMachineSnapshot> = ref.getSnapshot();
  if (machineOf(ref) === null || snapshot.status !== 'active') return false;
  try {
    return snapshot.can?.(event) ?? false;
  } catch {
    return false;
  }
}

/** Also events whose guards need a payload. */
export function eventsTakenBy(ref: AnyActorRef): string[] {
  const { _nodes: nodes = [], status }: Partial<AnyMachineSnapshot> = ref.getSnapshot();
  if (status !== 'active') return [];
  const taken = nodes.flatMap((node) =>
    [...node.transitions].flatMap(([type, candidates]) => {
      if (INTERNAL.test(type) || type.includes('*')) return [];
      const asksPayload = candidates.some(
        ({ guard }) => typeof guard === 'object' && guard !== null && 'params' in guard,
      );
      return asksPayload || canTake(ref, { type }) ? [type] : [];
    }),
  );
  return [...new Set(taken)].sort();
}
