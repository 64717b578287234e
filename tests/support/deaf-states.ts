import type { AnyStateNode } from 'xstate';

/**
 * Paths of a machine's states that take no event: neither the state itself, nor a parent, nor a region beside it. A
 * final state needs none.
 */
export function deafStates(node: AnyStateNode, event: string, isHeardAbove = false): readonly string[] {
  const isHeard = isHeardAbove || node.type === 'final' || node.ownEvents.includes(event);
  const children = Object.values(node.states);
  if (children.length === 0) return isHeard ? [] : [node.path.join('.')];
  const lists = children.map((child) => deafStates(child, event, isHeard));
  return node.type === 'parallel' && lists.some((list) => list.length === 0) ? [] : lists.flat();
}
