// For vitest: keeps threads with all loaded modules from one run to the next, since loading them again takes ten times
// as long as the tests of one change. StrykerJS switches its changes on in loaded modules; for a changed machine the
// modules to reload are named.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ThreadsPoolWorker } from 'vitest/node';

/** Limits what tests leave behind in modules. */
const RUNS_PER_THREAD = 100;

/** Idle threads by their project. */
const kept = new Map();
/** Changed files so far, in order. A thread reloads those since its last run. */
const changes = [];

/** Every thread reloads the modules of these files (absolute paths) before its next run. */
export const readAgain = (files) => void changes.push(files);

/** A thread as a worker of vitest's pool: started once, and kept for the next run of its project instead of stopped. */
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

  /** Stopped without the usual request, the thread failed: it is not reused. */
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

  /** A module is evaluated again for a change of its top level, and again after it. */
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

/** Runs the tests of a vitest project in kept threads. */
export function keepWorkersOf({ config }) {
  config.pool = 'kept';
  config.poolRunner = { name: 'kept', createPoolWorker: (options) => new KeptWorker(options) };
}

export const keptWorkers = { name: 'kept-workers', configureVitest: ({ project }) => keepWorkersOf(project) };
