import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FATES, PAGES, World, type Fate, type Step } from '../../../support/progress/world.ts';

const RUNS = Number(process.env['HISTORIES'] ?? 10_000);
const SEED = Number(process.env['HISTORY_SEED'] ?? 7);
/** Positions of one second: the server's time of its answers leaves out the milliseconds. */
const SAME_PLACE_S = 1.05;

const page = fc.nat({ max: PAGES.length - 1 });
const place = fc.integer({ min: 1, max: 3600 }).map((time) => time + 0.55);
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

/** The server's final data, beside the truly played time. */
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

const all = (fate: Fate): Step => ({ do: 'deliver', fate, all: true });
const [play, reload, close, pause] = (['play', 'reload', 'close', 'pause'] as const).map(
  (name) =>
    (page: number): Step => ({ do: name, page }),
) as [Act, Act, Act, Act];
type Act = (page: number) => Step;
const listen = (seconds: number, page = 0): Step => ({ do: 'listen', page, seconds });
const deliver = (fate: Fate): Step => ({ do: 'deliver', fate });
const begin: readonly Step[] = [play(0), deliver('fine')];
/** A book played before. */
const known: readonly Step[] = [...begin, listen(20), all('fine')];

const RIGHT = { isAtRest: true, seconds: 0, rows: 1, place: 'the newest' };

test(`${RUNS} histories of faults lose no second, double none, and end at the newest place`, () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 40 }), (steps) => {
      expect(outcome(steps)).toEqual(RIGHT);
    }),
    { numRuns: RUNS, seed: SEED },
  );
}, 600_000);

/** Found with real servers, by name. */
test.each<[string, readonly Step[]]>([
  ['a new book is reloaded within its first 20 s: two last saves', [...begin, listen(13), reload(0), all('fine')]],
  [
    'a first save arrives together with the last one of the page',
    [...begin, listen(20), { do: 'hide', page: 0 }, { do: 'deliver together' }],
  ],
  [
    'a save comes 12 s late, after its seconds were sent again',
    [...known, listen(10), deliver('late'), all('fine'), listen(12), { do: 'late one arrives' }, all('fine')],
  ],
  [
    'a save comes 25 s late, after the session was replaced',
    [...known, listen(10), deliver('late'), all('fine'), listen(25), { do: 'late one arrives' }, all('fine')],
  ],
  ['the server stands still for 14 s', [...known, listen(24), all('late'), { do: 'late one arrives' }, all('fine')]],
  ['the browser repeats a save whose connection was reset', [...known, listen(10), deliver('twice'), listen(4)]],
  ['a save is repeated and the page is reloaded', [...known, listen(10), deliver('twice'), reload(0), all('fine')]],
  ['saves are answered with 200 and another text', [...known, listen(10), all('garbage'), listen(10), close(0)]],
  [
    'every call is refused while the player closes',
    [...known, listen(6), close(0), all('refused'), all('refused'), all('refused')],
  ],
  ['every call is refused at a reload', [...known, listen(6), reload(0), all('refused'), all('refused')]],
  [
    'the server restarts twice, and no new session can be had before the page ends',
    [
      ...known,
      { do: 'server restarts' },
      listen(12),
      all('fine'),
      all('lost'),
      listen(14),
      { do: 'server restarts' },
      { do: 'crash', page: 0 },
    ],
  ],
  [
    'a device that was paused offline comes back after another one went on',
    [...known, listen(5), pause(0), all('lost'), { do: 'other client', time: 900.55 }, all('fine')],
  ],
  [
    'a proxy says not found, and the next session of the device is opened',
    [
      ...known,
      listen(6),
      close(0),
      all('proxy says not found'),
      all('proxy says not found'),
      all('fine'),
      ...begin,
      listen(3),
    ],
  ],
  [
    'the ebook of the item is read elsewhere after it was heard offline',
    [...known, listen(12), all('lost'), close(0), all('lost'), { do: 'other part changes' }, all('fine')],
  ],
  [
    'the clock is set forward while offline',
    [...known, listen(5), all('lost'), { do: 'clock', page: 0, bySeconds: 3600 }],
  ],
  [
    'a tab crashes while another one plays',
    [...known, listen(5), play(1), all('fine'), listen(9, 1), { do: 'crash', page: 1 }],
  ],
])('%s: all arrives once', (_, steps) => {
  expect(outcome(steps)).toEqual(RIGHT);
});
