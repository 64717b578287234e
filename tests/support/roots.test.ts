import { createActor, fromCallback } from 'xstate';
import { expect, test } from 'vitest';
import { createFakePorts } from './fakes/ports.ts';
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

test('stopping the roots reports where one of them still listens', () => {
  const { page, hotkeys } = createFakePorts();
  startRoot(createActor(fromCallback(() => page.onHide(() => undefined))));
  startRoot(createActor(fromCallback(() => void hotkeys.subscribe(() => true))));
  expect(stopRoots()).toEqual(['hotkeys']);
  expect(stopRoots()).toEqual([]);
});

test('a listener without a root is not blamed on a root started after it', () => {
  const { page } = createFakePorts();
  page.onHide(() => undefined);
  expect(stopRoots()).toEqual([]);
  startRoot(createActor(fromCallback(() => undefined)));
  expect(stopRoots()).toEqual([]);
});
