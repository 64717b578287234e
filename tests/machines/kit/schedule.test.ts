import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cronProblem as refusedByServer, isDue } from '../../../server/settings/cron.ts';
import { cronProblem, readCron, cronWords, nextTimes } from '../../../src/machines/kit/cron.logic.ts';
import {
  draftOf,
  expressionOf,
  inMode,
  SCHEDULE_CHOICES,
  scheduleProblem,
  withWeekday,
  type ScheduleDraft,
} from '../../../src/machines/kit/schedule.logic.ts';

const field = (min: number, max: number, names: readonly string[] = []) => {
  const number = fc.integer({ min: min - 1, max: max + 1 }).map(String);
  const value = fc.oneof(number, fc.constantFrom(String(min), ...names));
  const range = fc.tuple(value, number).map(([from, to]) => `${from}-${to}`);
  const first = fc.oneof(fc.constant('*'), value, range);
  const step = fc.integer({ min: 0, max: 70 }).map((by) => `/${by}`);
  const entry = fc.tuple(first, fc.oneof(fc.constant(''), step)).map(([from, by]) => from + by);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('*') },
    { weight: 4, arbitrary: fc.array(entry, { minLength: 1, maxLength: 3 }).map((entries) => entries.join(',')) },
    { weight: 1, arbitrary: fc.constantFrom('', '-', 'x', '1-', '?', 'L', '1.5', '*-2', '5-1') },
  );
};
const expressions = fc
  .tuple(
    field(0, 59),
    field(0, 23),
    field(1, 31),
    field(1, 12, ['jan', 'December']),
    field(0, 7, ['sun', 'MON', 'friday']),
  )
  .map((fields) => fields.join(' '));
const drafts: fc.Arbitrary<ScheduleDraft> = fc.record({
  mode: fc.constantFrom('simple' as const, 'advanced' as const),
  choice: fc.constantFrom(...SCHEDULE_CHOICES),
  time: fc.oneof(
    fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
    fc.constantFrom('', '24:00', '1:30'),
  ),
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 })).map((days) => days.toSorted((a, b) => a - b)),
  text: expressions,
});

describe('a schedule', () => {
  test('that the form takes is taken by the server, and the other way round', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        expect([expression, cronProblem(expression) === null]).toEqual([
          expression,
          refusedByServer(expression) === null,
        ]);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(drafts, (draft) => {
        const expression = expressionOf(draft);
        expect(expression === null).toBe(scheduleProblem(draft) !== null);
        expect(refusedByServer(expression ?? '* * * * *')).toBeNull();
      }),
    );
  });

  test('is chosen from seven intervals, each day and days of the week (CON-098)', () => {
    const built = (choice: ScheduleDraft['choice']) =>
      expressionOf({ mode: 'simple', choice, time: '01:30', weekdays: [1, 5], text: '' });
    expect(SCHEDULE_CHOICES.map((choice) => [choice, built(choice)])).toEqual([
      ['everyMinute', '* * * * *'],
      ['every15Minutes', '*/15 * * * *'],
      ['every30Minutes', '*/30 * * * *'],
      ['hourly', '0 * * * *'],
      ['every2Hours', '0 */2 * * *'],
      ['every6Hours', '0 */6 * * *'],
      ['every12Hours', '0 */12 * * *'],
      ['daily', '30 1 * * *'],
      ['weekly', '30 1 * * 1,5'],
    ]);
  });

  test('that is a choice comes back as the same choice', () => {
    fc.assert(
      fc.property(drafts, (any) => {
        const draft = { ...any, mode: 'simple' as const };
        const expression = expressionOf(draft);
        if (expression === null) return;
        const back = draftOf(expression);
        const expected = {
          mode: 'simple',
          choice: draft.choice,
          time: draft.choice === 'daily' || draft.choice === 'weekly' ? draft.time : back.time,
          weekdays: draft.choice === 'weekly' ? draft.weekdays : back.weekdays,
          text: expression,
        };
        expect([back, expressionOf(back), expressionOf(inMode(back, 'advanced'))]).toEqual([
          expected,
          expression,
          expression,
        ]);
      }),
    );
  });

  test('keeps its meaning in either mode', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        const draft = draftOf(expression);
        const kept = expressionOf(draft);
        if (kept === null) return;
        const from = Date.UTC(2026, 10, 23);
        expect(nextTimes(kept, 3, from)).toEqual(nextTimes(expression, 3, from));
      }),
      { numRuns: 100 },
    );
  });

  test('runs next when the server finds it due', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        fc.pre(cronProblem(expression) === null);
        // A Sunday written as 7 with a step: croner finds no day in it.
        fc.pre(!/[ ,]7\/\d+[^ ]*$/.test(expression));
        const from = Date.UTC(2026, 10, 23, 22, 15);
        const next = nextTimes(expression, 5, from);
        expect(next.every((time, index) => time > (next[index - 1] ?? from))).toBe(true);
        expect(next.filter((time) => !isDue(expression, new Date(time)))).toEqual([]);
        const hour = Array.from({ length: 60 }, (_, index) => from + (index + 1) * 60_000);
        expect(next.filter((time) => time <= (hour.at(-1) ?? 0))).toEqual(
          hour.filter((time) => isDue(expression, new Date(time))).slice(0, 5),
        );
      }),
      { numRuns: 200 },
    );
  });
});

test('faults are named by their field (VAL-037, AMB-93)', () => {
  expect(
    ['', '* * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * * foo *', '* * * * 8', '5-1 * * * *'].map(
      cronProblem,
    ),
  ).toEqual(['fiveFields', 'fiveFields', 'minute', 'hour', 'day', 'month', 'weekday', 'minute']);
});

test('a draft without time or weekday is no schedule', () => {
  const weekly = draftOf('30 1 * * 1,5');
  expect(weekly).toEqual({ mode: 'simple', choice: 'weekly', time: '01:30', weekdays: [1, 5], text: '30 1 * * 1,5' });
  const none = withWeekday(withWeekday(weekly, 1, false), 5, false);
  expect([scheduleProblem(none), scheduleProblem({ ...weekly, time: '' })]).toEqual(['noWeekday', 'noTime']);
  expect(expressionOf(withWeekday(weekly, 0, true))).toBe('30 1 * * 0,1,5');
});

test('what simple cannot show opens as typed, and returns to the earlier choice', () => {
  const draft = draftOf('0 1 1 * *');
  expect([draft.mode, inMode(draft, 'simple').choice]).toEqual(['advanced', 'daily']);
  expect(inMode({ ...draft, text: ' 0  *  * * * ' }, 'simple').choice).toBe('hourly');
  expect(draftOf(null).choice).toBe('hourly');
  expect(inMode({ ...draftOf('0 1 * * *'), time: '' }, 'advanced').text).toBe('0 1 * * *');
});

test('a day that never comes, or no schedule, has no next time', () => {
  expect([nextTimes('0 0 30 2 *', 5), nextTimes('nothing', 5)]).toEqual([[], []]);
});

describe('in words', () => {
  const wordsOf = (expression: string) => {
    const schedule = readCron(expression);
    if (!schedule) throw new Error(expression);
    return cronWords(schedule);
  };
  const every = { kind: 'every' } as const;

  test.each<[string, Partial<ReturnType<typeof wordsOf>>]>([
    ['* * * * *', { times: null, minutes: every, hours: every, days: null, weekdays: null, months: null }],
    ['*/15 * * * *', { times: null, minutes: { kind: 'step', step: 15 }, hours: every }],
    ['*/7 * * * *', { minutes: { kind: 'list', values: [0, 7, 14, 21, 28, 35, 42, 49, 56] } }],
    ['0 */2 * * *', { times: null, hours: { kind: 'step', step: 2 } }],
    ['* 9-17 * * *', { hours: { kind: 'range', from: 9, to: 17 } }],
    ['30 1,13 * * *', { times: [1, 13].map((hour) => ({ hour, minute: 30 })) }],
    ['0 1 * * mon-fri', { weekdays: [1, 2, 3, 4, 5], days: null }],
    ['0 1 1 * 1', { days: [1], weekdays: [1] }],
    ['0 1 1-31 * 1', { days: null, weekdays: null }],
    ['0 1 * 1-12 *', { months: null }],
  ])('%s', (expression, words) => {
    expect(wordsOf(expression)).toMatchObject(words);
  });
});
