import { expect } from 'vitest';

/** The keys and types of a JSON value: `string`, `number`, `boolean`, `null`, `list of ...`, or one entry per key. */
export type Shape = string | { readonly [key: string]: Shape } | { readonly listOf: Shape };

/** Keys and types without values. A list takes the shape of its first entry; an empty one is `empty list`. */
export function shapeOf(value: unknown): Shape {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : { listOf: shapeOf(value[0]) };
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shapeOf(entry)]));
  return typeof value;
}

/**
 * Same keys and types, differences listed with their paths. `null` matches anything (most members are nullable), an
 * empty list matches any list, and the members named in `dictionaries` (paths with `.`) have ids or dates as keys and
 * are not compared.
 */
export function expectSameShape(actual: unknown, recorded: unknown, dictionaries: readonly string[] = []): void {
  expect(differences(shapeOf(actual), shapeOf(recorded), '', dictionaries)).toEqual([]);
}

function differences(actual: Shape, recorded: Shape, path: string, dictionaries: readonly string[]): string[] {
  if (actual === 'null' || recorded === 'null' || dictionaries.includes(path)) return [];
  if (typeof actual === 'string' || typeof recorded === 'string') {
    const isList = (shape: Shape) => shape === 'empty list' || (typeof shape === 'object' && 'listOf' in shape);
    return actual === recorded || (isList(actual) && isList(recorded))
      ? []
      : [`${path}: ${kindOf(actual)} instead of ${kindOf(recorded)}`];
  }
  const keys = new Set([...Object.keys(actual), ...Object.keys(recorded)]);
  return [...keys].flatMap((key) => {
    const below = path === '' ? key : `${path}.${key}`;
    const [mine, theirs] = [(actual as Record<string, Shape>)[key], (recorded as Record<string, Shape>)[key]];
    if (mine === undefined) return [`${below}: missing`];
    if (theirs === undefined) return [`${below}: not in the recording`];
    return differences(mine, theirs, below, dictionaries);
  });
}

function kindOf(shape: Shape): string {
  if (typeof shape === 'string') return shape;
  return 'listOf' in shape ? 'list' : 'object';
}
