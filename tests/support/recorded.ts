import { StateMachine, type AnyStateMachine } from 'xstate';
import { replayActor, stepInWords, stepsOf } from '../../src/machines/inspector/replay.logic.ts';
import { recording as recordingSchema } from '../../src/schemas/recording.ts';
import { z } from '../../src/schemas/zod.ts';

const loaders = import.meta.glob<Record<string, unknown>>('../../src/machines/**/*.machine.ts', { eager: true });
const machines = new Map<string, AnyStateMachine>();
for (const found of Object.values(loaders).flatMap((exports) => Object.values(exports)))
  if (found instanceof StateMachine) machines.set(found.id, found);

/**
 * Replays the one actor of a recording that `Copy as test` wrote, with the machine as it is now.
 *
 * @returns after each step its event and the states that are active: `player.pause → transport.paused`; one that meant nothing is
 * `(ignored)`
 */
export function replayInTest(value: unknown): string[] {
  const recording = z.parse(recordingSchema, value);
  const [actor] = recording.actors;
  const chart = recording.charts.find(({ id }) => id === actor?.chart);
  const machine = machines.get(chart?.title ?? '');
  if (!actor || !machine) throw new Error(`There is no machine ${chart?.title}`);
  const steps = stepsOf(recording, actor.id);
  return replayActor(machine, actor, recording).map((replayed, index) => {
    const step = steps[index];
    if (!step || replayed.problem !== null) throw new Error(`${step?.event}: ${replayed.problem}`);
    return stepInWords(recording, step, replayed);
  });
}
