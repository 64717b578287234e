import { and, createMachine, not, or, stateIn } from 'xstate';
import { expect, test } from 'vitest';
import { listTransitions } from '../../../src/machines/kit/transitions.ts';

/** A guard of XState after a build, which shortens function names. */
const built = <Guard extends object>(guard: Guard): Guard => Object.defineProperty(guard, 'name', { value: 't' });

test.each([
  ['isOn', 'isOn'],
  [{ type: 'isOn', params: {} }, 'isOn'],
  [built(and(['isOn', 'isHot'])), 'isOn and isHot'],
  [built(or(['isOn', { type: 'isHot', params: {} }])), 'isOn or isHot'],
  [built(not('isOn')), 'not isOn'],
  [built(and([built(not('isOn')), 'isHot'])), 'not isOn and isHot'],
  [built(stateIn({ oven: 'hot' })), 'in {"oven":"hot"}'],
  [undefined, ''],
])('a guard is described in words, also in the built client: %o is %s', (guard, words) => {
  const machine = createMachine({ on: { 'oven.open': { guard: guard as never, actions: [] } } });
  expect(listTransitions(machine).map((fact) => fact.guard)).toEqual([words]);
});
