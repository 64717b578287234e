import { expect } from 'playwright/test';
import type { AnyJourney, Ground, Leg, Place } from './journey.ts';
import { shortestTo, type Plan } from './plan.ts';

/** The coverage of a walk. */
export interface Trail {
  readonly places: Place[];
  readonly legs: Leg[];
}

interface Focus {
  readonly document: number;
  readonly isSomewhere: boolean;
  readonly isSeen: boolean;
}

type Deeds = Readonly<Record<string, (world: object) => Promise<void>>>;
type Looks = Readonly<Record<string, (world: object, place: Place) => Promise<void>>>;
type Laws = Readonly<Record<string, (world: object, leg: Leg) => Promise<void>>>;

/**
 * Runs a walk in the browser: does each event, checks its visible result, and the invariants. Throws at the first
 * failure, with all steps up to it and the shortest way to the same one.
 * @param trail is added to, step by step
 */
export async function go(
  journey: AnyJourney,
  plan: Plan,
  walk: readonly Leg[],
  ground: Ground,
  trail: Trail,
): Promise<void> {
  const does = journey.does as Deeds;
  const laws = journey.invariants as Laws;
  const world = { ...ground, ...(await journey.begin(ground)) };
  await look(journey, world, plan.start);
  trail.places.push(plan.start);
  for (const leg of walk) {
    let phase = 'the event';
    try {
      const before = await focusOf(ground);
      await does[leg.event]?.(world);
      phase = 'what is visible';
      await look(journey, world, leg.to);
      phase = 'the focus';
      await expectFocus(ground, before);
      phase = 'one heading of the page';
      await expect(ground.page.locator('h1')).toHaveCount(1);
      phase = 'no error on the console';
      expect(ground.watch.problems).toEqual([]);
      for (const [name, law] of Object.entries(laws)) {
        phase = name;
        await law(world, leg);
      }
    } catch (cause) {
      throw new Error(report(journey, plan, [...trail.legs, leg], phase), { cause });
    }
    trail.legs.push(leg);
    trail.places.push(leg.to);
  }
}

async function look(journey: AnyJourney, world: object, place: Place): Promise<void> {
  const shows = journey.shows as Looks;
  for (const path of place.active) await shows[path]?.(world, place);
}

/** The current document, and whether an element has the focus, put there by keyboard. */
async function focusOf({ page }: Ground): Promise<Focus> {
  return page.evaluate(() => ({
    document: performance.timeOrigin,
    isSomewhere: document.activeElement !== document.body && document.activeElement !== null,
    isSeen: document.activeElement?.matches(':focus-visible') ?? false,
  }));
}

/**
 * An element focused by keyboard may pass the focus on, but not lose it: the user would start at the top of the page. A
 * press by pointer leaves the keys to the page.
 */
async function expectFocus(ground: Ground, before: Focus): Promise<void> {
  if (!before.isSeen) return;
  await expect
    .poll(async () => {
      const now = await focusOf(ground);
      return now.document !== before.document || now.isSomewhere;
    })
    .toBe(true);
}

function report(journey: AnyJourney, plan: Plan, legs: readonly Leg[], phase: string): string {
  const last = legs.at(-1);
  const repeat = (events: readonly string[]) => `JOURNEY="${journey.name}: ${events.join(' ')}" npm run test:journeys`;
  return [
    `${journey.name}: ${phase} at step ${legs.length}`,
    ...legs.map(({ from, event }, index) => `  ${index + 1}. ${from.name}: ${event}`),
    `  -> ${last?.to.name}`,
    'The same steps again:',
    `  ${repeat(legs.map(({ event }) => event))}`,
    'The shortest way to this step:',
    `  ${last ? repeat(shortestTo(journey, plan, last)) : ''}`,
  ].join('\n');
}
