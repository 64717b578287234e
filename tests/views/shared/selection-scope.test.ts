import { expect, test, vi } from 'vitest';
import type { SelectionRef } from '../../../src/machines/browse/selection/selection.machine.ts';
import { selectFrom, type SelectionScope } from '../../../src/views/shared/selection-scope.ts';

test.each([
  ['all of a long list', 0, 9999, [0, 999], 1000],
  ['back to its beginning', 9999, 0, [9000, 9999], 1000],
  ['all that may be selected at once', 0, 999, [0, 999], undefined],
])('a range over %s is cut and reports it', (_name, from, to, requested, cutTo) => {
  const scope: SelectionScope = { list: 'shelf', pick: vi.fn(() => ({ picked: [], missing: null })) };
  const send = vi.fn();
  selectFrom({ send } as unknown as SelectionRef, scope, from, to);
  expect(scope.pick).toHaveBeenCalledWith(...requested);
  const range = { type: 'selection.extend', anchor: { list: 'shelf', index: from }, picked: [], missing: null };
  expect(send).toHaveBeenCalledWith(cutTo === undefined ? range : { ...range, cutTo });
});
