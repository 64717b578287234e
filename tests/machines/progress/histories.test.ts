import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FATES, PAGES, World, type Step } from '../../support/progress/world.ts';

const RUNS = Number(process.env['HISTORIES'] ?? 10_000);
const SEED = process.env['HISTORY_SEED'];
/** Positions of one second: the server's time of its answers leaves out the milliseconds. */
const SAME_PLACE_S = 1.05;

const page = fc.nat({ max: PAGES.length - 1 });
const place = fc.integer({ min: 0, max: 3600 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('play' as const), page }) },
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant('listen' as const), page, seconds: fc.integer({ min: 1, max: 25 }) }),
  },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('deliver' as const), fate: fc.constant('fine' as const) }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('deliver' as const), fate: fc.constantFrom(...FATES) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('pause', 'close', 'hide', 'crash', 'reload', 'open', 'reopen'),
      page,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('seek' as const), page, time: place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      page,
      bySeconds: fc.integer({ min: -100_000, max: 100_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'deliver together' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'late one arrives' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'server restarts' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('other client' as const), time: place }) },
  { weight: 1, arbitrary: fc.constant({ do: 'other part changes' as const }) },
);

/** What the server has in the end, beside what was truly heard. */
function outcome(steps: readonly Step[]) {
  const world = new World().run(steps).settle();
  const time = world.server.rows[0]?.time ?? 0;
  const newest = world.newest.map((place) => place.time);
  return {
    isAtRest: world.isAtRest(),
    seconds: world.server.sum() - world.heard,
    rows: Math.max(world.server.rows.length, 1),
    place:
      world.isPlaceUnknowable || newest.length === 0 || newest.some((place) => Math.abs(time - place) < SAME_PLACE_S)
        ? 'the newest'
        : `${time} instead of ${newest.join(' or ')}`,
  };
}

const RIGHT = { isAtRest: true, seconds: 0, rows: 1, place: 'the newest' };

test(`${RUNS} histories of faults lose no second, double none, and end at the newest place`, () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 40 }), (steps) => {
      expect(outcome(steps)).toEqual(RIGHT);
    }),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  );
}, 600_000);
