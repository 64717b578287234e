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

/** What the rules need to know about one file. */
export interface SourceFact {
  /** Path from the root of the repository, with `/`. */
  readonly path: string;
  readonly imports: readonly ImportFact[];
  readonly calls: readonly CallFact[];
  /** Names read as globals: used, and neither imported nor declared in this file. */
  readonly globals: ReadonlySet<string>;
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
          : entries.map((entry) => fact(moduleRequest.value, entry.importName.name ?? (entry.importName.kind === 'Default' ? 'default' : '*'), entry.isType)),
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
    calls: walked.calls,
    globals: new Set([...walked.used].filter((name) => !walked.bound.has(name))),
    attributes: walked.attributes,
  };
}

interface Walked {
  readonly calls: CallFact[];
  readonly used: Set<string>;
  readonly bound: Set<string>;
  readonly attributes: Set<string>;
}

type Node = { readonly type: string; readonly [key: string]: unknown };

/** Keys under which an identifier is a name of something, not a use of it. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  MemberExpression: ['property'], Property: ['key'], MethodDefinition: ['key'], PropertyDefinition: ['key'],
  TSPropertySignature: ['key'], TSMethodSignature: ['key'], TSTypeReference: ['typeName'], TSTypeQuery: ['exprName'],
  TSTypeParameter: ['name'], TSInterfaceDeclaration: ['id'], TSTypeAliasDeclaration: ['id'], JSXAttribute: ['name'],
  TSInterfaceHeritage: ['expression'], TSClassImplements: ['expression'],
};
const BINDING: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'], FunctionDeclaration: ['id', 'params'], FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'], ClassDeclaration: ['id'], CatchClause: ['param'], ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'], ImportNamespaceSpecifier: ['local'],
};

function walk(program: unknown): Walked {
  const walked: Walked = { calls: [], used: new Set(), bound: new Set(), attributes: new Set() };
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
  return walked;
}

function noteCall(node: Node, walked: Walked): void {
  const callee = node['callee'];
  const args = Array.isArray(node['arguments']) ? node['arguments'] : [];
  const name = isNode(callee) ? calleeName(callee) : null;
  if (name === null) return;
  const toText = (item: unknown) => (isNode(item) && item.type === 'Literal' && typeof item['value'] === 'string' ? item['value'] : null);
  walked.calls.push({ callee: name, arguments: args.map(toText) });
}

/** `named`, `system.get`; null for anything more involved. */
function calleeName(callee: Node): string | null {
  if (callee.type === 'Identifier') return String(callee['name']);
  const { object, property } = callee;
  if (callee.type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return null;
  const owner = object.type === 'Identifier' ? object['name'] : isNode(object['property']) ? object['property']['name'] : '';
  return `${String(owner)}.${String(property['name'])}`;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
