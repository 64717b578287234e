import { fromPromise } from 'xstate';
import { expect, test, vi } from 'vitest';
import { backgroundMachine } from '../../../../src/machines/app/session/background.machine.ts';
import type { IdleMachines } from '../../../../src/machines/app/session/idle-code.ts';
import { createHost } from '../../../support/host.ts';
import { puppet, receivedBy } from '../../../support/rig.ts';

const machines = Object.fromEntries(
  ['ebookSender', 'failedDownloads', 'inspectorDoor', 'itemRestorer', 'tasks', 'updates'].map((name) => [name, puppet]),
) as unknown as IdleMachines;

/** The machine while its code loads: each load waits for its answer. */
function start() {
  const loads: { resolve: (code: IdleMachines) => void; reject: (cause: Error) => void }[] = [];
  const loadIdleMachines = fromPromise<IdleMachines>(
    () => new Promise((resolve, reject) => void loads.push({ resolve, reject })),
  );
  const logged: unknown[] = [];
  const host = createHost(
    backgroundMachine.provide({
      actors: { loadIdleMachines },
      actions: { logFailure: (_, { cause }) => void logged.push(cause) },
    }),
    { input: { version: '2.26.0', source: 'docker' }, named: { modals: null, toasts: null } },
  );
  const { subject } = host;
  return {
    ...host,
    loads,
    logged,
    press: () => host.ports.hotkeys.press('I', { shift: true }),
    arrive: async () => {
      loads.at(-1)?.resolve(machines);
      await vi.waitFor(() => expect(subject.getSnapshot().value).toBe('started'));
    },
    fail: async () => {
      loads.at(-1)?.reject(new Error('no code'));
      await vi.waitFor(() => expect(subject.getSnapshot().value).toBe('failed'));
    },
    atTheDoor: () => {
      const { inspectorDoor } = subject.getSnapshot().context;
      return inspectorDoor && receivedBy(inspectorDoor).map(({ type }) => type);
    },
  };
}

const FAILED = { type: 'toasts.show', kind: 'error', message: { key: 'app.modalFailed' } };

test.each([
  [0, []],
  [1, ['inspector.toggle']],
  [2, []],
  [3, ['inspector.toggle']],
])(
  'the key of the inspector, pressed %i times before its code loads, means %j once it is loaded',
  async (times, report) => {
    const { press, arrive, atTheDoor } = start();
    for (let count = 0; count < times; count += 1) expect(press()).toBe(true);
    await arrive();
    expect(atTheDoor()).toEqual(report);
    expect(press()).toBe(true);
    expect(atTheDoor()).toEqual([...report, 'inspector.toggle']);
  },
);

test('pressed after the code failed to load, it loads the code again at once', async () => {
  const { press, arrive, fail, atTheDoor, loads, receivedBy: heardBy } = start();
  await fail();
  expect(heardBy('toasts')).toEqual([]);
  press();
  expect(loads).toHaveLength(2);
  await arrive();
  expect(atTheDoor()).toEqual(['inspector.toggle']);
});

test('a press whose code fails is reported, and does not open the inspector when the code loads later', async () => {
  const { press, arrive, fail, logged, atTheDoor, ports, receivedBy: heardBy } = start();
  press();
  await fail();
  expect([heardBy('toasts'), logged]).toEqual([[FAILED], [new Error('no code')]]);
  ports.clock.advance(30_000);
  await arrive();
  expect([atTheDoor(), heardBy('toasts')]).toEqual([[], [FAILED]]);
});

test('code that failed to load is reloaded after a while, by itself', async () => {
  const { subject, fail, loads, logged, ports, receivedBy: heardBy } = start();
  expect(subject.getSnapshot().hasTag('busy')).toBe(true);
  await fail();
  expect([subject.getSnapshot().hasTag('failed'), loads.length, heardBy('toasts')]).toEqual([true, 1, []]);
  expect(logged).toEqual([new Error('no code')]);
  ports.clock.advance(30_000);
  expect([subject.getSnapshot().hasTag('busy'), loads.length]).toEqual([true, 2]);
});

test.each([
  [{ type: 'server.episodeDownload.started', download: { id: 'd' } }, 'failedDownloads'],
  [{ type: 'server.episodeDownload.finished', download: { id: 'd' } }, 'failedDownloads'],
  [{ type: 'server.task.started', task: { id: 't' } }, 'tasks'],
  [{ type: 'server.task.finished', task: { id: 't' } }, 'tasks'],
  [{ type: 'server.embedQueue.updated', queue: [] }, 'tasks'],
  [{ type: 'tasks.refresh' }, 'tasks'],
] as const)('%j is received by %s alone, once loaded', async (event, name) => {
  const { subject, arrive } = start();
  subject.send(event as never);
  await arrive();
  const heard = () =>
    (['ebookSender', 'failedDownloads', 'tasks', 'updates'] as const).flatMap((child) => {
      const ref = subject.getSnapshot().context[child];
      return ref ? receivedBy(ref).map((report) => [child, report]) : [];
    });
  expect(heard()).toEqual([]);
  subject.send(event as never);
  expect(heard()).toEqual([[name, event]]);
});

test('uploads start at the first visit of their page, before other code loads, and receive each visit', () => {
  const { subject } = start();
  const data = { libraries: { items: [], dropped: [] } };
  const open = () => subject.send({ type: 'uploads.open', logic: puppet, data });
  open();
  const { uploads } = subject.getSnapshot().context;
  open();
  expect(subject.getSnapshot().context.uploads).toBe(uploads);
  expect(uploads && receivedBy(uploads)).toEqual([
    { type: 'uploads.opened', data },
    { type: 'uploads.opened', data },
  ]);
});

test.each([true, false])('tasks start with live server events: %s', async (isLive) => {
  const { subject, arrive } = start();
  if (isLive) subject.send({ type: 'tasks.refresh' });
  await arrive();
  expect(subject.getSnapshot().context.isLive).toBe(isLive);
});

test('stopping a scan is reported to the session, and new items show on request', async () => {
  const { subject, arrive, parentEvents, receivedBy: heardBy } = start();
  subject.send({ type: 'changelog.open' });
  expect(heardBy('modals')).toMatchObject([
    { type: 'modals.open', modal: 'changelog', input: { version: '2.26.0' }, tag: 'open' },
  ]);
  await arrive();
  const event = { type: 'tasks.cancelRequested', libraryId: 'l' } as const;
  subject.send(event as never);
  expect(parentEvents).toEqual([event]);
});
