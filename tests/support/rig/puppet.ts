import type { ActorLogic, AnyActorRef, EventObject, NonReducibleUnknown, Snapshot } from 'xstate';

type PuppetOrder =
  | { readonly type: 'puppet.finish'; readonly output: unknown }
  | { readonly type: 'puppet.fail'; readonly cause: unknown }
  | { readonly type: 'puppet.show'; readonly snapshot: object };

type PuppetSnapshot = Snapshot<unknown> & { readonly received: readonly EventObject[] };

const active = { status: 'active', output: undefined, error: undefined } as const;

/**
 * Represents any child actor (promise, callback, machine): it does nothing until the test lets it finish, fail or show
 * another snapshot, and records its events.
 */
export const puppet: ActorLogic<PuppetSnapshot, EventObject, NonReducibleUnknown> = {
  getInitialSnapshot: () => ({ ...active, received: [] }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, event) => {
    if (!isOrder(event)) return { ...snapshot, received: [...snapshot.received, event] };
    if (event.type === 'puppet.finish') return { ...snapshot, status: 'done', output: event.output, error: undefined };
    if (event.type === 'puppet.fail') return { ...snapshot, status: 'error', output: undefined, error: event.cause };
    return { ...snapshot, ...event.snapshot };
  },
};

/** The child ends with this output: its parent gets `xstate.done.actor.<id>`. */
export function finish(child: AnyActorRef, output: unknown): void {
  order(child, { type: 'puppet.finish', output });
}

/** The child fails: its parent gets `xstate.error.actor.<id>`. */
export function fail(child: AnyActorRef, cause: unknown): void {
  order(child, { type: 'puppet.fail', cause });
}

/** The child's snapshot gets these fields: a parent with `onSnapshot` gets `xstate.snapshot.<id>`. */
export function show(child: AnyActorRef, snapshot: object): void {
  order(child, { type: 'puppet.show', snapshot });
}

/** The events sent to a puppet so far. */
export function receivedBy(child: AnyActorRef): readonly EventObject[] {
  return puppetSnapshot(child)?.received ?? [];
}

function puppetSnapshot(child: AnyActorRef): PuppetSnapshot | null {
  const snapshot: unknown = child.getSnapshot();
  return typeof snapshot === 'object' && snapshot !== null && 'received' in snapshot
    ? (snapshot as PuppetSnapshot)
    : null;
}

function order(child: AnyActorRef, event: PuppetOrder): void {
  if (!puppetSnapshot(child)) throw new Error(`Child '${child.id}' is not a puppet: give the model no fake for it`);
  child.send(event);
}

function isOrder(event: EventObject): event is PuppetOrder {
  return event.type.startsWith('puppet.');
}
