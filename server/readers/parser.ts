import fs from 'node:fs';
import { Worker } from 'node:worker_threads';
import { createTurns } from '../http/turns.ts';
import { parsers, type Parsed, type ParserInput, type ParserName } from './parsers.ts';
import { workerFile, type FromWorker, type ToWorker, type WorkerStart } from './readers.ts';

/** Longest time for one file or feed, and how long the thread is kept without work, in ms. */
const LONGEST_MS = 60_000;
const KEPT_MS = 10_000;
/** Memory of the thread, in MB: what needs more ends the thread, not the server. */
const MOST_MB = 256;

/** Reads one thing after the other in a thread; rejects for what takes too much memory or time. */
export interface Parser {
  <Name extends ParserName>(name: Name, input: ParserInput<Name>): Promise<Parsed<Name>>;
}

/**
 * The thread that reads files and feeds. Nothing of it is shared with what answers: it may be ended at any time. Without
 * the bundled file it is done here.
 */
export function createParser(file = workerFile, longestMs = LONGEST_MS): { parse: Parser; close(): Promise<void> } {
  const hasThread = fs.existsSync(file);
  const inTurn = createTurns(1, Infinity);
  let worker: Worker | null = null;
  let rest: NodeJS.Timeout | undefined;
  let isClosed = false;

  const end = async (): Promise<void> => {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };
  const start = (): Worker =>
    new Worker(file, {
      workerData: { dataDir: null } satisfies WorkerStart,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
    });

  const run = (name: ParserName, input: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error('The server is closing'));
      clearTimeout(rest);
      const thread = (worker ??= start());
      thread.ref();
      const settle = (work: () => void): void => {
        clearTimeout(limit);
        thread.removeAllListeners().unref();
        thread.on('error', () => undefined);
        rest = setTimeout(() => void end(), KEPT_MS).unref();
        work();
      };
      const fail = (text: string): void => settle(() => void end().then(() => reject(new Error(text))));
      const limit = setTimeout(() => fail('It takes too long to read'), longestMs);
      thread.on('message', (message: FromWorker) =>
        settle(() => ('value' in message ? resolve(message.value) : reject(new Error(textOf(message))))),
      );
      thread.on('error', () => fail('It takes too much memory to read'));
      thread.on('exit', () => fail('It cannot be read'));
      thread.postMessage({ id: 0, kind: 'parse', name, input } satisfies ToWorker);
    });

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

const textOf = (message: FromWorker): string => ('error' in message ? message.error : '');
