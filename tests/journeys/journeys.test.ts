import { describe, expect, test } from 'vitest';
import { findGaps } from '../support/journeys/cover.ts';
import { plan } from '../support/journeys/plan.ts';
import { journeys } from './all.ts';

describe.each(journeys)('$name', (journey) => {
  const planned = plan(journey);

  test('shows every state and event of its machines, or gives a reason, and nothing impossible', () => {
    expect(findGaps(journey, planned)).toEqual([]);
  });

  test('takes every event in every state that has it, in walks of a bearable length', () => {
    const untaken = (journey.untaken ?? []).length;
    expect(new Set(planned.walks.flat()).size).toBe(planned.legs.length - untaken);
    console.log(
      `${journey.name}: ${planned.places.length} states, ${planned.legs.length} steps in ${planned.walks.map((walk) => walk.length).join(' + ')}`,
    );
  });
});
