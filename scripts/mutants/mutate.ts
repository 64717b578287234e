import { parseSync } from 'vite';

/** One small change of a machine that the tests must notice. */
export interface Mutant {
  readonly kind: MutantKind;
  /** Where the change is: line and column (both from 1). */
  readonly line: number;
  readonly column: number;
  /** The changed code, in one line. */
  readonly what: string;
  /** The whole source with the change. */
  readonly code: string;
}

export type MutantKind =
  'transition dropped' | 'other target' | 'guard negated' | 'action dropped' | 'parameter dropped';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

interface Property extends Node {
  readonly key: Node & { readonly name?: string; readonly value?: string };
  readonly value: Node;
}

interface Edit {
  readonly kind: MutantKind;
  readonly node: Node;
  readonly text: string;
  readonly imports?: string;
}

const EVENT_MAPS = new Set(['on', 'after']);
const TRANSITIONS = new Set(['always', 'onDone', 'onError', 'onSnapshot']);
const ACTIONS = new Set(['actions', 'entry', 'exit']);

/**
 * All mutants of a machine's source, in source order: each transition removed or sent to another state of its level,
 * each guard negated, each action and each field of its params removed. Throws when the source is not TypeScript.
 */
export function mutantsOf(source: string): Mutant[] {
  const { program, errors } = parseSync('machine.ts', source);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const edits: Edit[] = [];
  visit(program as unknown as Node, [], (property, siblings) => edits.push(...editsOf(property, siblings, source)));
  return edits.map(({ kind, node, text, imports = '' }) => {
    const before = source.slice(0, node.start).split('\n');
    return {
      kind,
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      what: source.slice(node.start, node.end).replaceAll(/\s+/g, ' '),
      code: imports + source.slice(0, node.start) + text + source.slice(node.end),
    };
  });
}

/** Calls for each property of an object, with the names of the states on its level. */
function visit(
  node: Node,
  siblings: readonly string[],
  found: (property: Property, siblings: readonly string[]) => void,
) {
  // Destructured names are no part of a machine.
  if (node.type === 'ObjectPattern') return;
  if (node.type === 'Property') found(node as Property, siblings);
  const isStates = node.type === 'Property' && nameOf(node as Property) === 'states';
  const inside = isStates ? namesIn((node as Property).value) : siblings;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, inside, found);
}

function editsOf(property: Property, siblings: readonly string[], source: string): Edit[] {
  const { value } = property;
  const name = nameOf(property);
  if (EVENT_MAPS.has(name)) return propertiesOf(value).flatMap((entry) => transitionEdits(entry, siblings, source));
  if (TRANSITIONS.has(name)) return transitionEdits(property, siblings, source);
  if (name === 'target' && isText(value)) return retarget(value, siblings);
  if (name === 'guard' && !isFunction(value)) {
    const text = `negated(${source.slice(value.start, value.end)})`;
    return [{ kind: 'guard negated', node: value, text, imports: "import { not as negated } from 'xstate';" }];
  }
  if (ACTIONS.has(name) && !isImplementations(value)) return dropped('action dropped', property, source);
  if (name === 'params') {
    const fields = propertiesOf(isFunction(value) ? (value['body'] as Node) : value);
    return fields
      .map((field) => ({ kind: 'parameter dropped', node: field, text: '' }) as const)
      .map(withComma(source));
  }
  return [];
}

function transitionEdits(property: Property, siblings: readonly string[], source: string): Edit[] {
  const targets = isText(property.value) ? retarget(property.value, siblings) : [];
  const bare = elementsOf(property.value).flatMap((branch) => (isText(branch) ? retarget(branch, siblings) : []));
  return [...dropped('transition dropped', property, source), ...targets, ...bare];
}

/** The whole property, or one of several elements of its list. */
function dropped(kind: MutantKind, property: Property, source: string): Edit[] {
  const elements = elementsOf(property.value);
  const nodes = elements.length > 1 ? elements : [property];
  return nodes.map((node) => ({ kind, node, text: '' })).map(withComma(source));
}

/** Removes the comma after it, too. */
const withComma =
  (source: string) =>
  (edit: Edit): Edit => {
    const behind = /^\s*,/.exec(source.slice(edit.node.end))?.[0].length ?? 0;
    return { ...edit, node: { ...edit.node, end: edit.node.end + behind } };
  };

/** To the next state of the same level. */
function retarget(node: Node, siblings: readonly string[]): Edit[] {
  const [, prefix = '', target = ''] = /^(.*?)([^.#]*)$/.exec(String(node['value'])) ?? [];
  const at = siblings.indexOf(target);
  const other = siblings[(at + 1) % siblings.length];
  if (at < 0 || other === undefined || other === target) return [];
  return [{ kind: 'other target', node, text: `'${prefix}${other}'` }];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const isText = ({ type, ...node }: Node) => type === 'Literal' && typeof node['value'] === 'string';
const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
/** Implementations of named actions, not a state's own. */
const isImplementations = (node: Node) => node.type === 'ObjectExpression' && !namesIn(node).includes('type');
const nameOf = ({ key }: Property) => String(key.name ?? key.value ?? '');
const namesIn = (node: Node) => propertiesOf(node).map(nameOf);

function elementsOf(node: Node): Node[] {
  const plain = bareOf(node);
  return plain.type === 'ArrayExpression' ? (plain['elements'] as Node[]).filter(isNode) : [];
}

function propertiesOf(node: Node): Property[] {
  const plain = bareOf(node);
  const properties = plain.type === 'ObjectExpression' ? (plain['properties'] as Node[]) : [];
  return properties.filter(({ type }) => type === 'Property') as Property[];
}

/** Without brackets and type assertions. */
function bareOf(node: Node): Node {
  const inside = node['expression'];
  return isNode(inside) ? bareOf(inside) : node;
}
