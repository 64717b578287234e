import type { RecordedStep, Recording } from '../../schemas/recording.ts';
import type { Tape } from '../../schemas/tape.ts';
import { stepInWords, stepsOf } from './replay.logic.ts';
import { changesIn, inWords, stepsOfTape, upTo } from './tape/tape-steps.logic.ts';

/**
 * Source of a test for `tests/recordings` from one actor's steps. `wrong`: ends at this step and expects another state.
 */
export function testOf(recording: Recording, id: string, wrong: number | null): string {
  const actor = recording.actors.find((other) => other.id === id);
  if (!actor?.start) return '';
  const all = stepsOf(recording, id);
  const end = all.findIndex(({ number }) => number === wrong);
  const steps = end < 0 ? all : all.slice(0, end + 1);
  const children = recording.actors.filter(({ parent }) => parent === id).map((child) => ({ ...child, start: null }));
  // The recorded end of a bug would stand for every end that it could have now.
  const { after: _, ...last } = steps.at(-1) ?? {};
  const own: Recording = {
    ...recording,
    charts: recording.charts.filter((chart) => chart.id === actor.chart),
    actors: [actor, ...children],
    steps: end < 0 ? steps : [...steps.slice(0, -1), last as RecordedStep],
  };
  const lines = steps.map((step) => stepInWords(recording, step, { active: step.active ?? [], isTaken: step.isTaken }));
  const quoted = (line: string) => `    ${JSON.stringify(line)},`;
  const right = end < 0 ? lines : lines.slice(0, -1);
  return [
    "import { expect, test } from 'vitest';",
    "import { replayInTest } from '../support/recorded.ts';",
    '',
    commentOf(recording),
    `const recording: unknown = ${JSON.stringify(own)};`,
    '',
    `test(${JSON.stringify(end < 0 ? `${actor.name} goes as it was recorded` : `${actor.name}: the bug with ${steps.at(-1)?.event} is gone`)}, () => {`,
    '  const states = replayInTest(recording);',
    `  expect(states.slice(0, ${right.length})).toEqual([`,
    ...right.map(quoted),
    '  ]);',
    ...(end < 0
      ? []
      : [
          '  // So it was when the bug was recorded.',
          `  expect(states.at(-1)).not.toBe(${JSON.stringify(lines.at(-1))});`,
        ]),
    '});',
    '',
  ].join('\n');
}

function commentOf({ title, isAnonymous }: Pick<Recording, 'title' | 'isAnonymous'>): string {
  const what = isAnonymous
    ? 'a recording without personal data'
    : `a recording of ${JSON.stringify(title)}. It holds no secret, but personal data`;
  return `// Written by the inspector from ${what}.`;
}

/** The same for a whole client. `wrong`: step of the tape, from 0. */
export function testOfTape(title: string, tape: Tape, wrong: number | null): string {
  const own = wrong === null ? tape : upTo(tape, wrong);
  const lines = stepsOfTape(own).map((step) => inWords(own, step, changesIn(step)));
  const right = wrong === null ? lines : lines.slice(0, -1);
  return [
    "import { expect, test } from 'vitest';",
    "import { replayClient } from '../support/recorded.ts';",
    '',
    commentOf({ title, isAnonymous: false }),
    `const tape: unknown = ${JSON.stringify(own)};`,
    '',
    `test(${JSON.stringify(`the client ${wrong === null ? 'goes as it was recorded' : 'no longer has the bug that was recorded'}: ${title}`)}, async () => {`,
    '  const lines = await replayClient(tape);',
    `  expect(lines.slice(0, ${right.length})).toEqual([`,
    ...right.map((line) => `    ${JSON.stringify(line)},`),
    '  ]);',
    ...(wrong === null
      ? []
      : [
          '  // So it was when the bug was recorded.',
          `  expect(lines.at(-1)).not.toBe(${JSON.stringify(lines.at(-1))});`,
        ]),
    '});',
    '',
  ].join('\n');
}
