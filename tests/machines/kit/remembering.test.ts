import { expect, test } from 'vitest';
import { remembering } from '../../../src/machines/kit/kit.selectors.ts';

interface Context {
  readonly list: readonly number[];
  readonly factor: number;
  readonly other: string;
}

test('a selector gives the same object until a part that it is made of is another one', () => {
  const select = remembering<Context>()(
    ({ list, factor }) => [list, factor],
    ({ list, factor }) => list.map((entry) => entry * factor),
  );
  const context: Context = { list: [1, 2], factor: 2, other: 'a' };
  const first = select({ context });
  expect(first).toEqual([2, 4]);
  expect(select({ context: { ...context, other: 'b' } })).toBe(first);
  expect(select({ context: { ...context, factor: 3 } })).toEqual([3, 6]);
  const again = select({ context });
  expect([again, again === first]).toEqual([[2, 4], false]);
  expect(select({ context: { ...context, list: [1, 2] } })).not.toBe(again);
});

test('each selector keeps its own value, also an empty one', () => {
  let made = 0;
  const remembered = remembering<Context>();
  const one = remembered(
    ({ list }) => [list],
    () => void (made += 1),
  );
  const other = remembered(
    ({ list }) => [list],
    ({ other: text }) => text,
  );
  const context: Context = { list: [], factor: 1, other: 'a' };
  for (const _ of [1, 2, 3]) one({ context });
  expect([made, other({ context })]).toEqual([1, 'a']);
});
