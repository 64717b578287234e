import { hasKey, isRecord } from '../../../schemas/keys.ts';
import type { Tape, TapeEntry } from '../../../schemas/tape.ts';
import type { Ports } from '../../kit/ports.ts';
import type { TapeRecorder } from './record-tape.ts';
import { callInWords, stepsOfTape } from './tape-steps.logic.ts';
import { createTapeWriter, readTapeValue } from './tape-values.ts';

type Call = Extract<TapeEntry, { kind: 'call' }>;
type Answer = Extract<TapeEntry, { kind: 'answer' }>;
type Notify = Extract<TapeEntry, { kind: 'tell' }>;
type Listener = (...args: readonly unknown[]) => unknown;

interface Open {
  readonly index: number;
  readonly entry: Call;
  readonly args: string;
}

interface Read {
  readonly index: number;
  readonly result: unknown;
}

interface Promised {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Ports that replay a tape; without effects outside. */
export interface TapePlayer {
  readonly ports: Ports;
  readonly timers: TapeRecorder['timers'];
  /** Moves to this index of the tape. */
  goTo(index: number): void;
  /** False: the client has not made the call yet, and gets the answer then. */
  answer(entry: Answer): boolean;
  /** False: the client has not passed this listener. */
  notify(entry: Notify): boolean;
  /** Calls before this index that the client has not made and that a later entry answers. */
  missing(index: number): string[];
  /** The next recorded random numbers. */
  random(): readonly number[];
  read(value: unknown): unknown;
}

/** What the tape has for each call, read and callback. */
function indexOf(tape: Tape) {
  const { entries } = tape;
  const starts = stepsOfTape(tape).flatMap(({ incoming }) => incoming.map(({ index }) => index));
  const calls = new Map<string, Open[]>();
  const reads = new Map<string, Read[]>();
  const nested = new Map<number, Notify[]>();
  const later = new Set<string>();
  const awaited = new Map<number, string>();
  entries.forEach((entry, index) => {
    if (entry.kind === 'call' && entry.isLater) later.add(entry.path);
    if (entry.kind === 'call') push(calls, entry.path, { index, entry, args: asText(entry.args) });
    else if (entry.kind === 'read') push(reads, entry.path, { index, result: entry.result });
    else if (entry.kind === 'tell' && entry.within !== undefined) push(nested, entry.within, entry);
    if (entry.kind === 'answer') name(entry.call);
    if (entry.kind === 'tell') name(Number.parseInt(entry.listener, 10));
  });
  function name(index: number): void {
    const entry = entries[index];
    if (entry?.kind === 'call') awaited.set(index, callInWords(entry));
  }
  return { starts, calls, reads, nested, later, awaited };
}

interface ThingsOptions {
  readonly has: (path: string) => boolean;
  readonly hasRead: (path: string) => boolean;
  readonly read: (path: string) => unknown;
  readonly call: (path: string, args: readonly unknown[]) => unknown;
  /** Gets the name of each thing. */
  readonly names: WeakMap<object, string>;
}

/** Stands in for ports and for what they return, by their names on the tape. */
function createThings({ has, hasRead, read, call, names }: ThingsOptions): (own: string) => unknown {
  const things = new Map<string, unknown>();
  return (own) => {
    const known = things.get(own);
    if (known) return known;
    const methods = new Map<PropertyKey, Listener>();
    const shell: object = new Proxy(() => undefined, {
      get(_, key) {
        if (typeof key === 'symbol' || key === 'then' || key === 'toJSON' || key === 'constructor') return undefined;
        const path = `${own}.${key}`;
        if (hasRead(path)) return read(path);
        // Missing members of a port are methods; those of a thing may be anything.
        if (!has(path) && own.startsWith('#')) return undefined;
        const method = methods.get(key) ?? ((...args) => call(path, args));
        methods.set(key, method);
        return method;
      },
      set(_, key, value) {
        call(`${own}.${String(key)}=`, [value]);
        return true;
      },
      apply: (_, __, args: readonly unknown[]) => call(own, args),
    });
    things.set(own, shell);
    names.set(shell, own);
    return shell;
  };
}

/** The recorded clock while the client reads it as often; else the start of the step. */
function createTapeClock({ entries, startedAt }: Tape, starts: readonly number[]) {
  let now = 0;
  let at = 0;
  const nextStep = () => starts.find((first) => first > now) ?? Infinity;
  return {
    now: () => now,
    goTo(index: number) {
      now = index;
      const entry = entries[index];
      if (entry && 'at' in entry) at = entry.at;
    },
    read(path: string, open: Open[]): unknown {
      while ((open[0]?.index ?? Infinity) < now) open.shift();
      const next = (open[0]?.index ?? Infinity) < nextStep() ? open.shift() : undefined;
      return next?.entry.result ?? (path === 'clock.now' ? startedAt + at : at);
    },
  };
}

/** @param within runs callbacks of the client */
export function createTapePlayer(tape: Tape, within: <R>(work: () => R) => R): TapePlayer {
  const { baseUrl, capabilities } = tape;
  const data: Partial<Ports> = { baseUrl, capabilities };
  const { starts, calls, reads, nested, later, awaited } = indexOf(tape);
  const names = new WeakMap<object, string>();
  const listeners = new Map<string, Listener>();
  const promised = new Map<number, Promised>();
  const early = new Map<number, Answer>();
  const writer = createTapeWriter((value) => names.get(value as object) ?? null);
  const clock = createTapeClock(tape, starts);

  const thing = createThings({
    has: (path) => calls.has(path),
    hasRead: (path) => reads.has(path),
    read: (path) => look(path),
    call: (path, args) => call(path, args),
    names,
  });
  const read = (value: unknown) => readTapeValue(value, thing);

  const look = (path: string): unknown => read(nextRead(reads.get(path) ?? [], clock.now())?.result);

  const call = (path: string, args: readonly unknown[]): unknown => {
    const given = asText(args.map((arg) => writer.write(arg)));
    const open = calls.get(path) ?? [];
    if (path === 'clock.now' || path === 'clock.elapsed') return clock.read(path, open);
    const match = takeMatch(open, given);
    // Never settles: the tape has no answer. Synchronous ports return nothing.
    if (!match) return later.has(path) ? new Promise(() => undefined) : undefined;
    const { index, entry } = match;
    awaited.delete(index);
    for (const [place, listener] of listenersIn(args, index)) listeners.set(place, listener);
    for (const inner of nested.get(index) ?? []) notify(inner);
    if (entry.isLater)
      return new Promise((resolve, reject) => {
        promised.set(index, { resolve, reject });
        const answered = early.get(index);
        if (answered) answer(answered);
      });
    if (entry.error !== undefined) throw read(entry.error);
    return read(entry.result);
  };

  const answer = (entry: Answer): boolean => {
    const waiting = promised.get(entry.call);
    if (!waiting) {
      early.set(entry.call, entry);
      return false;
    }
    promised.delete(entry.call);
    if (entry.error !== undefined) waiting.reject(read(entry.error));
    else waiting.resolve(read(entry.result));
    return true;
  };
  const notify = ({ listener, args }: Notify): boolean => {
    const report = listeners.get(listener);
    if (!report) return false;
    const result = within(() => report(...args.map(read)));
    if (result instanceof Promise) result.catch(() => undefined);
    return true;
  };

  return {
    ports: new Proxy({} as Ports, {
      get: (_, key) => (typeof key === 'symbol' ? undefined : ((hasKey(data, key) ? data[key] : null) ?? thing(key))),
    }),
    timers: thing('timers') as TapePlayer['timers'],
    goTo: clock.goTo,
    answer,
    notify,
    random: () => (reads.get('random')?.shift()?.result ?? []) as number[],
    missing: (index) => [...awaited].filter(([call]) => call < index).map(([, what]) => what),
    read,
  };
}

/** The recorded read at this index or after it; the last one stays. */
function nextRead(all: Read[], now: number): Read | undefined {
  while (all.length > 1 && (all[1]?.index ?? Infinity) <= now && (all[0]?.index ?? 0) < now) all.shift();
  return all.length > 1 && (all[0]?.index ?? Infinity) >= now ? all.shift() : all[0];
}

/** The recorded call with these arguments, else one that they make no difference to. */
function takeMatch(open: Open[], given: string): Open | undefined {
  const same = open.findIndex((other) => other.args === given);
  const found = same >= 0 ? same : open.findIndex(({ entry }) => mayDiffer(entry));
  return found >= 0 ? open.splice(found, 1)[0] : undefined;
}

/** The callbacks in the arguments of a call, by their places. */
function listenersIn(args: readonly unknown[], call: number): (readonly [string, Listener])[] {
  const found = args.flatMap((arg, position) => {
    const own = typeof arg === 'object' && arg !== null ? Object.entries(arg) : [];
    const options = own.filter(([key]) => /^on[A-Z]/.test(key));
    return [[`${call}.${position}`, arg], ...options.map(([key, member]) => [`${call}.${position}.${key}`, member])];
  });
  return found.filter((one): one is [string, Listener] => typeof one[1] === 'function');
}

/** A trailing undefined argument equals a missing one. */
function asText(args: readonly unknown[]): string {
  const end = args.findLastIndex((arg) => !isRecord(arg) || arg['$'] !== 'undefined') + 1;
  return JSON.stringify(args.slice(0, end));
}

/** Whether other arguments make the same call: it has no result, or only a thing or number. */
function mayDiffer({ isLater, result, error }: Call): boolean {
  if (isLater || error !== undefined) return false;
  return typeof result !== 'object' ? typeof result !== 'string' : result !== null && '$' in result;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
