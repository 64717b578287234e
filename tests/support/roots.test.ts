import { createActor, fromCallback } from 'xstate';
import { expect, test } from 'vitest';
import { startRoot, stopRoots } from './roots.ts';

test('stopping the roots runs the cleanup of every started root once', () => {
  const cleaned: string[] = [];
  const root = (name: string) => createActor(fromCallback(() => () => cleaned.push(name)));
  startRoot(root('first'));
  startRoot(root('second'));
  stopRoots();
  stopRoots();
  expect(cleaned).toEqual(['first', 'second']);
});
