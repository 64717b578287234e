import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { listTransitions, pathOf, type TransitionFact } from './transitions.ts';

/** The machine as Mermaid `stateDiagram-v2`. Transitions of the root are listed by {@link everywhere} instead. */
export function toMermaid(machine: AnyStateMachine): string {
  const facts = listTransitions(machine);
  const body = machine.root.type === 'parallel' ? drawState(machine.root, facts) : drawInside(machine.root, facts);
  return ['stateDiagram-v2', ...indent(body)].join('\n');
}

export function everywhere(machine: AnyStateMachine): string[] {
  return listTransitions(machine)
    .filter((fact) => fact.source === machine.root)
    .map((fact) => (fact.targets.length === 0 ? labelOf(fact) : `${labelOf(fact)} → ${fact.targets.join(' + ')}`));
}

function drawState(node: AnyStateNode, facts: readonly TransitionFact[]): string[] {
  const name = `state "${node.key}" as ${idOf(node)}`;
  const runs = node.invoke.map((invoke) => invoke.id).join(', ');
  const children = Object.values(node.states);
  if (children.length === 0) return [name, ...(runs === '' ? [] : [`${idOf(node)} : runs ${escape(runs)}`])];
  return [
    `${name} {`,
    ...indent(drawInside(node, facts)),
    '}',
    ...(runs === '' ? [] : [`note right of ${idOf(node)} : runs ${escape(runs)}`]),
  ];
}

function drawInside(node: AnyStateNode, facts: readonly TransitionFact[]): string[] {
  const children = Object.values(node.states);
  const start = node.type === 'compound' ? node.initial.target.map((target) => `[*] --> ${idOf(target)}`) : [];
  const states = children.flatMap((child, index) => [
    ...(node.type === 'parallel' && index > 0 ? ['--'] : []),
    ...drawState(child, facts),
  ]);
  const arrows = facts.filter((fact) => children.includes(fact.source)).flatMap(drawArrows);
  const ends = children.filter((child) => child.type === 'final').map((child) => `${idOf(child)} --> [*]`);
  return [...start, ...states, ...arrows, ...ends];
}

function drawArrows(fact: TransitionFact): string[] {
  const targets = fact.definition.target ?? [fact.source];
  return targets.map((target) => `${idOf(fact.source)} --> ${idOf(target)} : ${escape(labelOf(fact))}`);
}

function labelOf({ event, guard }: TransitionFact): string {
  return guard === '' ? event : `${event} [${guard}]`;
}

function idOf(node: AnyStateNode): string {
  return pathOf(node).replace(/\W/g, '_');
}

/** `:` `;` `#` and quotes end or change a label. */
function escape(text: string): string {
  return text.replace(/[:;#"{}]/g, (sign) => `#${sign.charCodeAt(0)};`);
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
