import {
  StateMachine,
  assign,
  createActor,
  fromPromise,
  sendTo,
  setup,
  type AnyActorRef,
  type AnyStateMachine,
} from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { readRecording } from '../../../src/machines/inspector/recording.logic.ts';
import { createRecorder } from '../../../src/machines/inspector/recorder.ts';
import { testOf } from '../../../src/machines/inspector/recording-test.logic.ts';
import {
  actorsAt,
  differs,
  machineFor,
  replayActor,
  replayAll,
  stateInWords,
} from '../../../src/machines/inspector/replay.logic.ts';
import type { RecordedActor, Recording } from '../../../src/schemas/recording.ts';
import { createFakeClock } from '../../support/fakes/clock.ts';
import { problemOfCopy } from '../../support/copied-test.ts';
import { machines } from '../../support/recorded.ts';
import { startRoot } from '../../support/roots.ts';

const kettle = (next: 'hot' | 'broken') =>
  setup({
    types: {
      context: {} as { accessToken: string; heat: number },
      events: {} as { type: 'kettle.press'; password: string },
    },
    actors: { heat: fromPromise(async () => ({ degrees: 96, note: 'kept by secret-of-the-kettle' })) },
    actions: { keepHeat: assign((_, params: { heat: number }) => params) },
    delays: { coolTime: 5000 },
  }).createMachine({
    id: 'kettle',
    context: { accessToken: 'secret-of-the-kettle', heat: 0 },
    initial: 'cold',
    states: {
      cold: { on: { 'kettle.press': 'heating' } },
      heating: {
        invoke: {
          src: 'heat',
          id: 'heat',
          onDone: {
            target: next,
            actions: { type: 'keepHeat', params: ({ event }) => ({ heat: event.output.degrees }) },
          },
        },
      },
      hot: { after: { coolTime: 'cold' } },
      broken: {},
    },
  });

async function recorded() {
  const clock = createFakeClock();
  const root = startRoot(createActor(kettle('hot'), { clock }));
  const recorder = createRecorder({ root: root as AnyActorRef, elapsed: clock.elapsed });
  recorder.start();
  root.send({ type: 'kettle.press', password: 'open sesame' });
  await vi.waitFor(() => expect(root.getSnapshot().value).toBe('hot'));
  clock.advance(5000);
  recorder.take();
  return { recorder, recording: recorder.recording('Kitchen'), id: root.sessionId };
}

/** Forwards its events to an actor that it holds, and continues. */
const relay = setup({
  types: { context: {} as { friend: AnyActorRef }, events: {} as { type: 'relay.notify'; also: AnyActorRef } },
}).createMachine({
  id: 'relay',
  context: ({ self }) => ({ friend: self }),
  initial: 'quiet',
  states: {
    quiet: {
      on: {
        'relay.notify': {
          target: 'reported',
          actions: [
            sendTo(({ context }) => context.friend, { type: 'friend.reported' }),
            sendTo(({ event }) => event.also, { type: 'friend.reported' }),
          ],
        },
      },
    },
    reported: {},
  },
});

test('an actor that a machine holds, or receives, gets no events during a replay', () => {
  const actor = {
    id: 'r',
    name: 'relay',
    parent: null,
    chart: 'relay',
    cameWith: null,
    start: { value: 'quiet', active: ['relay', 'relay.quiet'], context: { friend: '(actor page)', list: ['(text)'] } },
  };
  const step = {
    number: 1,
    at: 0,
    from: null,
    to: { id: 'r', name: 'relay' },
    event: 'relay.notify',
    chart: 'relay',
    payload: { type: 'relay.notify', also: '(actor modal)' },
    active: ['relay', 'relay.reported'],
    isTaken: true,
  };
  const recording = { actors: [actor], steps: [step], charts: [] } as unknown as Recording;
  expect(replayActor(relay, recording.actors[0] as RecordedActor, recording)).toEqual([
    { number: 1, active: ['relay', 'relay.reported'], isTaken: true, problem: null },
  ]);
});

describe('a recording', () => {
  test('holds the events with answers of ports and moments of the clock, and the state after each', async () => {
    const { recording, id } = await recorded();
    const own = recording.steps.filter(({ to }) => to.id === id);
    expect(own.map(({ event, at, active }) => [event, at, active?.at(-1)])).toEqual([
      ['kettle.press', 0, 'kettle.heating'],
      ['xstate.done.actor.heat', 0, 'kettle.hot'],
      [expect.stringMatching(/^xstate\.after\.coolTime/) as string, 5000, 'kettle.cold'],
    ]);
    expect(own[1]?.payload).toMatchObject({ output: { degrees: 96 } });
  });

  test('contains no secret, in whatever event or context', async () => {
    const { recording } = await recorded();
    const text = JSON.stringify(recording);
    expect(text).toContain('(hidden)');
    expect(text).not.toContain('secret-of-the-kettle');
    expect(text).not.toContain('open sesame');
  });

  test('is read back as it was written', async () => {
    const { recording } = await recorded();
    expect(readRecording(JSON.stringify(recording))).toEqual(JSON.parse(JSON.stringify(recording)));
  });

  test('leaves out its oldest steps when it would be too big; each actor begins before its first one left', async () => {
    const { recorder, id } = await recorded();
    const short = recorder.recording('Kitchen', { most: 900 });
    expect(short.steps.length).toBeLessThan(5);
    expect(short.steps.at(-1)?.event).toMatch(/^xstate\.after/);
    const states = replayActor(kettle('hot'), short.actors.find((actor) => actor.id === id) as never, short);
    expect(states.at(-1)?.active).toContain('kettle.cold');
  });

  test.each([
    ['{"format":', 'unreadable'],
    ['{"format":"other"}', 'foreign'],
    ['{"format":"earmark.recording","version":2}', 'foreign'],
    ['7', 'foreign'],
  ])('%s is %s', (text, kind) => {
    expect(() => readRecording(text)).toThrow(expect.objectContaining({ kind }));
  });
});

describe('a replay', () => {
  test('gives the same result with the same machine, and reports where another one differs', async () => {
    const { recording, id } = await recorded();
    const own = recording.steps.filter(({ to }) => to.id === id);
    const differing = (machine: ReturnType<typeof kettle>) => {
      const { steps } = replayAll(recording, new Map([['kettle', machine]]));
      return own.map((step) =>
        differs(
          step,
          steps.find(({ number }) => number === step.number),
        ),
      );
    };
    expect(differing(kettle('hot'))).toEqual([false, false, false]);
    expect(differing(kettle('broken'))).toEqual([false, true, true]);
  });

  test('names missing machines, and the fault of an impossible step', async () => {
    const { recording, id } = await recorded();
    expect(replayAll(recording, new Map())).toEqual({ steps: [], missing: ['kettle'] });
    const actor = recording.actors.find((other) => other.id === id);
    const broken = kettle('hot').provide({
      actions: {
        keepHeat: () => undefined,
      },
    });
    vi.spyOn(broken, 'getTransitionData').mockImplementation(() => {
      throw new Error('no such thing');
    });
    expect(replayActor(broken, actor as never, recording)[0]?.problem).toBe('no such thing');
  });

  test('has the actors of each step, with their states', async () => {
    const { recording, id } = await recorded();
    const stateAt = (index: number) => {
      const actor = actorsAt(recording, index).find((other) => other.id === id);
      return stateInWords(recording, actor?.chart ?? null, actor?.active ?? []);
    };
    const last = recording.steps.length - 1;
    expect([stateAt(-1), stateAt(0), stateAt(last)]).toEqual(['cold', 'heating', 'cold']);
    expect(actorsAt(recording, -1).map(({ name }) => name)).toEqual(['kettle']);
    expect(actorsAt(recording, last).map(({ name }) => name)).toContain('heat');
  });
});

/** Goes on as another actor of the system says. */
const guest = setup({
  types: {
    context: {} as { seen: string },
    events: {} as { type: 'guest.knock' } | { type: 'guest.sit' },
  },
  guards: { isOpen: ({ context }) => context.seen === 'open' },
  actions: {
    look: assign({ seen: ({ self }) => (self.system.get('host') as AnyActorRef).getSnapshot().value as string }),
  },
}).createMachine({
  id: 'guest',
  context: { seen: '' },
  initial: 'outside',
  states: {
    outside: {
      on: { 'guest.knock': { actions: 'look' } },
      always: { guard: 'isOpen', target: 'inside' },
    },
    inside: { on: { 'guest.sit': 'seated' } },
    seated: {},
  },
});
const house = setup({ actors: { guest } }).createMachine({
  id: 'house',
  initial: 'open',
  states: { open: {} },
  invoke: { src: 'guest', id: 'guest' },
});

describe('what a step reads outside its actor', () => {
  const recordedGuest = () => {
    const root = startRoot(createActor(house, { systemId: 'host' }));
    const recorder = createRecorder({ root: root as AnyActorRef, elapsed: () => 0 });
    recorder.start();
    const ref = root.getSnapshot().children.guest as AnyActorRef;
    ref.send({ type: 'guest.knock' });
    ref.send({ type: 'guest.sit' });
    recorder.take();
    return { recorder, recording: recorder.recording('House'), id: ref.sessionId };
  };

  test('is recorded as the state after the step, and the replay goes on from there', () => {
    const { recording, id } = recordedGuest();
    expect(recording.steps.map(({ event, after }) => [event, after?.value])).toEqual([
      ['guest.knock', 'inside'],
      ['guest.sit', undefined],
    ]);
    const actor = recording.actors.find((other) => other.id === id) as RecordedActor;
    expect(replayActor(guest, actor, recording).map(({ active, problem }) => [active.at(-1), problem])).toEqual([
      ['guest.inside', null],
      ['guest.seated', null],
    ]);
  });

  test('leaves its copy as a test green', () => {
    const { recorder, id } = recordedGuest();
    expect(problemOfCopy(recorder, id, guest)).toBe(null);
  });

  test('is not in the test of a bug, whose last step runs for real', () => {
    const { recording, id } = recordedGuest();
    expect(testOf(recording, id, null)).toContain('"after":{"active"');
    expect(testOf(recording, id, recording.steps[0]?.number ?? 0)).not.toContain('"after":{"active"');
  });
});

const ways = [...machines.values()].flatMap((machine) =>
  Object.entries(machine.implementations.actors).flatMap(([name, logic]) =>
    logic instanceof StateMachine ? [[`${machine.id}/${name}`, logic as AnyStateMachine] as const] : [],
  ),
);

test('many machines start others', () => {
  expect(ways.length).toBeGreaterThan(50);
});

test.each(ways)('%s is found as its own machine, whatever others share its id', (source, machine) => {
  const charts = [{ id: 'c', title: machine.id, states: [], transitions: [] }];
  expect(machineFor({ source, chart: 'c' }, charts, machines)).toBe(machine);
});

describe('a test of a recording', () => {
  test('says the state after each step of one actor', async () => {
    const { recording, id } = await recorded();
    const text = testOf(recording, id, null);
    expect(text).toContain('"kettle.press → heating",\n    "xstate.done.actor.heat → hot"');
    expect(text).not.toContain('open sesame');
  });

  test('ends with a state that was a bug, and wants another one there', async () => {
    const { recording, id } = await recorded();
    const done = recording.steps.find(({ event }) => event === 'xstate.done.actor.heat');
    const text = testOf(recording, id, done?.number ?? 0);
    expect(text).toContain('.not.toBe("xstate.done.actor.heat → hot")');
    expect(text).not.toContain('"event":"xstate.after');
    expect(testOf(recording, 'nobody', null)).toBe('');
  });
});
