import type { AnyStateNode } from 'xstate';

/**
 * Paths of the states of a machine in which nobody hears an event: neither the state itself, nor one around it, nor a
 * region beside it. A final state needs to hear nothing.
 */
export function deafStates(node: AnyStateNode, event: string, isHeardAbove = false): readonly string[] {
  const isHeard = isHeardAbove || node.type === 'final' || node.ownEvents.includes(event);
  const children = Object.values(node.states);
  if (children.length === 0) return isHeard ? [] : [node.path.join('.')];
  const lists = children.map((child) => deafStates(child, event, isHeard));
  return node.type === 'parallel' && lists.some((list) => list.length === 0) ? [] : lists.flat();
}
