import { parseSync } from 'vite';

/** A part of a source that is changed as a whole: lines from 1, both included. */
export interface Unit {
  readonly from: number;
  readonly to: number;
}

interface Statement {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly declaration?: { readonly type: string } | null;
}

const FOR_TYPES_ONLY = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'TSDeclareFunction']);

/**
 * The declarations of a source that run code, in order: no imports, types or re-exports. Throws when the source is not
 * TypeScript.
 */
export function unitsOf(name: string, source: string): Unit[] {
  const { program, errors } = parseSync(name, source);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const lineAt = (at: number) => source.slice(0, at).split('\n').length;
  return (program.body as unknown as Statement[])
    .filter(isRun)
    .map(({ start, end }) => ({ from: lineAt(start), to: lineAt(end) }));
}

function isRun({ type, declaration }: Statement): boolean {
  if (type === 'ImportDeclaration' || type === 'ExportAllDeclaration' || FOR_TYPES_ONLY.has(type)) return false;
  if (type === 'ExportNamedDeclaration') return declaration ? !FOR_TYPES_ONLY.has(declaration.type) : false;
  return true;
}
