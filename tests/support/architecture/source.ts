import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'vite';

/** One name that a file takes from another. `name` is `*` for a whole module, empty for a side effect. */
export interface ImportFact {
  /** Path in the repository for relative imports, else the package as written. */
  readonly target: string;
  readonly isPackage: boolean;
  readonly name: string;
  readonly isType: boolean;
  readonly isDynamic: boolean;
}

/** A call of a named function: `named('auth')` has arguments `['auth']` (null: not a string). */
export interface CallFact {
  readonly callee: string;
  readonly arguments: readonly (string | null)[];
}

export interface Found {
  readonly name: string;
  readonly line: number;
}

export interface MachineFact {
  /** Event types with a dot, as types and objects name them. */
  readonly events: readonly Found[];
  readonly states: readonly Found[];
  /** Invokes without an `id`. */
  readonly unnamedInvokes: readonly Found[];
  /** Actions and guards of `setup` and `extend` that read the event themselves. */
  readonly readsEvent: readonly Found[];
  /** Actions of `setup` and `extend` that are functions: they act on the world. */
  readonly deeds: readonly Found[];
  /** Exit actions of a state: by name, or what they are. */
  readonly exits: readonly Found[];
  /** States called `failed` without a way out. */
  readonly deadEnds: readonly Found[];
  /** User-visible texts in the code. */
  readonly wordings: readonly Found[];
}

/** The rules' data of one file. */
export interface SourceFact {
  /** Path from the root of the repository, with `/`. */
  readonly path: string;
  readonly imports: readonly ImportFact[];
  /** Names that this file re-exports. */
  readonly reexports: readonly string[];
  readonly calls: readonly CallFact[];
  /** Names read as globals: used, and neither imported nor declared in this file. */
  readonly globals: ReadonlySet<string>;
  /** Guards and `enqueueActions` that are functions in the config of a machine, by their line. */
  readonly inlineInConfig: readonly string[];
  /** The parts of this file's machines. */
  readonly machine: MachineFact;
  /** Names of JSX attributes. */
  readonly attributes: ReadonlySet<string>;
}

/** Parses one TypeScript file. Throws when it does not parse: an unread file would pass every rule. */
export function readSource(path: string, text: string): SourceFact {
  const { module, program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const fact = (request: string, name: string, isType: boolean, isDynamic = false): ImportFact => {
    const isPackage = !request.startsWith('.');
    const target = isPackage ? request : normalize(join(dirname(path), request.replace(/\?.*$/, '')));
    return { target, isPackage, name, isType, isDynamic };
  };
  const walked = walk(program);
  return {
    path,
    imports: [
      ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
        entries.length === 0
          ? [fact(moduleRequest.value, '', false)]
          : entries.map((entry) =>
              fact(
                moduleRequest.value,
                entry.importName.name ?? (entry.importName.kind === 'Default' ? 'default' : '*'),
                entry.isType,
              ),
            ),
      ),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap((entry) =>
          entry.moduleRequest ? [fact(entry.moduleRequest.value, entry.importName.name ?? '*', entry.isType)] : [],
        ),
      ),
      ...module.dynamicImports.flatMap(({ moduleRequest }) => {
        const literal = /^(['"`])(.*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2];
        return literal === undefined ? [] : [fact(literal, '*', false, true)];
      }),
    ],
    reexports: module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.moduleRequest ? [entry.exportName.name ?? '*'] : [])),
    ),
    calls: walked.calls,
    globals: new Set([...walked.used].filter((name) => !walked.bound.has(name))),
    attributes: walked.attributes,
    machine: readMachine(
      path.startsWith('src/machines/') ? program : null,
      (start) => text.slice(0, start).split('\n').length,
    ),
    inlineInConfig: walked.inline.map(({ what, start }) => `line ${text.slice(0, start).split('\n').length}: ${what}`),
  };
}

interface Walked {
  readonly calls: CallFact[];
  readonly used: Set<string>;
  readonly bound: Set<string>;
  readonly attributes: Set<string>;
  readonly inline: { readonly what: string; readonly start: number }[];
}

type Node = { readonly type: string; readonly [key: string]: unknown };

/** Keys under which an identifier is a name of something, not a use of it. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  MemberExpression: ['property'],
  Property: ['key'],
  MethodDefinition: ['key'],
  PropertyDefinition: ['key'],
  TSPropertySignature: ['key'],
  TSMethodSignature: ['key'],
  TSTypeReference: ['typeName'],
  TSTypeQuery: ['exprName'],
  TSTypeParameter: ['name'],
  TSInterfaceDeclaration: ['id'],
  TSTypeAliasDeclaration: ['id'],
  JSXAttribute: ['name'],
  TSInterfaceHeritage: ['expression'],
  TSClassImplements: ['expression'],
};
const BINDING: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  CatchClause: ['param'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
};

function walk(program: unknown): Walked {
  const walked: Walked = { calls: [], used: new Set(), bound: new Set(), attributes: new Set(), inline: [] };
  const visit = (value: unknown, binds: boolean): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, binds);
    if (!isNode(value)) return;
    if (value.type === 'Identifier') (binds ? walked.bound : walked.used).add(String(value['name']));
    if (value.type === 'CallExpression') noteCall(value, walked);
    if (value.type === 'JSXAttribute' && isNode(value['name'])) walked.attributes.add(String(value['name']['name']));
    for (const [key, part] of Object.entries(value)) {
      if (NAMING[value.type]?.includes(key) && value['computed'] !== true) continue;
      const isPattern = value.type.endsWith('Pattern') || value.type === 'Property' || value.type === 'RestElement';
      visit(part, (BINDING[value.type]?.includes(key) ?? false) || (binds && isPattern && key !== 'right'));
    }
  };
  visit(program, false);
  findInline(program, false, walked);
  return walked;
}

/** Everything below a call of `createMachine` or `createStateConfig` is config; an `assign` of a spawned child is not looked into. */
function findInline(value: unknown, inConfig: boolean, walked: Walked): void {
  if (Array.isArray(value)) for (const item of value) findInline(item, inConfig, walked);
  if (!isNode(value)) return;
  const start = Number(value['start']);
  if (
    inConfig &&
    value.type === 'CallExpression' &&
    isNode(value['callee']) &&
    value['callee']['name'] === 'enqueueActions'
  )
    walked.inline.push({ what: 'enqueueActions', start });
  const { key, value: content } = value;
  if (
    inConfig &&
    value.type === 'Property' &&
    isNode(key) &&
    key['name'] === 'guard' &&
    isNode(content) &&
    content.type === 'ArrowFunctionExpression'
  )
    walked.inline.push({ what: 'guard', start });
  const creates = value.type === 'CallExpression' && ['createMachine', 'createStateConfig'].includes(calleeOf(value));
  for (const [name, part] of Object.entries(value))
    findInline(part, inConfig || (creates && name === 'arguments'), walked);
}

function noteCall(node: Node, walked: Walked): void {
  const callee = node['callee'];
  const args = Array.isArray(node['arguments']) ? node['arguments'] : [];
  const name = isNode(callee) ? calleeName(callee) : null;
  if (name === null) return;
  const toText = (item: unknown) =>
    isNode(item) && item.type === 'Literal' && typeof item['value'] === 'string' ? item['value'] : null;
  walked.calls.push({ callee: name, arguments: args.map(toText) });
}

/** `named`, `system.get`; null for anything more involved. */
function calleeName(callee: Node): string | null {
  if (callee.type === 'Identifier') return String(callee['name']);
  const { object, property } = callee;
  if (callee.type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return null;
  const owner =
    object.type === 'Identifier' ? object['name'] : isNode(object['property']) ? object['property']['name'] : '';
  return `${String(owner)}.${String(property['name'])}`;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function readMachine(program: unknown, lineOf: (start: number) => number): MachineFact {
  const fact = {
    events: [] as Found[],
    states: [] as Found[],
    unnamedInvokes: [] as Found[],
    readsEvent: [] as Found[],
    deeds: [] as Found[],
    exits: [] as Found[],
    deadEnds: [] as Found[],
    wordings: [] as Found[],
  };
  const note = (list: Found[], name: string, node: Node) => list.push({ name, line: lineOf(Number(node['start'])) });
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    const { key, value: content } = value;
    const name = isNode(key) ? nameOf(key) : null;
    if (value.type === 'TSPropertySignature' && name === 'type') {
      for (const text of literalsIn(value['typeAnnotation'])) if (text.includes('.')) note(fact.events, text, value);
    }
    if (value.type === 'Property' && isNode(content)) {
      if (name === 'type' && isText(content) && content['value'].includes('.'))
        note(fact.events, content['value'], value);
      if (name === 'text' && isText(content)) note(fact.wordings, content['value'], value);
      if (name === 'invoke')
        for (const invoke of content.type === 'ArrayExpression' ? (content['elements'] as unknown[]) : [content])
          if (isNode(invoke) && invoke.type === 'ObjectExpression' && !keysOf(invoke).includes('id'))
            note(fact.unnamedInvokes, 'invoke', value);
      if (name === 'states' && content.type === 'ObjectExpression')
        for (const state of propertiesOf(content)) {
          const stateName = isNode(state['key']) ? nameOf(state['key']) : null;
          if (stateName === null) continue;
          note(fact.states, stateName, state);
          const body = state['value'];
          const keys = isNode(body) && body.type === 'ObjectExpression' ? keysOf(body) : ['on'];
          if (stateName === 'failed' && !keys.some((way) => ['on', 'always', 'after', 'type'].includes(way)))
            note(fact.deadEnds, stateName, state);
        }
    }
    if (value.type === 'CallExpression' && ['setup', 'extend', 'playerActions'].includes(calleeOf(value))) {
      const [options] = value['arguments'] as unknown[];
      const parts = !isNode(options)
        ? []
        : calleeOf(value) === 'playerActions'
          ? [['actions', options] as const]
          : propertiesOf(options).map(
              (part) => [isNode(part['key']) ? nameOf(part['key']) : null, part['value']] as const,
            );
      for (const [partName, content] of parts) {
        if (partName !== 'actions' && partName !== 'guards') continue;
        for (const named of isNode(content) ? propertiesOf(content) : []) {
          if (named.type === 'SpreadElement') continue;
          const namedAs = nameOf(named['key'] as Node) ?? '';
          if (takesEvent(named['value'])) note(fact.readsEvent, namedAs, named);
          if (partName === 'actions' && isFunction(named['value'])) note(fact.deeds, namedAs, named);
        }
      }
    }
    if (value.type === 'Property' && name === 'exit' && isNode(content))
      for (const action of content.type === 'ArrayExpression' ? (content['elements'] as unknown[]) : [content])
        if (isNode(action)) note(fact.exits, actionInWords(action), value);
    Object.values(value).forEach(visit);
  };
  visit(program);
  return fact;
}

const isFunction = (value: unknown): boolean =>
  isNode(value) && (value.type === 'ArrowFunctionExpression' || value.type === 'FunctionExpression');
/** The last name of the callee: `extend` of `base.extend(…)`. */
const calleeOf = ({ callee }: Node): string => {
  const named = isNode(callee) && callee.type === 'MemberExpression' ? callee['property'] : callee;
  return isNode(named) ? (nameOf(named) ?? '') : '';
};
/** Name of an action, `cancel()` for one made in place, `a function`. */
const actionInWords = (action: Node): string => {
  if (isText(action)) return action['value'];
  if (action.type === 'CallExpression') return `${calleeOf(action)}()`;
  const type = propertiesOf(action).find(({ key }) => isNode(key) && nameOf(key) === 'type')?.['value'];
  return isNode(type) && isText(type) ? type['value'] : 'a function';
};
const isText = (node: Node): node is Node & { readonly value: string } =>
  node.type === 'Literal' && typeof node['value'] === 'string';
const nameOf = (node: Node): string | null =>
  node.type === 'Identifier' ? String(node['name']) : isText(node) ? node['value'] : null;
const propertiesOf = (node: Node): readonly Node[] =>
  (Array.isArray(node['properties']) ? (node['properties'] as unknown[]) : []).filter(isNode);
const keysOf = (node: Node): readonly string[] =>
  propertiesOf(node).flatMap(({ key, type }) =>
    type === 'SpreadElement' ? ['on', 'id'] : isNode(key) ? (nameOf(key) ?? []) : [],
  );

function literalsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(literalsIn);
  if (!isNode(value)) return [];
  return isText(value) ? [value['value']] : Object.values(value).flatMap(literalsIn);
}

/** Whether the first parameter of a function in here is destructured for the event. */
function takesEvent(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(takesEvent);
  if (!isNode(value)) return false;
  const [first] = Array.isArray(value['params']) ? (value['params'] as unknown[]) : [];
  if (isNode(first) && first.type === 'ObjectPattern' && keysOf(first).includes('event')) return true;
  return Object.values(value).some(takesEvent);
}
