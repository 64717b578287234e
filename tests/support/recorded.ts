import { StateMachine, type AnyStateMachine } from 'xstate';
import { machineFor, replayActor, stepInWords, stepsOf } from '../../src/machines/inspector/replay.logic.ts';
import { createRerun } from '../../src/machines/inspector/tape/rerun.ts';
import { recording as recordingSchema } from '../../src/schemas/recording.ts';
import { tape as tapeSchema } from '../../src/schemas/tape.ts';
import { z } from '../../src/schemas/zod.ts';
import { watchRandomValues } from '../../src/services/random-values.ts';

const loaders = import.meta.glob<Record<string, unknown>>('../../src/machines/**/*.machine.ts', { eager: true });
export const machines = new Map<string, AnyStateMachine>();
for (const found of Object.values(loaders).flatMap((exports) => Object.values(exports)))
  if (found instanceof StateMachine) machines.set(found.id, found);

/**
 * Replays the first actor of a recording that `Copy as test` wrote, with the present machine.
 * @param own machine, where it is none of the client
 * @returns after each step its event and the active states: `player.pause → transport.paused`; a meaningless one is
 * `(ignored)`
 */
export function replayInTest(value: unknown, own?: AnyStateMachine): string[] {
  const recording = z.parse(recordingSchema, value);
  const [actor] = recording.actors;
  const machine = own ?? (actor && machineFor(actor, recording.charts, machines));
  if (!actor || !machine) throw new Error(`There is no machine ${actor?.chart}`);
  const steps = stepsOf(recording, actor.id);
  return replayActor(machine, actor, recording).map((replayed, index) => {
    const step = steps[index];
    if (!step || replayed.problem !== null) throw new Error(`${step?.event}: ${replayed.problem}`);
    return stepInWords(recording, step, replayed);
  });
}

/**
 * Plays a tape to the present client, without views. Sends no requests, and no time passes.
 * @returns each step: the input of the client, and the machines' transitions by it
 */
export async function replayClient(value: unknown): Promise<readonly string[]> {
  const rerun = createRerun({ tape: z.parse(tapeSchema, value), settle: afterAll });
  const end = watchRandomValues((values) => values.set(rerun.random()));
  try {
    await rerun.playTo(Infinity);
    return rerun.lines;
  } finally {
    rerun.stop();
    end();
  }
}

/** After all immediate work; the first start of a machine waits for its code. */
const afterAll = (turn: number): Promise<void> =>
  new Promise((resolve) => void (turn < 100 ? setImmediate(resolve) : setTimeout(resolve, 10)));
