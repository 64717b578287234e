import { jsonOf, startRelay, textAnswer, type Exchange } from './relay.ts';

/** Faults of a request or its answer. `seconds` and `status` are in the argument of the fault. */
const FAULTS = {
  /** Lost on the way to the server. */
  cut: ({ socket }) => void socket.destroy(),
  /** No answer, until the fault is over. */
  hang: ({ socket }, _, over) => void over.then(() => socket.destroy()),
  /** Handled, and the answer is lost. */
  drop: async (exchange) => {
    await exchange.forward();
    exchange.socket.destroy();
  },
  /** Handled, and the answer breaks off. */
  half: async (exchange) => exchange.answerHalf(await exchange.forward()),
  /** Handled, then the connection is reset: the browser itself may send the request again. */
  reset: async (exchange) => {
    await exchange.forward();
    exchange.socket.resetAndDestroy();
  },
  /** Handled, and the answer comes so many seconds later. */
  slow: async (exchange, seconds) => {
    const answer = await exchange.forward();
    await pause(seconds);
    exchange.answer(answer);
  },
  /** Reaches the server so many seconds later, whether or not its page still waits. */
  late: async (exchange, seconds) => {
    await pause(seconds);
    exchange.answer(await exchange.forward());
  },
  status: (exchange, status) =>
    exchange.answer(textAnswer(status, `<html><body>${status}</body></html>`, 'text/html', { 'retry-after': '1' })),
  html: (exchange) => exchange.answer(textAnswer(200, '<h1>Sign in to this network</h1>', 'text/html')),
  redirect: (exchange) => exchange.answer(textAnswer(302, '', 'text/plain', { location: '/login' })),
  text: (exchange) => exchange.answer(textAnswer(200, 'The service is starting')),
  empty: (exchange) => exchange.answer(textAnswer(200, '')),
  garbage: (exchange) => exchange.answer(textAnswer(200, '\u0003\u0007{"x', 'application/json')),
} as const satisfies Record<string, (exchange: Exchange, argument: number, over: Promise<void>) => unknown>;

export type FaultKind = keyof typeof FAULTS;
export const isFault = (kind: string): kind is FaultKind => kind in FAULTS;

/** The requests of a fault. */
export const TARGETS = {
  /** All about playback sessions, but for opening one. */
  saves: /^\/api\/session\//,
  sync: /^\/api\/session\/[^/]+\/sync$/,
  close: /^\/api\/session\/[^/]+\/close$/,
  /** All about open sessions. */
  session: /^\/api\/session\/(?!local)/,
  store: /^\/api\/session\/local/,
  play: /^\/api\/items\/[^/]+\/play/,
  progress: /^\/api\/me\/progress\//,
  refresh: /^\/auth\/refresh$/,
  api: /^\/(api|auth|login|logout)\b/,
} as const;
export type FaultTarget = keyof typeof TARGETS;

export interface Fault {
  readonly kind: FaultKind;
  readonly argument: number;
  readonly on: FaultTarget;
  /** The number of affected requests. */
  readonly times: number;
}

const TRACK = /^\/public\/session\/[^/]+\/track\//;
const STREAM = /^\/hls\/([^/]+)\//;

/** Longest wait for late requests, in ms. */
const LONGEST_QUIET_MS = 40_000;

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** A proxy between browser and server. @param hasOnlyStreams no file of a book has sound that a browser can play */
export async function startFaultyProxy(target: string, hasOnlyStreams = false) {
  let fault: Fault | null = null;
  let met = 0;
  let end: () => void = () => undefined;
  let over = Promise.resolve();
  const traffic = { held: 0, lastSaveAt: 0 };
  const itemOfSession = new Map<string, string>();
  let streamed = '';
  const notes: string[] = [];
  const startedAt = Date.now();
  const note = (text: string) => void notes.push(`${((Date.now() - startedAt) / 1000).toFixed(1)} ${text}`);

  const relay = await startRelay(target, async (exchange) => {
    const { method, path } = exchange;
    const isSave = TARGETS.saves.test(path) || (TARGETS.progress.test(path) && method !== 'GET');
    if (isSave) traffic.lastSaveAt = Date.now();
    streamed = STREAM.exec(path)?.[1] ?? streamed;
    if (hasOnlyStreams && TRACK.test(path)) return exchange.answer(textAnswer(200, 'no sound', 'audio/mpeg'));
    const current = fault;
    const isMet = current !== null && met < current.times && TARGETS[current.on].test(path);
    if (isSave || isMet || TARGETS.play.test(path)) {
      const text = exchange.body.length > 200 ? `${exchange.body.length} bytes` : exchange.body.toString();
      note(`${method} ${path} ${text} ${isMet ? current.kind : ''}`);
    }
    traffic.held += 1;
    try {
      if (isMet) {
        met += 1;
        await FAULTS[current.kind](exchange, current.argument, over);
      } else if (TARGETS.play.test(path)) {
        const answer = await exchange.forward();
        const { id } = jsonOf(answer.body);
        if (typeof id === 'string') itemOfSession.set(id, path.split('/')[3] ?? '');
        exchange.answer(answer);
      } else exchange.pass();
    } catch {
      exchange.socket.destroy();
    } finally {
      traffic.held -= 1;
    }
  });

  return {
    relay,
    /** Saves that got through, for a failed history. */
    note,
    notes,
    /** The item that plays from this address; a stream's own names none: it is the last loaded one. */
    itemOf(path: string): string | undefined {
      const parts = path.split('/');
      const named = parts.at(path.startsWith('/public') ? 3 : 2) ?? '';
      return itemOfSession.get(path.startsWith('/') ? named : streamed);
    },
    break(next: Fault) {
      this.heal();
      fault = next;
      met = 0;
      over = new Promise((resolve) => (end = resolve));
    },
    heal() {
      fault = null;
      end();
    },
    /** No request is held up any more, and no save got through for so many ms. */
    async quiet(ms: number) {
      const until = Date.now() + LONGEST_QUIET_MS;
      const isBusy = () => traffic.held > 0 || Date.now() - traffic.lastSaveAt < ms;
      while (isBusy() && Date.now() < until) await pause(0.1);
    },
  };
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
