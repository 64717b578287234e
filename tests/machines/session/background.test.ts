import { fromPromise } from 'xstate';
import { expect, test, vi } from 'vitest';
import { backgroundMachine } from '../../../src/machines/session/background.machine.ts';
import type { IdleMachines } from '../../../src/machines/session/idle-code.ts';
import { createHost } from '../../support/host.ts';
import { puppet, receivedBy } from '../../support/rig.ts';

const machines = Object.fromEntries(
  ['ebookSender', 'failedDownloads', 'inspectorDoor', 'itemRestorer', 'tasks', 'updates'].map((name) => [name, puppet]),
) as unknown as IdleMachines;

/** The machine while its code is on its way: each load waits for its answer. */
function start() {
  const loads: { resolve: (code: IdleMachines) => void; reject: (cause: Error) => void }[] = [];
  const loadIdleMachines = fromPromise<IdleMachines>(
    () => new Promise((resolve, reject) => void loads.push({ resolve, reject })),
  );
  const host = createHost(
    backgroundMachine.provide({ actors: { loadIdleMachines }, actions: { logFailure: () => undefined } }),
    { input: { version: '2.26.0', source: 'docker' }, named: { modals: null, toasts: null } },
  );
  const { subject } = host;
  return {
    ...host,
    loads,
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
])('the key of the inspector, pressed %i times before its code is there, means %j once it is', async (times, told) => {
  const { press, arrive, atTheDoor } = start();
  for (let count = 0; count < times; count += 1) expect(press()).toBe(true);
  await arrive();
  expect(atTheDoor()).toEqual(told);
  expect(press()).toBe(true);
  expect(atTheDoor()).toEqual([...told, 'inspector.toggle']);
});

test('pressed after the code failed to load, it loads the code again at once', async () => {
  const { press, arrive, fail, atTheDoor, loads, receivedBy: heardBy } = start();
  await fail();
  expect(heardBy('toasts')).toEqual([]);
  press();
  expect(loads).toHaveLength(2);
  await arrive();
  expect(atTheDoor()).toEqual(['inspector.toggle']);
});

test('a press that its code fails is told, and does not open the inspector when the code comes later', async () => {
  const { press, arrive, fail, atTheDoor, ports, receivedBy: heardBy } = start();
  press();
  await fail();
  expect(heardBy('toasts')).toEqual([FAILED]);
  ports.clock.advance(30_000);
  await arrive();
  expect([atTheDoor(), heardBy('toasts')]).toEqual([[], [FAILED]]);
});
