import fs from 'node:fs';
import { Worker } from 'node:worker_threads';
import { isRecord } from '../http/input.ts';
import { createTurns } from '../http/turns.ts';
import { parsers, type Parsed, type ParserInput, type ParserName } from './parsers.ts';
import { workerFile, type FromWorker, type ToWorker, type WorkerStart } from './readers.ts';

/** Longest time for one file or feed, and how long an idle thread is kept, in ms. */
const LONGEST_MS = 60_000;
const KEPT_MS = 10_000;
/** Memory of the thread, in MB: a job that needs more ends the thread, not the server. */
const MOST_MB = 256;

/**
 * Reads one thing after the other in a thread; rejects for too much memory or time. Bytes are transferred: the caller
 * loses them.
 */
export interface Parser {
  <Name extends ParserName>(name: Name, input: ParserInput<Name>): Promise<Parsed<Name>>;
}

/** Buffers to transfer without a copy: those outside the pool that small ones share. */
function ownedBuffers(input: unknown): ArrayBuffer[] {
  return Object.values(isRecord(input) ? input : {}).flatMap((value) =>
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.byteOffset === 0 &&
    value.byteLength > Buffer.poolSize
      ? [value.buffer]
      : [],
  );
}

/**
 * The thread that reads files and feeds. It shares nothing with request handling: it may be ended at any time. Without
 * the bundled file the work is done here.
 */
export function createParser(file = workerFile, longestMs = LONGEST_MS): { parse: Parser; close(): Promise<void> } {
  const hasThread = fs.existsSync(file);
  const inTurn = createTurns(1, Infinity);
  let thread: Worker | null = null;
  /** Ends the job of the thread. */
  let settle: ((message: FromWorker) => void) | null = null;
  let rest: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** The next job gets a new thread; the old one is ended first. */
  const end = async (): Promise<void> => {
    const ended = thread;
    thread = null;
    await ended?.terminate();
  };
  const start = (): Worker => {
    const worker = new Worker(file, {
      workerData: { dataDir: null } satisfies WorkerStart,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
    });
    const fail = (error: string): void => {
      if (thread === worker) thread = null;
      settle?.({ id: 0, error });
    };
    worker.on('message', (message: FromWorker) => settle?.(message));
    worker.on('error', () => fail('It takes too much memory to read'));
    worker.on('exit', () => fail('It cannot be read'));
    return worker;
  };

  const run = async (name: ParserName, input: unknown): Promise<unknown> => {
    if (isClosed) throw new Error('The server is closing');
    clearTimeout(rest);
    const worker = (thread ??= start());
    worker.ref();
    let limit: NodeJS.Timeout | undefined;
    const message = await new Promise<FromWorker>((resolve) => {
      settle = resolve;
      limit = setTimeout(() => resolve({ id: 0, error: 'It takes too long to read' }), longestMs);
      worker.postMessage({ id: 0, kind: 'parse', name, input } satisfies ToWorker, ownedBuffers(input));
    });
    settle = null;
    clearTimeout(limit);
    worker.unref();
    if ('value' in message) {
      rest = setTimeout(() => void end(), KEPT_MS).unref();
      return message.value;
    }
    await end();
    throw new Error('error' in message ? message.error : '');
  };

  return {
    parse: async (name, input) => {
      if (!hasThread) return (await parsers[name](input as never)) as never;
      return (await inTurn(() => run(name, input))) as never;
    },
    close: () => {
      isClosed = true;
      clearTimeout(rest);
      return end();
    },
  };
}
