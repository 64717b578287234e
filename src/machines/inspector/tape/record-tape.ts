import type { ActorOptions, AnyActorLogic, AnyActorRef } from 'xstate';
import type { Tape, TapeEntry } from '../../../schemas/tape.ts';
import type { Clock } from '../../../services/clock.ts';
import type { Ports } from '../../kit/ports.ts';
import { isRecord } from '../redact.logic.ts';
import { changesOf, listByName, statesOf, type ClientStates } from './client-states.ts';
import { createGate, type Gate } from './gate.ts';
import { createTapeWriter } from './tape-values.ts';

/** Later entries are dropped. */
const MOST_ENTRIES = 100_000;
const UNHEARD: readonly unknown[] = ['then', 'constructor', 'toJSON', 'valueOf', 'toString'];
const PLAIN: readonly string[] = [
  'Event',
  'Blob',
  'File',
  'FormData',
  'URL',
  'AbortSignal',
  'ArrayBuffer',
  'Map',
  'Set',
  'Date',
];

type Listener = (...args: readonly unknown[]) => unknown;
type Heard = TapeEntry;
type Incoming = Extract<Heard, { after: unknown }>;
type Timers = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** Records all traffic between a client and its ports. */
export interface TapeRecorder {
  readonly ports: Ports;
  /** For `createActor`. */
  readonly timers: Timers;
  /** Call before the root starts. */
  attend(root: AnyActorRef): void;
  random(values: Iterable<number>): void;
  finish(): Tape;
}

export interface TapeOptions {
  readonly ports: Ports;
  readonly timers: Timers;
  readonly clock: Clock;
  /** Calls back after the current work and its microtasks. */
  readonly later: (run: () => void) => void;
}

/** The entries of a tape in the making. Input from outside is a step, with the states that it changed. */
function createEntries(clock: Clock, later: TapeOptions['later']) {
  const entries: Heard[] = [];
  let root: AnyActorRef | null = null;
  let states: ClientStates = {};
  let step: Incoming = { kind: 'start', at: clock.elapsed(), after: {} };
  let isBusy = false;
  entries.push(step);

  const add = (entry: Heard): number => {
    if (entries.length < MOST_ENTRIES) entries.push(entry);
    return entries.length - 1;
  };
  const closeStep = () => {
    const now = root ? statesOf(root) : {};
    step.after = changesOf(states, now);
    states = now;
  };
  return {
    entries,
    add,
    closeStep,
    openStep(entry: Incoming) {
      if (entries.length >= MOST_ENTRIES) return;
      closeStep();
      if (isBusy) entry.isJoined = true;
      else later(() => (isBusy = false));
      isBusy = true;
      step = entry;
      add(entry);
    },
    attend(client: AnyActorRef) {
      root = client;
    },
  };
}

type Call = (path: string, args: readonly unknown[], run: (args: unknown[]) => unknown) => unknown;

interface Wrapping {
  readonly tape: ReturnType<typeof createEntries>;
  readonly clock: Clock;
  /** Runs callbacks of the client. */
  readonly within: <Result>(work: () => Result) => Result;
}

interface Calls extends Pick<Wrapping, 'tape' | 'clock'> {
  /** The calls at work, by the index of their entries; null: a callback. */
  readonly stack: (number | null)[];
  readonly shellOf: (value: unknown) => unknown;
  readonly inside: (value: unknown, place: string) => unknown;
}

/** Calls ports for the client: their answers and failures are entries. */
function createCalls({ tape: { add, openStep }, clock, stack, shellOf, inside }: Calls): Call {
  return (path, args, run) => {
    const entry: Extract<Heard, { kind: 'call' }> = { kind: 'call', path, args: [...args] };
    const index = add(entry);
    stack.push(index);
    try {
      const result = run(args.map((arg, at) => inside(arg, `${index}.${at}`)));
      if (result instanceof Promise) {
        entry.isLater = true;
        return result.then(
          (value) => {
            const shell = shellOf(value);
            openStep({ kind: 'answer', call: index, result: shell, at: clock.elapsed(), after: {} });
            return shell;
          },
          (error: unknown) => {
            openStep({ kind: 'answer', call: index, error, at: clock.elapsed(), after: {} });
            throw error;
          },
        );
      }
      return (entry.result = shellOf(result));
    } catch (error) {
      entry.error = error;
      throw error;
    } finally {
      stack.pop();
    }
  };
}

/** Wraps what ports give to the client, and what the client gives to ports. */
function createWrapping({ tape, clock, within }: Wrapping) {
  const { add, openStep } = tape;
  const stack: (number | null)[] = [];
  const shells = new WeakMap<object, object>();
  const insides = new WeakMap<object, object>();
  const names = new WeakMap<object, string>();
  const listeners = new WeakMap<Listener, Listener>();
  let things = 0;

  /** Client side wrapper. */
  const shellOf = (value: unknown, name?: string): unknown => {
    if (!isThing(value)) return value;
    const known = shells.get(value);
    if (known) return known;
    const own = name ?? `#${(things += 1)}`;
    const shell = makeShell(value, own, call, (path, member) => {
      const result = shellOf(member);
      // Missing values are skipped: an inspector reads a lot.
      if (result !== undefined) add({ kind: 'read', path, result });
      return result;
    });
    shells.set(value, shell);
    insides.set(shell, value);
    names.set(shell, own);
    return shell;
  };

  /** Port side: unwraps things, wraps callbacks. */
  const inside = (value: unknown, place: string): unknown => {
    if (typeof value !== 'object' && typeof value !== 'function') return value;
    if (value === null) return value;
    const own = insides.get(value);
    if (own) return own;
    if (typeof value === 'function') return called(value as Listener, place);
    const options = isRecord(value) ? Object.entries(value).filter(([key]) => /^on[A-Z]/.test(key)) : [];
    if (options.length === 0) return value;
    return {
      ...value,
      ...Object.fromEntries(options.map(([key, member]) => [key, inside(member, `${place}.${key}`)])),
    };
  };
  const called = (listener: Listener, place: string): Listener => {
    const known = listeners.get(listener);
    if (known) return known;
    const report: Listener = (...args) => {
      const shown = args.map((arg) => shellOf(arg));
      const from = stack.at(-1);
      const entry: Incoming = { kind: 'tell', listener: place, args: shown, at: clock.elapsed(), after: {} };
      if (typeof from === 'number') add({ ...entry, within: from });
      else if (stack.length === 0) openStep(entry);
      stack.push(null);
      try {
        return within(() => listener(...shown));
      } finally {
        stack.pop();
      }
    };
    listeners.set(listener, report);
    return report;
  };
  const call = createCalls({ tape, clock, stack, shellOf, inside });
  return {
    shellOf,
    thingName: (value: unknown) => names.get(value as object) ?? null,
    /** A port is at work. */
    isInPort: () => typeof stack.at(-1) === 'number',
  };
}

/** Records the calls and reads of a thing. */
function makeShell(value: object, own: string, call: Call, read: (path: string, member: unknown) => unknown): object {
  const methods = new Map<PropertyKey, Listener>();
  return new Proxy(value, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof key === 'symbol' || UNHEARD.includes(key)) return member;
      const path = `${own}.${key}`;
      if (typeof member === 'function') {
        const method =
          methods.get(key) ?? ((...args) => call(path, args, (given) => Reflect.apply(member, target, given)));
        methods.set(key, method);
        return method;
      }
      return read(path, member);
    },
    set(target, key, given) {
      return call(`${own}.${String(key)}=`, [given], ([inside]) => Reflect.set(target, key, inside, target)) as boolean;
    },
    apply: (target, self, args: readonly unknown[]) =>
      call(own, args, (given) => Reflect.apply(target as Listener, self, given)),
  });
}

/**
 * Wraps the ports: each call, read, answer and callback is an entry. Things that ports return get a name and a wrapper.
 */
export function createTapeRecorder({ ports, timers, clock, later }: TapeOptions): TapeRecorder {
  const startedAt = clock.now() - clock.elapsed();
  let gate: Gate | null = null;
  const tape = createEntries(clock, later);
  const within = <Result>(work: () => Result) => (gate ? gate.within(work) : work());
  const { shellOf, thingName, isInPort } = createWrapping({ tape, clock, within });
  const named = Object.entries(ports).map(([name, port]) => [name, shellOf(port, name)] as const);
  return {
    ports: { ...ports, ...Object.fromEntries(named) },
    // Its own object: a test's clock is also a port.
    timers: shellOf(
      {
        setTimeout: (run: (...args: unknown[]) => void, ms: number) => timers.setTimeout(run, ms),
        clearTimeout: (timer: unknown) => timers.clearTimeout(timer),
      },
      'timers',
    ) as Timers,
    attend(client) {
      tape.attend(client);
      gate = createGate(client, ({ source, target, event }) => {
        const all = [...listByName(client)];
        const nameOf = (ref: AnyActorRef) => all.find(([, other]) => other === ref)?.[0];
        const to = nameOf(target);
        const from = source && nameOf(source);
        if (to === undefined || (source && from === undefined)) return true;
        const own = from === undefined ? { event } : { from, event: { type: event.type } };
        tape.openStep({ kind: 'send', to, ...own, at: clock.elapsed(), after: {} });
        return true;
      });
    },
    random(values) {
      if (gate?.isWithin() && !isInPort()) tape.add({ kind: 'read', path: 'random', result: [...values] });
    },
    finish() {
      tape.closeStep();
      const writer = createTapeWriter(thingName);
      for (const entry of tape.entries) for (const [, value] of partsOf(entry)) writer.learn(value);
      return {
        baseUrl: ports.baseUrl,
        capabilities: ports.capabilities,
        startedAt,
        entries: tape.entries.map((entry) => ({
          ...entry,
          ...Object.fromEntries(partsOf(entry).map(([key, value]) => [key, writer.write(value)])),
        })) as TapeEntry[],
      };
    },
  };
}

function partsOf(entry: Heard): (readonly [string, unknown])[] {
  return Object.entries(entry).filter(
    ([key, value]) => ['args', 'result', 'error', 'event'].includes(key) && value !== undefined,
  );
}

/** Functions and objects with behaviour are recorded; data is not. */
function isThing(value: unknown): value is object {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) || ArrayBuffer.isView(value) || value instanceof Error) return false;
  if (isRecord(value))
    return Object.values(Object.getOwnPropertyDescriptors(value)).some(
      ({ get, value: member }) => get !== undefined || typeof member === 'function',
    );
  return !classesOf(value).some((name) => PLAIN.includes(name));
}

function classesOf(value: object): string[] {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null ? [] : [prototype.constructor.name, ...classesOf(prototype)];
}
