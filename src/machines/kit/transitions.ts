import { and, not, or } from 'xstate';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

export interface TransitionFact {
  /** Unique in the machine and stable between copies made by `provide`. */
  readonly key: string;
  readonly source: AnyStateNode;
  /** `token.request`, `done fetchItem`, `failed fetchItem`, `after syncInterval`, `always`, `all done`. */
  readonly event: string;
  readonly guard: string;
  readonly targets: readonly string[];
  readonly definition: AnyTransitionDefinition;
}

/** Root first, in document order. */
export function listStates(machine: AnyStateMachine): AnyStateNode[] {
  const walk = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(walk)];
  return walk(machine.root);
}

/** `signedIn.ready`; the root is `(root)`. */
export function pathOf(node: AnyStateNode): string {
  return node.path.join('.') || '(root)';
}

/** All transitions, also of invokes and final states. Throws for a missing target, which XState resolves lazily. */
export function listTransitions(machine: AnyStateMachine): TransitionFact[] {
  return listStates(machine).flatMap((node) =>
    [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map((definition) => ({
      key: transitionKey(definition),
      source: node,
      event: eventInWords(definition),
      guard: guardInWords(definition.guard),
      targets: (definition.target ?? []).map(pathOf),
      definition,
    })),
  );
}

export function transitionKey(definition: AnyTransitionDefinition): string {
  const { source, eventType } = definition;
  const siblings = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  return `${source.id}|${eventType}|${siblings.indexOf(definition)}`;
}

/** `signedIn.ready: token.request [tokenIsStillFresh] -> refreshing`, as tests name transitions. */
export function transitionInWords(fact: TransitionFact): string {
  const guard = fact.guard === '' ? '' : ` [${fact.guard}]`;
  const target = fact.targets.length === 0 ? '(stays)' : fact.targets.join(' + ');
  return `${pathOf(fact.source)}: ${fact.event}${guard} -> ${target}`;
}

function eventInWords({ eventType, source }: AnyTransitionDefinition): string {
  const after = /^xstate\.after\./;
  if (eventType === '') return 'always';
  if (after.test(eventType)) return `after ${eventType.replace(after, '').replace(`.${source.id}`, '')}`;
  if (eventType.startsWith('xstate.done.state.')) return 'all done';
  return eventType
    .replace(/^xstate\.done\.actor\./, 'done ')
    .replace(/^xstate\.error\.actor\./, 'failed ')
    .replace(/^xstate\.snapshot\./, 'snapshot of ');
}

const checkOf = (guard: object): unknown => ('check' in guard ? guard.check : undefined);
/** Compares functions, as a build shortens their names. */
const WORDS = new Map([
  [checkOf(and(['isAny'])), 'and'],
  [checkOf(or(['isAny'])), 'or'],
  [checkOf(not('isAny')), 'not'],
]);

/** `isReady`, `isReady and not isBusy`; empty without a guard. */
export function guardInWords(guard: unknown): string {
  if (guard === undefined) return '';
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'function') {
    const parts = 'guards' in guard && Array.isArray(guard.guards) ? guard.guards.map(guardInWords) : [];
    const word = WORDS.get(checkOf(guard)) ?? guard.name;
    if (word === 'not') return `not ${parts.join('')}`;
    if (parts.length > 0) return parts.join(` ${word} `);
    return 'stateValue' in guard
      ? `in ${JSON.stringify(guard.stateValue)}`
      : guard.name.replace(/^guard$/, '') || 'unnamed guard';
  }
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type);
  return 'unnamed guard';
}
