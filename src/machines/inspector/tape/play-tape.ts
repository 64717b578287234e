import type { Tape, TapeEntry } from '../../../schemas/tape.ts';
import type { Ports } from '../../app/ports.ts';
import type { TapeRecorder } from './record-tape.ts';
import { callInWords, stepsOfTape } from './tape-steps.logic.ts';
import { createTapeWriter, readTapeValue } from './tape-values.ts';

type Call = Extract<TapeEntry, { kind: 'call' }>;
type Answer = Extract<TapeEntry, { kind: 'answer' }>;
type Tell = Extract<TapeEntry, { kind: 'tell' }>;
type Listener = (...args: readonly unknown[]) => unknown;

/** A call of the tape, with its index, that nobody has made again yet. */
interface Open {
  readonly index: number;
  readonly entry: Call;
  /** What it was given, as text. */
  readonly args: string;
}

interface Promised {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Plays the world to a client: what a tape says that the ports said. Nothing leaves it. */
export interface TapePlayer {
  readonly ports: Ports;
  /** For `createActor`. A timer goes off when the tape says so. */
  readonly timers: TapeRecorder['timers'];
  /** From now on what is at this index of the tape, and before, has happened. */
  goTo(index: number): void;
  /** Gives the answer of a call. False: the client has not made the call, and gets it when it does. */
  answer(entry: Answer): boolean;
  /** Calls the client back. False: it has not given this listener. */
  tell(entry: Tell): boolean;
  /** Calls of the tape before this index whose answers or calls back come later, and that the client has not made. */
  missing(index: number): string[];
  /** The numbers that were drawn next; none when there are no more. */
  random(): readonly number[];
  /** Reads a value of the tape. */
  read(value: unknown): unknown;
}

/** @param within runs what the client does when it is called back */
export function createTapePlayer(tape: Tape, within: <R>(work: () => R) => R): TapePlayer {
  const { entries, baseUrl, startedAt } = tape;
  const starts = stepsOfTape(tape).flatMap(({ incoming }) => incoming.map(({ index }) => index));
  const calls = new Map<string, Open[]>();
  const reads = new Map<string, { readonly index: number; readonly result: unknown }[]>();
  const nested = new Map<number, Tell[]>();
  /** Paths of calls whose answers come later. */
  const later = new Set<string>();
  /** Calls that something comes of later. */
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

  const things = new Map<string, unknown>();
  const names = new WeakMap<object, string>();
  const listeners = new Map<string, Listener>();
  const promised = new Map<number, Promised>();
  const early = new Map<number, Answer>();
  const writer = createTapeWriter((value) => names.get(value as object) ?? null);
  let now = 0;
  let at = 0;

  const thing = (own: string): unknown => {
    const known = things.get(own);
    if (known) return known;
    const methods = new Map<PropertyKey, Listener>();
    const shell: object = new Proxy(() => undefined, {
      get(_, key) {
        if (typeof key === 'symbol' || key === 'then' || key === 'toJSON' || key === 'constructor') return undefined;
        const path = `${own}.${key}`;
        if (reads.has(path)) return look(path);
        // What was never asked of a port before is one of its methods; a thing may have anything.
        if (!calls.has(path) && own.startsWith('#')) return undefined;
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
  const read = (value: unknown) => readTapeValue(value, thing);

  /** What it looked like last, or does in the present step. */
  const look = (path: string): unknown => {
    const all = reads.get(path) ?? [];
    while (all.length > 1 && (all[1]?.index ?? Infinity) <= now && (all[0]?.index ?? 0) < now) all.shift();
    const next = all.length > 1 && (all[0]?.index ?? Infinity) >= now ? all.shift() : all[0];
    return read(next?.result);
  };

  const call = (path: string, args: readonly unknown[]): unknown => {
    const given = asText(args.map((arg) => writer.write(arg)));
    const open = calls.get(path) ?? [];
    if (path === 'clock.now' || path === 'clock.elapsed') return time(path, open);
    const same = open.findIndex((other) => other.args === given);
    const found = same >= 0 ? same : open.findIndex(({ entry }) => mayDiffer(entry));
    const [match] = found >= 0 ? open.splice(found, 1) : [];
    // Nobody answers what was not asked. A port that answers at once has nothing to say.
    if (!match) return later.has(path) ? new Promise(() => undefined) : undefined;
    const { index, entry } = match;
    awaited.delete(index);
    args.forEach((arg, position) => {
      keep(arg, `${index}.${position}`);
      if (typeof arg === 'object' && arg !== null)
        for (const [key, member] of Object.entries(arg))
          if (/^on[A-Z]/.test(key)) keep(member, `${index}.${position}.${key}`);
    });
    for (const inner of nested.get(index) ?? []) tell(inner);
    if (entry.isLater)
      return new Promise((resolve, reject) => {
        promised.set(index, { resolve, reject });
        const answered = early.get(index);
        if (answered) answer(answered);
      });
    if (entry.error !== undefined) throw read(entry.error);
    return read(entry.result);
  };
  const keep = (listener: unknown, place: string) => {
    if (typeof listener === 'function') listeners.set(place, listener as Listener);
  };

  /** The clock goes as on the tape while the client asks as often; else it says when the present step began. */
  const time = (path: string, open: Open[]): unknown => {
    while ((open[0]?.index ?? Infinity) < now) open.shift();
    const next = (open[0]?.index ?? Infinity) < nextStep() ? open.shift() : undefined;
    return next?.entry.result ?? (path === 'clock.now' ? startedAt + at : at);
  };
  const nextStep = () => starts.find((first) => first > now) ?? Infinity;

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
  const tell = ({ listener, args }: Tell): boolean => {
    const told = listeners.get(listener);
    if (!told) return false;
    const result = within(() => told(...args.map(read)));
    // What the client makes of it went to the port.
    if (result instanceof Promise) result.catch(() => undefined);
    return true;
  };

  return {
    ports: new Proxy({} as Ports, {
      get: (_, key) => (typeof key === 'symbol' ? undefined : key === 'baseUrl' ? baseUrl : thing(key)),
    }),
    timers: thing('timers') as TapePlayer['timers'],
    goTo(index) {
      now = index;
      const entry = entries[index];
      if (entry && 'at' in entry) at = entry.at;
    },
    answer,
    tell,
    random: () => (reads.get('random')?.shift()?.result ?? []) as number[],
    missing: (index) => [...awaited].filter(([call]) => call < index).map(([, what]) => what),
    read,
  };
}

/** Written arguments as text. A last one that is not given is as good as none. */
function asText(args: readonly unknown[]): string {
  const end = args.findLastIndex((arg) => (arg as { $?: unknown } | null)?.$ !== 'undefined') + 1;
  return JSON.stringify(args.slice(0, end));
}

/** Whether it is the same call also with other arguments: nothing came of it, or a thing or a number to name it by. */
function mayDiffer({ isLater, result, error }: Call): boolean {
  if (isLater || error !== undefined) return false;
  return typeof result !== 'object' ? typeof result !== 'string' : result !== null && '$' in result;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
