import { assign, createActor, createMachine, fromPromise, sendTo, setup, type AnyActorRef } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { stateValueOf } from '../../../src/machines/inspector/actors.logic.ts';
import { createRecorder, listenerOf } from '../../../src/machines/inspector/recorder.ts';
import { createFakeClock } from '../../support/fakes/clock.ts';
import { TAPE } from '../../support/inspector-fixtures.ts';
import { startRoot } from '../../support/roots.ts';

const lamp = setup({
  types: {
    events: {} as { type: 'lamp.press' } | { type: 'lamp.dim'; level: number },
    context: {} as { level: number },
  },
  actions: { dim: assign((_, { level }: { level: number }) => ({ level })) },
  guards: { isLow: (_, { level }: { level: number }) => level < 10 },
}).createMachine({
  id: 'lamp',
  context: { level: 9 },
  initial: 'off',
  states: {
    off: { on: { 'lamp.press': 'lit' } },
    lit: {
      on: {
        'lamp.press': 'off',
        'lamp.dim': {
          guard: { type: 'isLow', params: ({ event }) => event },
          actions: { type: 'dim', params: ({ event }) => event },
        },
      },
    },
  },
});

const room = setup({
  types: {
    events: {} as { type: 'room.enter'; password?: string } | { type: 'room.leave' },
    context: {} as { accessToken: string },
  },
  actors: { lamp, doze: fromPromise(() => new Promise<void>(() => undefined)) },
  actions: { light: sendTo('lamp', { type: 'lamp.press' }) },
}).createMachine({
  id: 'room',
  context: { accessToken: 'secret-of-the-room' },
  invoke: { src: 'lamp', id: 'lamp', systemId: 'mainLamp' },
  initial: 'empty',
  states: {
    empty: { on: { 'room.enter': { target: 'used', actions: 'light' } } },
    used: { invoke: { src: 'doze', id: 'doze' }, on: { 'room.leave': 'empty' } },
  },
});

function record(options: { size?: number; inbox?: number } = {}) {
  const root = startRoot(createActor(room));
  const clock = createFakeClock();
  const recorder = createRecorder({ root: root as AnyActorRef, elapsed: clock.elapsed, ...options });
  return { root, clock, recorder };
}

describe('a recorder', () => {
  test('names the guard that refused an event, and no guard where no state waits for it', () => {
    const { root, recorder } = record();
    recorder.start();
    const mainLamp = root.system.get('mainLamp') as AnyActorRef;
    const refusedBy = (event: { type: string; level?: number }) => {
      mainLamp.send(event);
      const { isTaken, refusedBy: guards } = recorder.take().records.at(-1) ?? {};
      return [isTaken, guards];
    };
    expect(refusedBy({ type: 'lamp.dim', level: 20 })).toEqual([false, []]);
    mainLamp.send({ type: 'lamp.press' });
    expect(refusedBy({ type: 'lamp.dim', level: 20 })).toEqual([false, ['isLow']]);
    expect(refusedBy({ type: 'lamp.dim', level: 5 })).toEqual([true, []]);
  });

  test('records what each event changed in the context, and no more', () => {
    const { root, recorder } = record();
    recorder.start();
    const mainLamp = root.system.get('mainLamp') as AnyActorRef;
    mainLamp.send({ type: 'lamp.press' });
    mainLamp.send({ type: 'lamp.dim', level: 5 });
    recorder.take();
    expect(recorder.recording('Room').steps.map(({ event, changes }) => [event, changes])).toEqual([
      ['lamp.press', undefined],
      ['lamp.dim', { before: { level: 9 }, after: { level: 5 } }],
    ]);
  });

  test('leaves out personal data on request, and the tape with it', () => {
    const root = startRoot(createActor(room));
    const tape = () => TAPE;
    const recorder = createRecorder({ root: root as AnyActorRef, elapsed: () => 0, tape });
    recorder.start();
    root.send({ type: 'room.enter', guest: 'Ada Lovelace' } as never);
    recorder.take();
    expect(JSON.stringify(recorder.recording('Home of Ada'))).toMatch(/Home of Ada.*Ada Lovelace.*tape/);
    const left = recorder.recording('Home of Ada', { isAnonymous: true });
    expect([left.isAnonymous, left.title, left.tape]).toEqual([true, '', undefined]);
    expect(JSON.stringify(left)).not.toContain('Ada');
  });

  test('listens only between start and stop', () => {
    const { root, recorder } = record();
    const { system } = root;
    const unwatched = listenerOf(system);
    const inspect = vi.spyOn(system, 'inspect');
    recorder.start();
    const watched = listenerOf(system);
    recorder.start();
    expect(watched).not.toBe(unwatched);
    expect(listenerOf(system)).toBe(watched);
    recorder.take(true);
    recorder.stop();
    expect(listenerOf(system)).toBe(unwatched);
    root.send({ type: 'room.leave' });
    recorder.start();
    expect(recorder.take(true).records).toEqual([]);
    expect(inspect).not.toHaveBeenCalled();
    recorder.stop();
  });

  test('keeps events as they are: nothing is read or copied before a request', () => {
    const { root, recorder } = record();
    recorder.start();
    recorder.take(true);
    let read = 0;
    const event = {
      type: 'room.enter',
      get note() {
        read += 1;
        return 'x';
      },
    };
    root.send(event as never);
    recorder.take();
    expect(read).toBe(0);
    recorder.stop();
  });

  test('other listeners of the system receive everything', () => {
    const { root, recorder } = record();
    const heard: string[] = [];
    const other = root.system.inspect(({ type }) => void heard.push(type));
    recorder.start();
    root.send({ type: 'room.leave' });
    expect(heard).toContain('@xstate.event');
    other.unsubscribe();
    recorder.stop();
  });

  test('sends the actors of the system with their charts and active states, first all, then changed ones', () => {
    const { root, recorder } = record();
    recorder.start();
    const first = recorder.take(true);
    expect(first.actors).toEqual([
      {
        id: root.sessionId,
        parent: null,
        name: 'room',
        chart: 'room#1',
        active: ['room', 'room.empty'],
        status: 'active',
      },
      {
        id: expect.any(String) as string,
        parent: root.sessionId,
        name: 'mainLamp',
        chart: 'lamp#2',
        active: ['lamp', 'lamp.off'],
        status: 'active',
      },
    ]);
    expect(first.charts.map(({ title }) => title)).toEqual(['room', 'lamp']);
    expect(recorder.take()).toEqual({ actors: [], gone: [], charts: [], records: [] });

    root.send({ type: 'room.enter' });
    const next = recorder.take();
    expect(next.actors.map(({ name, active }) => [name, active.at(-1)])).toEqual([
      ['room', 'room.used'],
      ['mainLamp', 'lamp.lit'],
      ['doze', undefined],
    ]);
    root.send({ type: 'room.leave' });
    const [doze] = next.actors.filter(({ name }) => name === 'doze').map(({ id }) => id);
    expect(recorder.take().gone).toEqual([doze]);
    recorder.stop();
  });

  test('reports sender and receiver, transitions and actions, and whether it was taken', () => {
    const { root, recorder } = record();
    recorder.start();
    recorder.take(true);
    root.send({ type: 'room.enter' });
    root.send({ type: 'room.enter' });
    const { records } = recorder.take();
    const report = records.map(({ from, to, event, transitions, actions, isTaken }) => [
      from?.name ?? null,
      to.name,
      event,
      transitions,
      actions,
      isTaken,
    ]);
    expect(report).toEqual([
      [null, 'room', 'room.enter', ['room.empty|room.enter|0'], ['light'], true],
      ['room', 'mainLamp', 'lamp.press', ['lamp.off|lamp.press|0'], [], true],
      ['room', 'doze', 'xstate.init', [], [], true],
      [null, 'room', 'room.enter', [], [], false],
    ]);
    recorder.stop();
  });

  test('reports the duration of an event when its actor is done', () => {
    const { root, clock, recorder } = record();
    root.subscribe(() => clock.advance(7));
    recorder.start();
    clock.advance(100);
    root.send({ type: 'room.enter' });
    expect(recorder.take().records[0]).toMatchObject({ at: 100, tookMs: 7 });
    recorder.stop();
  });

  test('sends the chart of a new actor once', () => {
    const box = setup({
      types: { events: {} as { type: 'box.open' } },
      actors: { lamp },
    }).createMachine({
      id: 'box',
      initial: 'shut',
      states: { shut: { on: { 'box.open': 'open' } }, open: { invoke: { src: 'lamp', id: 'lamp' } } },
    });
    const root = startRoot(createActor(box));
    const recorder = createRecorder({ root: root as AnyActorRef, elapsed: createFakeClock().elapsed });
    recorder.start();
    expect(recorder.take(true).charts.map(({ title }) => title)).toEqual(['box']);
    root.send({ type: 'box.open' });
    const { charts, actors } = recorder.take();
    expect(charts.map(({ title }) => title)).toEqual(['lamp']);
    expect(actors.map(({ name, chart }) => [name, chart])).toEqual([
      ['box', 'box#1'],
      ['lamp', charts[0]?.id],
    ]);
    root.send({ type: 'box.open' });
    expect(recorder.take().charts).toEqual([]);
    recorder.stop();
  });

  test('keeps no more events than it may, the newest', () => {
    const { root, recorder } = record({ size: 3 });
    recorder.start();
    for (let turn = 0; turn < 4; turn += 1) root.send({ type: 'room.leave' });
    recorder.take();
    expect(recorder.take(true).records.map(({ number }) => number)).toEqual([2, 3, 4]);
    recorder.stop();
  });

  test('drops the oldest of events that come faster than they are taken', () => {
    const { root, recorder } = record({ inbox: 8 });
    recorder.start();
    for (let turn = 0; turn < 100; turn += 1) root.send({ type: 'room.leave' });
    const { records } = recorder.take();
    expect(records.length).toBeGreaterThan(0);
    expect(records.length).toBeLessThan(8);
    expect(records.at(-1)).toMatchObject({ event: 'room.leave', isTaken: false, refusedBy: [] });
    recorder.stop();
  });

  test('describes actors and events without secrets, also where these are unnamed', () => {
    const { root, recorder } = record();
    recorder.start();
    root.send({ type: 'room.enter', password: 'open sesame', note: 'with secret-of-the-room' } as never);
    const [{ number } = { number: 0 }] = recorder.take().records;
    expect(recorder.describeRecord(number)).toEqual({
      event: { type: 'room.enter', password: '(hidden)', note: 'with (hidden)' },
      before: { accessToken: '(hidden)' },
      after: { accessToken: '(hidden)' },
    });
    expect(recorder.describeActor(root.sessionId)).toEqual({
      value: { context: { accessToken: '(hidden)' } },
      takes: ['room.leave'],
    });
    expect([recorder.describeRecord(99), recorder.describeActor('nobody')]).toEqual([null, null]);
    recorder.stop();
  });

  test('sends only what the actor can take now', () => {
    const { root, recorder } = record();
    const id = root.system.get('mainLamp')?.sessionId as string;
    const value = () =>
      (root.system.get('mainLamp') as AnyActorRef).getSnapshot() as { value: string; context: object };
    expect(recorder.describeActor(id)?.takes).toEqual(['lamp.press']);
    expect(recorder.send(id, { type: 'lamp.dim' })).toBe(false);
    expect(recorder.send('nobody', { type: 'lamp.press' })).toBe(false);
    expect(recorder.send(id, { type: 'lamp.press' })).toBe(true);
    expect(recorder.describeActor(id)?.takes).toEqual(['lamp.dim', 'lamp.press']);
    expect(recorder.send(id, { type: 'lamp.dim', level: 12 } as never)).toBe(false);
    expect(recorder.send(id, { type: 'lamp.dim', level: 3 } as never)).toBe(true);
    expect(value()).toMatchObject({ value: 'lit', context: { level: 3 } });
  });
});

describe('the state of the active nodes', () => {
  const orchestra = createMachine({
    id: 'orchestra',
    initial: 'silent',
    on: { play: '.playing', deep: '.playing.strings.loud.fast', end: '.over' },
    states: {
      silent: {},
      playing: {
        type: 'parallel',
        states: {
          strings: { initial: 'soft', states: { soft: {}, loud: { initial: 'slow', states: { slow: {}, fast: {} } } } },
          brass: { initial: 'waiting', states: { waiting: {} } },
          drums: {},
        },
      },
      over: { type: 'final' },
    },
  });

  test.each([
    ['simple', [], 'silent'],
    ['parallel', ['play'], { playing: { strings: 'soft', brass: 'waiting', drums: {} } }],
    ['nested', ['deep'], { playing: { strings: { loud: 'fast' }, brass: 'waiting', drums: {} } }],
    ['final', ['end'], 'over'],
  ])('%s', (_, events, value) => {
    const actor = startRoot(createActor(orchestra));
    for (const type of events) actor.send({ type });
    expect([stateValueOf(actor.getSnapshot()._nodes), actor.getSnapshot().value]).toEqual([value, value]);
  });

  test('a machine without states', () => {
    const actor = startRoot(createActor(createMachine({ id: 'plain' })));
    expect([stateValueOf(actor.getSnapshot()._nodes), actor.getSnapshot().value]).toEqual([{}, {}]);
  });
});
