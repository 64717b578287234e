import { beforeEach, expect, test, vi } from 'vitest';
import { keptWorkers, readAgain } from '../../scripts/mutants/kept-workers.mjs';

interface Message {
  readonly type: string;
  readonly __vitest_worker_request__?: boolean;
  readonly context?: object;
}
interface Worker {
  start(): Promise<void>;
  stop(): Promise<void>;
  on(event: string, callback: (message: Message) => void): void;
  send(message: Message): void;
}

/** What happened to the threads below, in order. */
const { log, sent } = vi.hoisted(() => ({ log: [] as string[], sent: [] as Message[] }));

vi.mock('vitest/node', () => {
  let count = 0;
  return {
    ThreadsPoolWorker: class {
      readonly name = `thread ${(count += 1)}`;
      start() {
        log.push(`${this.name} starts`);
      }
      stop() {
        log.push(`${this.name} stops`);
      }
      on() {
        return undefined;
      }
      off() {
        return undefined;
      }
      send(message: Message) {
        log.push(`${this.name}: ${message.type}`);
        sent.push(message);
      }
    },
  };
});

const ask = (type: string, context: object = {}): Message => ({ __vitest_worker_request__: true, type, context });
const run = (mutantActivation: string) =>
  ask('run', { providedContext: { mutantActivation }, config: 'of another run', invalidates: ['changed'] });

/** A worker of a project; each test has one of its own, whose threads nobody else keeps. */
function makerOf(project: string): () => Worker {
  const config: { pool?: string; poolRunner?: { createPoolWorker(options: object): Worker } } = {};
  keptWorkers.configureVitest({ project: { config } });
  expect(config.pool).toBe('kept');
  return () => {
    if (!config.poolRunner) throw new Error('No runner of the pool');
    return config.poolRunner.createPoolWorker({ project: { name: project } });
  };
}

/** Starts a worker, lets it run and stops it as vitest does; returns what it answered. */
async function use(worker: Worker, { activation = 'runtime', isRequested = true } = {}): Promise<string[]> {
  const answers: string[] = [];
  await worker.start();
  worker.on('message', ({ type }) => void answers.push(type));
  worker.send(ask('start', { config: 'own' }));
  worker.send(run(activation));
  if (isRequested) worker.send(ask('stop'));
  await Promise.resolve();
  await worker.stop();
  return answers;
}

beforeEach(() => {
  log.length = 0;
  sent.length = 0;
});

test('a thread is started once and taken by the next worker of its project, which answers for it', async () => {
  const make = makerOf('one');
  expect(await use(make())).toEqual(['stopped']);
  expect(await use(make())).toEqual(['started', 'stopped']);
  const [thread] = (log[0] ?? '').split(' starts');
  expect(log).toEqual([`${thread} starts`, `${thread}: start`, `${thread}: run`, `${thread}: run`]);
});

test('each run has the config of its own worker', async () => {
  await use(makerOf('config')());
  expect(sent.at(-1)?.context).toEqual({
    providedContext: { mutantActivation: 'runtime' },
    config: 'own',
    invalidates: ['changed'],
  });
});

test('a worker that ends without being asked to has failed: its thread is stopped, and not used again', async () => {
  const make = makerOf('failed');
  await use(make(), { isRequested: false });
  await use(make());
  expect(log.filter((line) => / (starts|stops)$/.test(line)).map((line) => line.replace(/^thread \d+ /, ''))).toEqual([
    'starts',
    'stops',
    'starts',
  ]);
});

test('a thread has its last run after a hundred', async () => {
  const make = makerOf('worn');
  for (let turn = 0; turn < 100; turn += 1) await use(make());
  expect(log.filter((line) => line.endsWith('stops'))).toHaveLength(1);
  await use(make());
  expect(log.filter((line) => line.endsWith('starts'))).toHaveLength(2);
});

test('a change of what modules compute as they load has all of them loaded again, before it and after it', async () => {
  const make = makerOf('static');
  const reloaded: (readonly string[])[] = [];
  for (const activation of ['runtime', 'static', 'runtime', 'runtime']) {
    await use(make(), { activation });
    reloaded.push((sent.at(-1) as { context: { invalidates: readonly string[] } }).context.invalidates);
  }
  const [first, changed = [], after, last] = reloaded;
  expect([first, changed.length > 1000, after, last]).toEqual([['changed'], true, changed, ['changed']]);
  expect(changed).toContain(import.meta.filename);
});

test('every thread loads what was changed since its last run again, once', async () => {
  const make = makerOf('changes');
  const reloaded = () => (sent.at(-1) as { context: { invalidates: readonly string[] } }).context.invalidates;
  readAgain(['before']);
  const [one, other] = [make(), make()];
  await one.start();
  await use(other);
  readAgain(['first', 'second']);
  readAgain(['third']);
  await use(make());
  expect(reloaded()).toEqual(['changed', 'first', 'second', 'third']);
  await use(make());
  expect(reloaded()).toEqual(['changed']);
  one.send(run('runtime'));
  expect(reloaded()).toEqual(['changed', 'first', 'second', 'third']);
});
