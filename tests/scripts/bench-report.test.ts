import { expect, test } from 'vitest';
import { formatReport, median, misses, quantile, type Measure } from '../../scripts/bench/report.mjs';

const rows: Measure[] = [
  { name: 'Home, cold', unit: 'ms', limit: 1500, values: [1400, 1700, 1300], upstream: [2000, 2100] },
  { name: 'Script', unit: 'kB', limit: 185, digits: 1, values: [190.25] },
  { name: 'Server memory', unit: 'MB', limit: null, values: [90, 110] },
  { name: 'Play to sound', unit: 'ms', limit: 200, values: [] },
];

test('the median is the middle value, the quantile leaves that share below', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  expect(
    quantile(
      Array.from({ length: 100 }, (_, index) => index),
      0.95,
    ),
  ).toBe(95);
});

test('the table says what is met, what is over by how much and what was not measured', () => {
  expect(formatReport(rows)).toMatchInlineSnapshot(`
    "measure        median        range (runs)        limit                    through --upstream
    -------------  ------------  ------------------  -------  --------------  ------------------
    Home, cold     1400 ms       1300 to 1700 (3)    1500 ms  met             2050 ms
    Script         190.3 kB      190.3 to 190.3 (1)  185 kB   over by 5.3 kB
    Server memory  100 MB        90 to 110 (2)
    Play to sound  not measured                      200 ms   -"
  `);
});

test('misses are measures over their limit and those that could not be taken', () => {
  expect(misses(rows)).toEqual(['Script', 'Play to sound']);
});
