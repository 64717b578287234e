import { assign, fromCallback, sendParent, sendTo, setup, waitFor } from 'xstate';
import { expect, test, vi } from 'vitest';
import { callEndpoint } from '../../src/machines/kit/ports.ts';
import { AppException, toAppError, type AppError } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { defineEndpoint } from '../../src/services/endpoints/define-endpoint.ts';
import { createHost } from './host.ts';

const getThing = defineEndpoint<{ id: string }>()({
  name: 'things.one',
  method: 'GET',
  path: ({ id }) => `/api/things/${id}`,
  output: z.object({ title: z.string() }),
});

const thingMachine = setup({
  types: {
    input: {} as { id: string },
    context: {} as { id: string; title: string | null; error: AppError | null },
    events: {} as { type: 'thing.announce' },
  },
  actors: { fetchThing: callEndpoint(getThing) },
  delays: { patience: 5_000 },
}).createMachine({
  id: 'thing',
  context: ({ input }) => ({ id: input.id, title: null, error: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'fetchThing',
        id: 'fetchThing',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'ready', actions: assign({ title: ({ event }) => event.output.title }) },
        onError: { target: 'failed', actions: assign({ error: ({ event }) => toAppError(event.error) }) },
      },
      after: { patience: 'failed' },
    },
    ready: {
      on: {
        'thing.announce': {
          actions: [
            sendParent({ type: 'thing.announced' }),
            sendTo(({ system }) => system.get('toasts'), { type: 'toasts.show' }),
          ],
        },
      },
    },
    failed: {},
  },
});

test('the subject finds the fake API through the ports and gets the parsed answer', async () => {
  const host = createHost(thingMachine, { input: { id: 'a' }, named: { toasts: null } });
  host.ports.api.answer(getThing, { title: 'Emma', extra: 1 });
  const snapshot = await waitFor(host.subject, (state) => state.matches('ready'), { timeout: 1_000 });
  expect(snapshot.context).toEqual({ id: 'a', title: 'Emma', error: null });
  expect(host.ports.api.calls).toEqual([{ name: 'things.one', input: { id: 'a' } }]);
});

test('a fixture of the wrong shape fails as a contract error that names the path', async () => {
  const host = createHost(thingMachine, { input: { id: 'a' } });
  host.ports.api.answer(getThing, { title: 7 });
  const snapshot = await waitFor(host.subject, (state) => state.matches('failed'), { timeout: 1_000 });
  expect(snapshot.context.error).toMatchObject({
    kind: 'contract',
    endpoint: 'things.one',
    issues: [{ path: 'title' }],
  });
});

test('leaving the state aborts the deferred call', () => {
  const host = createHost(thingMachine, { input: { id: 'a' } });
  host.ports.api.defer(getThing);
  host.ports.clock.advance(4_999);
  expect(host.subject.getSnapshot().value).toBe('loading');
  host.ports.clock.advance(1);
  expect(host.subject.getSnapshot().value).toBe('failed');
  return vi.waitFor(() => expect(host.ports.api.aborted).toEqual(['things.one']));
});

test('a refused call has the error of the script, a call without a script names it', async () => {
  const refused = createHost(thingMachine, { input: { id: 'a' } });
  refused.ports.api.refuse(getThing, { kind: 'notFound', message: 'gone' });
  const unscripted = createHost(thingMachine, { input: { id: 'a' } });
  const [first, second] = await Promise.all(
    [refused, unscripted].map((host) => waitFor(host.subject, (state) => state.matches('failed'), { timeout: 1_000 })),
  );
  expect(first?.context.error).toEqual({ kind: 'notFound', message: 'gone' });
  expect(second?.context.error).toEqual({ kind: 'unexpected', message: 'the test scripted no answer for things.one' });
});

test("the subject's events to its parent and to named actors are recorded", async () => {
  const host = createHost(thingMachine, { input: { id: 'a' }, named: { toasts: null } });
  host.ports.api.answerOnce(getThing, { title: 'Emma' });
  await waitFor(host.subject, (state) => state.matches('ready'), { timeout: 1_000 });
  host.subject.send({ type: 'thing.announce' });
  expect(host.parentEvents).toEqual([{ type: 'thing.announced' }]);
  expect(host.receivedBy('toasts')).toEqual([{ type: 'toasts.show' }]);
});

test('a crash of the subject is reported, not lost', () => {
  const crashing = setup({}).createMachine({
    entry: () => {
      throw new AppException({ kind: 'network' });
    },
  });
  const onError = vi.fn<(cause: unknown) => void>();
  createHost(crashing, { onError });
  expect(onError.mock.calls.map(([cause]) => toAppError(cause))).toEqual([{ kind: 'network' }]);
});

test('stopping the host runs the cleanup of the subject', () => {
  const cleanup = vi.fn<() => void>();
  const host = createHost(fromCallback(() => cleanup));
  host.stop();
  expect(cleanup).toHaveBeenCalledTimes(1);
});
