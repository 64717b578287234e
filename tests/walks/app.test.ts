import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { anyStep } from '../support/walk/steps.ts';
import { walk } from '../support/walk/walk.ts';

/** `WALKS=2000 npm run test:walks` takes more of them; `WALK_SEED` those of another run. */
const RUNS = Number(process.env['WALKS'] ?? 40);
const SEED = Number(process.env['WALK_SEED'] ?? 1);

test(
  'whatever happens to the client, its rules hold, and it recovers when all is well again',
  async () => {
    // Logs of the failures that the walk makes.
    for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
    let failure: string | null = null;
    const result = await fc.check(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 60, size: 'max' }), async (steps) => {
        failure = await walk(steps);
        return failure === null;
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: false },
    );
    const shrunk = result.counterexample?.[0];
    expect(shrunk ? await walk(shrunk) : null).toBe(null);
    expect(result.numRuns).toBe(RUNS);
  },
  RUNS * 2000 + 60_000,
);
