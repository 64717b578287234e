import {
  createActor,
  createMachine,
  fromTransition,
  type ActorOptions,
  type ActorRefFrom,
  type AnyActor,
  type AnyActorLogic,
  type AnyActorRef,
  type EventObject,
  type InputFrom,
  type InspectionEvent,
} from 'xstate';
import { portsLogic } from '../../src/machines/kit/ports.ts';
import { createFakePorts, type FakePorts } from './fakes/ports.ts';
import { startRoot, stopRoot } from './roots.ts';
import type { MediaProgress } from '../../src/schemas/api/progress.ts';

export interface HostOptions<Logic extends AnyActorLogic> {
  readonly input?: InputFrom<Logic>;
  readonly ports?: FakePorts;
  /** The subject is a root that starts `ports` itself: the host starts none. */
  readonly startsPorts?: boolean;
  /** The subject's own system id, when it is one of the named actors. */
  readonly systemId?: string;
  /**
   * Actors that run under these system ids before the subject starts (`toasts`, `modals` …). Default logic for a name
   * given as `null` only records: read it by {@link Host.receivedBy}.
   */
  readonly named?: Readonly<Record<string, AnyActorLogic | null>>;
  /** Clock of `after` and delayed events. Default: the clock of the ports. */
  readonly clock?: NonNullable<ActorOptions<AnyActorLogic>['clock']>;
  readonly inspect?: (event: InspectionEvent) => void;
  /** Sees the root before it starts. */
  readonly onCreate?: (root: AnyActor) => void;
  /** Receives the subject's crash. Without it a crash of the subject fails the test run. */
  readonly onError?: (cause: unknown) => void;
}

export interface Host<Logic extends AnyActorLogic> {
  readonly subject: ActorRefFrom<Logic>;
  readonly ports: FakePorts;
  /** What the subject sent to its parent, oldest first. */
  readonly parentEvents: readonly EventObject[];
  /** The events that a recording named actor received. */
  receivedBy(name: string): readonly EventObject[];
  stop(): void;
}

/** Records its events. Its snapshot's context is the list. */
export const recorder = fromTransition((events: readonly EventObject[], event: EventObject) => [...events, event], []);

/** Stands in for the progress of an account: it has these entries, by key, and remembers what it is sent. */
export function progressRecorder(entries: Readonly<Record<string, MediaProgress>> = {}) {
  const recorded = (events: readonly EventObject[]) =>
    Object.defineProperty([...events], 'entries', { value: entries });
  return fromTransition(
    (events: readonly EventObject[], event: EventObject) => recorded([...events, event]),
    recorded([]),
  );
}

/**
 * Runs one actor as in the program: below a parent, in a system where `ports` (fakes) and its named actors start first.
 * Stopped by the setup file after the test.
 */
export function createHost<Logic extends AnyActorLogic>(logic: Logic, options: HostOptions<Logic> = {}): Host<Logic> {
  const ports = options.ports ?? createFakePorts();
  const parentEvents: EventObject[] = [];
  const { root, subject } = createHostActors(logic, { ...options, ports }, (event) => parentEvents.push(event));
  options.onCreate?.(root);
  if (options.onError) root.subscribe({ error: options.onError });
  startRoot(root);
  return {
    subject: subject as ActorRefFrom<Logic>,
    ports,
    parentEvents,
    receivedBy(name) {
      const ref: ActorRefFrom<typeof recorder> | undefined = root.system.get(name);
      if (!ref) throw new Error(`No actor runs under the system id '${name}'`);
      return ref.getSnapshot().context;
    },
    stop: () => stopRoot(root),
  };
}

interface Stage {
  readonly logic: AnyActorLogic;
  readonly options: HostOptions<AnyActorLogic> & { readonly ports: FakePorts };
  readonly onParentEvent: (event: EventObject) => void;
}

/** One for all hosts: models make tens of thousands of them. */
const parent = createMachine({
  types: {} as {
    input: Stage;
    context: Pick<Stage, 'onParentEvent'> & { readonly subject: AnyActorRef };
    events: EventObject;
  },
  context: ({ spawn, input: { logic, options, onParentEvent } }) => {
    const { ports, input, systemId } = options;
    if (!options.startsPorts) spawn(portsLogic, { id: 'ports', systemId: 'ports', input: ports });
    for (const [name, stub] of Object.entries(options.named ?? {}))
      spawn(stub ?? recorder, { id: name, systemId: name });
    const subject = spawn(logic, { id: 'subject', input, ...(systemId === undefined ? {} : { systemId }) });
    return { subject, onParentEvent };
  },
  on: {
    '*': {
      actions: ({ context, event }) => {
        if (event.type === 'xstate.error.actor.subject') throw 'error' in event ? event['error'] : event;
        context.onParentEvent(event);
      },
    },
  },
});

/** The actors of {@link createHost}, not started. The model rig reads a system off them without running it. */
export function createHostActors<Logic extends AnyActorLogic>(
  logic: Logic,
  options: HostOptions<Logic> & { readonly ports: FakePorts },
  onParentEvent: (event: EventObject) => void,
): { readonly root: AnyActor; readonly subject: AnyActorRef } {
  const root = createActor(parent, {
    input: { logic, options, onParentEvent },
    clock: options.clock ?? options.ports.clock,
    ...(options.inspect ? { inspect: options.inspect } : {}),
  });
  return { root, subject: root.getSnapshot().context.subject };
}
