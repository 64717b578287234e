import type { ActorOptions, AnyActorLogic, AnyActorRef } from 'xstate';
import type { Tape, TapeEntry } from '../../../schemas/tape.ts';
import type { Clock } from '../../../services/clock.ts';
import type { Ports } from '../../app/ports.ts';
import { isRecord } from '../redact.logic.ts';
import { changesOf, listByName, statesOf, type ClientStates } from './client-states.ts';
import { createGate, type Gate } from './gate.ts';
import { createTapeWriter } from './tape-values.ts';

/** Most entries of a tape: what comes later is not on it. */
const MOST_ENTRIES = 100_000;
/** What is asked of any object by the language, and by who prints it. */
const UNHEARD: readonly unknown[] = ['then', 'constructor', 'toJSON', 'valueOf', 'toString'];
/** Given on as they are: nothing that machines ask of them is worth a tape. */
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
/** An entry with the things themselves in it, before it is written. */
type Heard = TapeEntry;
type Incoming = Extract<Heard, { after: unknown }>;
/** Timers, as `createActor` takes them. */
type Timers = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** Writes down what goes between a client and its ports, from before it starts. */
export interface TapeRecorder {
  readonly ports: Ports;
  /** For `createActor`: the client's timers are on the tape like its ports. */
  readonly timers: Timers;
  /** To be called before the root starts. */
  attend(root: AnyActorRef): void;
  /** Numbers that somebody drew. */
  random(values: Iterable<number>): void;
  /** All so far, without secrets. */
  finish(): Tape;
}

export interface TapeOptions {
  readonly ports: Ports;
  readonly timers: Timers;
  readonly clock: Clock;
  /** Calls back when what runs now, and what it has set off at once, is done. */
  readonly later: (run: () => void) => void;
}

/**
 * A membrane around the ports: each call, look at something, answer and call back is an entry. Things that
 * ports give out (an audio element, a connection, the end of a subscription) get a name and a membrane of their own.
 * What reached the client from outside is a step, with the states that changed until the next one.
 */
export function createTapeRecorder({ ports, timers, clock, later }: TapeOptions): TapeRecorder {
  const entries: Heard[] = [];
  /** Calls of the client that have not returned, by index, and calls back, as null. */
  const stack: (number | null)[] = [];
  const shells = new WeakMap<object, object>();
  const insides = new WeakMap<object, object>();
  const names = new WeakMap<object, string>();
  const listeners = new WeakMap<Listener, Listener>();
  const startedAt = clock.now() - clock.elapsed();
  let things = 0;
  let root: AnyActorRef | null = null;
  let gate: Gate | null = null;
  let states: ClientStates = {};
  let step: Incoming = { kind: 'start', at: clock.elapsed(), after: {} };
  let isBusy = false;
  entries.push(step);

  const closeStep = () => {
    const now = root ? statesOf(root) : {};
    step.after = changesOf(states, now);
    states = now;
  };
  const add = (entry: Heard): number => {
    if (entries.length < MOST_ENTRIES) entries.push(entry);
    return entries.length - 1;
  };
  /** Something came from outside: the step before it is over. */
  const openStep = (entry: Incoming) => {
    if (entries.length >= MOST_ENTRIES) return;
    closeStep();
    if (isBusy) entry.isJoined = true;
    else later(() => (isBusy = false));
    isBusy = true;
    step = entry;
    add(entry);
  };

  /** What the client gets instead of this thing. */
  const shellOf = (value: unknown, name?: string): unknown => {
    if (!isThing(value)) return value;
    const known = shells.get(value);
    if (known) return known;
    const own = name ?? `#${(things += 1)}`;
    const methods = new Map<PropertyKey, Listener>();
    const shell: object = new Proxy(value, {
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
        const result = shellOf(member);
        // What is not there is not told: an inspector asks for much.
        if (result !== undefined) add({ kind: 'read', path, result });
        return result;
      },
      set(target, key, given) {
        return call(`${own}.${String(key)}=`, [given], ([inside]) =>
          Reflect.set(target, key, inside, target),
        ) as boolean;
      },
      apply: (target, self, args: readonly unknown[]) =>
        call(own, args, (given) => Reflect.apply(target as Listener, self, given)),
    });
    shells.set(value, shell);
    insides.set(shell, value);
    names.set(shell, own);
    return shell;
  };

  const call = (path: string, args: readonly unknown[], run: (args: unknown[]) => unknown): unknown => {
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

  /** What the port gets for what the client gives: its own things, and functions that are heard. */
  const inside = (value: unknown, place: string): unknown => {
    if (typeof value !== 'object' && typeof value !== 'function') return value;
    if (value === null) return value;
    const own = insides.get(value);
    if (own) return own;
    if (typeof value === 'function') return heard(value as Listener, place);
    const options = isRecord(value) ? Object.entries(value).filter(([key]) => /^on[A-Z]/.test(key)) : [];
    if (options.length === 0) return value;
    return {
      ...value,
      ...Object.fromEntries(options.map(([key, member]) => [key, inside(member, `${place}.${key}`)])),
    };
  };
  const heard = (listener: Listener, place: string): Listener => {
    const known = listeners.get(listener);
    if (known) return known;
    const told: Listener = (...args) => {
      const shown = args.map((arg) => shellOf(arg));
      const from = stack.at(-1);
      const entry: Incoming = { kind: 'tell', listener: place, args: shown, at: clock.elapsed(), after: {} };
      if (typeof from === 'number') add({ ...entry, within: from });
      else if (stack.length === 0) openStep(entry);
      stack.push(null);
      try {
        return gate ? gate.within(() => listener(...shown)) : listener(...shown);
      } finally {
        stack.pop();
      }
    };
    listeners.set(listener, told);
    return told;
  };

  const named = Object.entries(ports).map(([name, port]) => [name, shellOf(port, name)] as const);
  return {
    ports: Object.fromEntries(named) as unknown as Ports,
    // An object of its own: a test's clock is a port, too.
    timers: shellOf(
      {
        setTimeout: (run: (...args: unknown[]) => void, ms: number) => timers.setTimeout(run, ms),
        clearTimeout: (timer: unknown) => timers.clearTimeout(timer),
      },
      'timers',
    ) as Timers,
    attend(client) {
      root = client;
      gate = createGate(client, ({ source, target, event }) => {
        const all = [...listByName(client)];
        const nameOf = (ref: AnyActorRef) => all.find(([, other]) => other === ref)?.[0];
        const to = nameOf(target);
        const from = source && nameOf(source);
        if (to === undefined || (source && from === undefined)) return true;
        const own = from === undefined ? { event } : { from, event: { type: event.type } };
        openStep({ kind: 'send', to, ...own, at: clock.elapsed(), after: {} });
        return true;
      });
    },
    random(values) {
      const isOfPort = typeof stack.at(-1) === 'number';
      if (gate?.isWithin() && !isOfPort) add({ kind: 'read', path: 'random', result: [...values] });
    },
    finish() {
      closeStep();
      const writer = createTapeWriter((value) => names.get(value as object) ?? null);
      for (const entry of entries) for (const [, value] of partsOf(entry)) writer.learn(value);
      return {
        baseUrl: ports.baseUrl,
        startedAt,
        entries: entries.map((entry) => ({
          ...entry,
          ...Object.fromEntries(partsOf(entry).map(([key, value]) => [key, writer.write(value)])),
        })) as TapeEntry[],
      };
    },
  };
}

/** What of an entry is of the client, and not of the tape. */
function partsOf(entry: Heard): (readonly [string, unknown])[] {
  return Object.entries(entry).filter(
    ([key, value]) => ['args', 'result', 'error', 'event'].includes(key) && value !== undefined,
  );
}

/** Whether it can do something, so that what it does is to be heard; the rest is data. */
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

/** Names of its class and of those above. */
function classesOf(value: object): string[] {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null ? [] : [prototype.constructor.name, ...classesOf(prototype)];
}
