import { describe, expect, test, vi } from 'vitest';
import { stageMachine, type Reached } from '../../../src/machines/inspector/stage.machine.ts';
import { createDeferred } from '../../support/fakes/deferred.ts';
import { createFakeEnds } from '../../support/fakes/inspector-channel.ts';
import { createHost } from '../../support/host.ts';
import { TAPE } from '../../support/inspector-fixtures.ts';

/** A window with a client that renders on the test's command. */
function open() {
  const { page: channel } = createFakeEnds();
  const played: { step: number; done: ReturnType<typeof createDeferred<Reached>> }[] = [];
  const close = vi.fn();
  const host = createHost(stageMachine, {
    input: {
      name: 'i1',
      channel,
      close,
      play(_tape, step) {
        const done = createDeferred<Reached>();
        played.push({ step, done });
        return done.promise;
      },
    },
  });
  return {
    ...host,
    channel,
    close,
    state: () => host.subject.getSnapshot().value,
    show: (step: number, tape: unknown = TAPE) => channel.notify({ type: 'stage.show', stage: 'i1', tape, step }),
    go: (step: number) => channel.notify({ type: 'stage.go', stage: 'i1', step }),
    steps: () => played.map(({ step }) => step),
    /** The client is at this step. */
    async reach(step: number, differences: Reached['differences'] = []) {
      const last = played.at(-1)?.done;
      last?.resolve({ step, differences });
      await last?.promise;
      await Promise.resolve();
    },
    async fail() {
      played.at(-1)?.done.reject(new Error('broken'));
      await vi.waitFor(() => expect(host.subject.getSnapshot().value).toBe('failed'));
    },
  };
}

describe('a window with the client of a tape', () => {
  test('announces itself, shows the requested step, and reports differences', async () => {
    const stage = open();
    expect(stage.channel.posted).toEqual([{ type: 'stage.opened', stage: 'i1' }]);
    stage.show(1);
    expect([stage.state(), stage.steps()]).toEqual(['playing', [1]]);
    const differences = [{ step: 1, what: ['auth: a, now b'] }];
    await stage.reach(1, differences);
    await vi.waitFor(() => expect(stage.state()).toBe('shown'));
    expect(stage.channel.posted.slice(1)).toEqual([{ type: 'stage.reached', stage: 'i1', step: 1, differences }]);
    stage.go(2);
    expect([stage.state(), stage.steps()]).toEqual(['playing', [1, 2]]);
  });

  test('goes to one step at a time, and reaches the last requested one', async () => {
    const stage = open();
    stage.show(0);
    for (const step of [1, 2]) stage.go(step);
    expect(stage.steps()).toEqual([0]);
    await stage.reach(0);
    await vi.waitFor(() => expect([stage.state(), stage.steps()]).toEqual(['playing', [0, 2]]));
    await stage.reach(2);
    await vi.waitFor(() => expect(stage.state()).toBe('shown'));
    expect(stage.channel.posted.slice(1)).toMatchObject([{ type: 'stage.reached', step: 2 }]);
  });

  test('that fails begins again with another step', async () => {
    const stage = open();
    stage.show(0);
    await stage.fail();
    stage.go(2);
    expect([stage.state(), stage.steps()]).toEqual(['playing', [0, 2]]);
    expect(stage.channel.posted.slice(1)).toEqual([]);
  });

  test('listens only to its inspector, shows only tapes, and closes on its command', () => {
    const stage = open();
    stage.show(0, { entries: 'none' });
    stage.channel.notify({ type: 'stage.show', stage: 'other', tape: TAPE, step: 0 });
    stage.channel.notify({ type: 'stage.close', stage: 'other' });
    expect([stage.state(), stage.close.mock.calls.length]).toEqual(['waiting', 0]);
    stage.channel.notify({ type: 'stage.close', stage: 'i1' });
    expect(stage.close.mock.calls.length).toBe(1);
  });
});
