import { afterEach, expect, test, vi } from 'vitest';
import { longJson } from '../../../server/lists/long-json.ts';
import { countTurns } from '../library/support.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a long list is written in several turns of the loop, without undefined entries', async () => {
  // Each entry takes time.
  let ms = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (ms += 2));
  const turns = countTurns();
  const seen = new Set<number>();
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const write = (number: number) => {
    seen.add(turns.turn);
    return number % 2 === 0 ? JSON.stringify({ number }) : undefined;
  };
  const text = await longJson('items', numbers, write, { id: 'x' });
  turns.isOver = true;
  const even = numbers.filter((number) => number % 2 === 0).map((number) => ({ number }));
  expect(JSON.parse(text)).toEqual({ id: 'x', items: even });
  expect(seen.size).toBeGreaterThan(4);
});

test.each([
  [{}, '{"items":[]}'],
  [{ total: 0 }, '{"items":[],"total":0}'],
])('an empty list beside %j is %s', async (fields, text) => {
  expect(await longJson('items', [], () => '1', fields)).toBe(text);
});
