// For vitest: threads are kept from one run to the next with all modules they loaded, since loading them again takes ten
// times as long as the tests of one change. StrykerJS' changes are switched in modules that are loaded already; of a
// machine that is changed it is said which modules to read again.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ThreadsPoolWorker } from 'vitest/node';

/** What tests leave behind in modules shall not pile up. */
const RUNS_PER_THREAD = 100;

/** Threads that nobody uses at the moment, by their project. */
const kept = new Map();
/** What was changed so far, in this order: lists of files. A thread reads again what changed since its last run. */
const changes = [];

/** Modules of these files (absolute paths) are read again by every thread before its next run. */
export const readAgain = (files) => void changes.push(files);

/** A thread as a worker of vitest's pool: started once, and not stopped but kept for the next one of its project. */
class KeptWorker {
  name = 'kept';
  #key;
  #options;
  #thread;
  #config;
  #listeners = [];
  #isDone = false;

  constructor(options) {
    this.#key = options.project.name;
    this.#options = options;
  }

  async start() {
    this.#thread = kept.get(this.#key)?.pop() ?? {
      worker: new ThreadsPoolWorker(this.#options),
      runs: 0,
      isStarted: false,
      upTo: changes.length,
    };
    if (!this.#thread.isStarted) await this.#thread.worker.start();
  }

  on(event, callback) {
    this.#listeners.push([event, callback]);
    this.#thread.worker.on(event, callback);
  }

  off(event, callback) {
    this.#listeners = this.#listeners.filter(([, other]) => other !== callback);
    this.#thread?.worker.off(event, callback);
  }

  send(message) {
    if (message.__vitest_worker_request__ !== true) return this.#thread.worker.send(message);
    if (message.type === 'start') return this.#started(message);
    if (message.type === 'stop') return this.#stopped();
    return this.#thread.worker.send({ ...message, context: this.#contextOf(message.context) });
  }

  /** Without the question to stop before it, something went wrong in the thread: it is not used again. */
  async stop() {
    for (const [event, callback] of this.#listeners.splice(0)) this.#thread.worker.off(event, callback);
    if (!this.#isDone || this.#thread.runs >= RUNS_PER_THREAD) return this.#thread.worker.stop();
    kept.set(this.#key, [...(kept.get(this.#key) ?? []), this.#thread]);
  }

  deserialize(data) {
    return data;
  }

  #started(message) {
    this.#config = message.context.config;
    if (this.#thread.isStarted) return this.#answer('started');
    this.#thread.isStarted = true;
    this.#thread.worker.send(message);
  }

  #stopped() {
    this.#isDone = true;
    this.#answer('stopped');
  }

  #answer(type) {
    queueMicrotask(() => {
      for (const [event, callback] of this.#listeners)
        if (event === 'message') callback({ type, __vitest_worker_response__: true });
    });
  }

  /** What a module computes as it loads is computed again for a change of that, and again after it. */
  #contextOf(context) {
    const isStatic = context.providedContext.mutantActivation === 'static';
    const isStale = isStatic || this.#thread.wasStatic;
    const changed = changes.slice(this.#thread.upTo).flat();
    Object.assign(this.#thread, { wasStatic: isStatic, runs: this.#thread.runs + 1, upTo: changes.length });
    return {
      ...context,
      config: this.#config,
      invalidates: isStale ? allSources() : [...context.invalidates, ...changed],
    };
  }
}

let sources;
const allSources = () =>
  (sources ??= ['src', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.resolve(folder, name)),
  ));

/** The tests of a project of vitest run in threads that are kept. */
export function keepWorkersOf({ config }) {
  config.pool = 'kept';
  config.poolRunner = { name: 'kept', createPoolWorker: (options) => new KeptWorker(options) };
}

export const keptWorkers = { name: 'kept-workers', configureVitest: ({ project }) => keepWorkersOf(project) };
