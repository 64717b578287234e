import Elk from 'elkjs/lib/elk.bundled.js';
import { expect, test } from 'vitest';
import { chartOf } from '../../../src/machines/inspector/chart.logic.ts';
import { drawingOf, graphOf } from '../../../src/machines/inspector/drawing.logic.ts';
import { findMachines } from '../../support/boot.ts';

const machines = findMachines(import.meta.glob('../../../src/machines/**/*.machine.ts', { eager: true }));
const elk = new Elk();
/** Its first drawing is the slowest: the tests exclude it. */
await elk.layout({
  id: 'first',
  children: [{ id: 'a' }, { id: 'b' }],
  edges: [{ id: 'ab', sources: ['a'], targets: ['b'] }],
});

test.each(machines)('$name can be drawn: every state, and every way between two', async ({ machine }) => {
  const chart = chartOf(machine, machine.id);
  const drawing = drawingOf(chart, await elk.layout(graphOf(chart)));
  expect(drawing.states.map(({ id }) => id).sort()).toEqual(chart.states.map(({ id }) => id).sort());
  const ways = chart.transitions.filter(({ targets }) => targets.length > 0).map(({ key }) => key);
  expect([...new Set(drawing.lines.flatMap(({ keys }) => keys))].sort()).toEqual([...new Set(ways)].sort());
  expect(drawing.width).toBeGreaterThan(0);
});
