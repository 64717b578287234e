import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { checkpoint, databaseFile, logFile, type MainDatabase } from '../store/database.ts';
import {
  answerNow,
  longJobs,
  type AnswerInput,
  type AnswerName,
  type LongJobInput,
  type LongJobName,
  type LongJobResult,
} from './jobs.ts';
import type { ParserName } from './parsers.ts';

export interface WorkerStart {
  /** Data folder whose database is read; null opens none. */
  readonly dataDir: string | null;
}
export type ToWorker = { readonly id: number; readonly input: unknown } & (
  | { readonly kind: 'answer'; readonly name: AnswerName }
  | { readonly kind: 'long'; readonly name: LongJobName }
  | { readonly kind: 'parse'; readonly name: ParserName }
  | { readonly kind: 'checkpoint' }
);
/** A failure of a thread. The code says whether the disk is full, and is lost when an error itself is sent. */
interface Failure {
  readonly error: string;
  readonly code?: unknown;
}
export type FromWorker = { readonly id: number } & ({ readonly text: string } | { readonly value: unknown } | Failure);

interface Job {
  readonly message: ToWorker;
  readonly answer: Promise<string>;
  readonly resolve: (text: string) => void;
  readonly reject: (cause: Error) => void;
}
interface Thread {
  readonly worker: Worker;
  job: Job | null;
}

/** Beside the bundle of the server; missing when run from sources. */
export const workerFile = path.join(import.meta.dirname, 'worker.js');
/** Two: a slow answer does not delay quick ones. */
const THREADS = 2;
/** Interval (ms) of checking the database's log, and its size (bytes) that starts a write into the file. */
const LOOK_MS = 1000;
const LONG_LOG = 4 * 1024 ** 2;
/** A log that starts over is cut to this many bytes. */
const SHORT_LOG = 1024 ** 2;
/**
 * While others write it never ends: from this many pages on, the writing connection does the last few itself. With that
 * many it does not wait for the thread.
 */
const LONG_LOG_PAGES = 4 * 1024;
const LONGEST_LOG_PAGES = 64 * 1024;

const errorOf = ({ error, code }: Failure): Error => Object.assign(new Error(error), { code });

export type Readers = ReturnType<typeof createReaders>;

/**
 * Threads that read the database, so that no answer blocks the loop. Each has its own connection and makes one answer
 * at a time; another one writes the log of the database into its file, which waits for the disk. Without the bundled
 * file all is done here.
 */
export function createReaders(dataDir: string, database: MainDatabase, file = workerFile) {
  const hasThreads = fs.existsSync(file);
  /** Those that answer; `alive` are all. */
  const threads: Thread[] = [];
  const alive = new Set<Thread>();
  const waiting: Job[] = [];
  let keeper: Thread | null = null;
  let isClosed = false;
  let isAlone = false;
  let lastId = 0;

  const start = (from: string | null): Thread => {
    const worker = new Worker(file, {
      workerData: { dataDir: from } satisfies WorkerStart,
    });
    const thread: Thread = { worker, job: null };
    alive.add(thread);
    const finish = (settle: (job: Job) => void): void => {
      const { job } = thread;
      thread.job = null;
      worker.unref();
      if (job) settle(job);
    };
    worker.on('message', (message: FromWorker) => {
      finish((job) =>
        'text' in message ? job.resolve(message.text) : job.reject('error' in message ? errorOf(message) : new Error()),
      );
      next();
    });
    const end = (cause: Error): void => {
      const index = threads.indexOf(thread);
      if (index >= 0) threads.splice(index, 1);
      if (keeper === thread) keeper = null;
      alive.delete(thread);
      finish((job) => job.reject(cause));
      next();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('A thread of the server ended')));
    worker.unref();
    return thread;
  };
  const give = (thread: Thread, job: Job): void => {
    thread.job = job;
    // At the start nothing else keeps the process alive until the answer is ready.
    thread.worker.ref();
    thread.worker.postMessage(job.message);
  };
  /** Gives waiting jobs to idle threads; one that ended is replaced by the next job. */
  const next = (): void => {
    if (isAlone) return;
    while (waiting.length > 0) {
      let free = threads.find(({ job }) => job === null);
      if (!free && threads.length < THREADS) {
        free = start(dataDir);
        threads.push(free);
      }
      const job = free && waiting.shift();
      if (!free || !job) return;
      give(free, job);
    }
  };
  const requested = (message: ToWorker, take: (job: Job) => void): Promise<string> => {
    if (isClosed) return Promise.reject(new Error('The server is closing'));
    let settle: Pick<Job, 'resolve' | 'reject'> | undefined;
    const answer = new Promise<string>((resolve, reject) => (settle = { resolve, reject }));
    if (settle) take({ message, answer, ...settle });
    return answer;
  };

  let writtenUntil = 0;
  const lookAtLog = async (): Promise<void> => {
    const log = await fs.promises.stat(logFile(dataDir)).catch(() => null);
    const isLong = log !== null && log.size >= LONG_LOG && log.mtimeMs > writtenUntil;
    if (!isLong || isClosed || isAlone || keeper?.job) return;
    writtenUntil = log.mtimeMs;
    const thread = (keeper ??= start(dataDir));
    lastId += 1;
    // A failed one is retried after the next write.
    const pages = await requested({ id: lastId, kind: 'checkpoint', input: null }, (job) => give(thread, job)).catch(
      () => 0,
    );
    if (Number(pages) > LONG_LOG_PAGES && !isClosed && !isAlone) checkpoint(database);
  };
  const looking = hasThreads ? setInterval(() => void lookAtLog(), LOOK_MS).unref() : null;
  if (hasThreads)
    database.onOpen(() => {
      database.all(`PRAGMA wal_autocheckpoint = ${LONGEST_LOG_PAGES}`);
      database.all(`PRAGMA journal_size_limit = ${SHORT_LOG}`);
    });
  /** Waits for running jobs: ending a thread within a call of the database kills the process. */
  const endThreads = async (): Promise<void> => {
    await Promise.allSettled([...alive].map(({ job }) => job?.answer));
    await Promise.all([...alive].map(({ worker }) => worker.terminate()));
  };

  const long = async <Name extends LongJobName>(
    name: Name,
    input: LongJobInput<Name>,
  ): Promise<LongJobResult<Name>> => {
    if (!hasThreads) return (await longJobs[name](input as never)) as never;
    lastId += 1;
    const thread = start(null);
    try {
      const text = await requested({ id: lastId, kind: 'long', name, input }, (job) => give(thread, job));
      return JSON.parse(text) as LongJobResult<Name>;
    } finally {
      await thread.worker.terminate();
    }
  };

  return {
    hasThreads,
    /** The JSON of an answer. */
    answer: async <Name extends AnswerName>(name: Name, input: AnswerInput<Name>): Promise<string> => {
      if (!hasThreads) return answerNow(database, name, input);
      lastId += 1;
      return requested({ id: lastId, kind: 'answer', name, input }, (job) => {
        waiting.push(job);
        next();
      });
    },
    /** Work on whole files, in a thread of its own. */
    long,
    /** Runs work while no thread has the database open and its log is empty; answers wait for it. */
    alone: async (work: () => void): Promise<void> => {
      isAlone = true;
      try {
        await endThreads();
        await long('emptyLog', { file: databaseFile(dataDir) });
        work();
      } finally {
        isAlone = false;
        next();
      }
    },
    /** Ends all threads; rejects what waits. */
    close: async (): Promise<void> => {
      isClosed = true;
      if (looking) clearInterval(looking);
      for (const job of waiting.splice(0)) job.reject(new Error('The server is closing'));
      await endThreads();
    },
  };
}
