import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeInParts } from '../../../server/store/in-parts.ts';
import { countTurns } from '../library/support.ts';

let clock: number;
beforeEach(() => {
  clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => vi.restoreAllMocks());

/** Stores `count` entries that take `takes` ms each; returns parts by entry, and turns of the loop by part. */
async function stored(count: number, takes: number, failsAt = Infinity) {
  const [parts, turns, kept]: [number[], number[], number[]] = [[], [], []];
  const state = countTurns();
  const database = {
    transaction: <Result>(work: () => Result): Result => {
      parts.push(0);
      turns.push(state.turn);
      return work();
    },
  };
  const store = (entry: number): number => {
    if (entry === failsAt) throw new Error('The disk is full');
    parts[parts.length - 1] = (parts.at(-1) ?? 0) + 1;
    clock += takes;
    return entry;
  };
  const entries = Array.from({ length: count }, (_, index) => index);
  const problem = await storeInParts(database, entries, store, (entry) => kept.push(entry)).catch(String);
  state.isOver = true;
  return { parts, turns: new Set(turns).size, kept, problem };
}

test('a transaction stores the entries of 10 ms, and other requests run in between', async () => {
  expect(await stored(10, 3)).toEqual({
    parts: [4, 4, 2],
    turns: 3,
    kept: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    problem: undefined,
  });
  expect((await stored(3, 50)).parts).toEqual([1, 1, 1]);
  expect((await stored(1200, 0)).parts).toEqual([500, 500, 200]);
  expect((await stored(0, 1)).parts).toEqual([]);
});

test('when one entry fails, all before it stay', async () => {
  expect(await stored(10, 3, 6)).toMatchObject({
    parts: [4, 2, 1, 1, 0],
    kept: [0, 1, 2, 3, 4, 5],
    problem: 'Error: The disk is full',
  });
});
