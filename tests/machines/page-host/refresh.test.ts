import { expect, test } from 'vitest';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { pages } from '../../../src/machines/page-host/pages.ts';

/** States of pages in which there is nothing to read again: what was shown is gone, or nothing was asked for. */
const NOTHING_TO_READ: Readonly<Record<string, readonly string[]>> = {
  collection: ['removed'],
  playlist: ['removed'],
  series: ['removed'],
  item: ['removed'],
  librarySearch: ['starting', 'empty'],
  // Its links are always the same.
  configMetadataUtils: ['shown'],
};

/** Paths of the states below a node in which nobody hears that events were missed. */
function deafStates(node: AnyStateNode, isHeardAbove = false): readonly string[] {
  const isHeard = isHeardAbove || node.type === 'final' || node.ownEvents.includes('page.refresh');
  const children = Object.values(node.states);
  if (children.length === 0) return isHeard ? [] : [node.path.join('.')];
  const lists = children.map((child) => deafStates(child, isHeard));
  return node.type === 'parallel' && lists.some((list) => list.length === 0) ? [] : lists.flat();
}

test.each(Object.entries(pages))(
  'the page %s hears in each of its states that events were missed, so that none stays failed or old',
  async (name, { load }) => {
    const { root } = (await load()) as AnyStateMachine;
    expect(deafStates(root)).toEqual(NOTHING_TO_READ[name] ?? []);
  },
);
