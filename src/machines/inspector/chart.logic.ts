import type { AnyStateMachine } from 'xstate';
import type { ChartFact } from '../../schemas/inspector-message.ts';
import { listStates, listTransitions } from '../kit/transitions.ts';

export function chartOf(machine: AnyStateMachine, id: string): ChartFact {
  return {
    id,
    title: machine.id,
    states: listStates(machine).map((node) => ({
      id: node.id,
      parent: node.parent?.id ?? null,
      key: node.key,
      path: node.path.join('.') || node.key,
      kind: node.type,
      isInitial: node.parent?.type === 'compound' && node.parent.initial.target.includes(node),
      invokes: node.invoke.map((invoke) => invoke.id),
      tags: [...node.tags],
    })),
    transitions: listTransitions(machine).map(({ key, source, event, guard, definition }) => ({
      key,
      source: source.id,
      targets: (definition.target ?? []).map((target) => target.id),
      event,
      guard,
      actions: definition.actions.map(actionName),
    })),
  };
}

export function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  const named = action as { readonly type?: unknown; readonly name?: unknown };
  const name = typeof action === 'function' ? (named.type ?? named.name) : named.type;
  return typeof name === 'string' && name !== '' ? name.replace(/^xstate\./, '') : 'action';
}
