import { safeParse, type $ZodType, type $ZodTypes, type output } from 'zod/v4/core';
import { markDropped } from './contract-issues.ts';
import { isRecord } from './keys.ts';

type Read = (value: unknown) => unknown;

/** The value is not the plain case. */
const UNSURE = Symbol('unsure');
type Def = $ZodTypes['_zod']['def'];
export const defOf = (schema: $ZodType) => (schema as $ZodType & { readonly def: Def }).def;
const readers = new WeakMap<$ZodType, Read>();

/**
 * A fast `safeParse` for valid data: without `eval` zod walks the schema for every value, here it becomes functions
 * once. They hand other kinds of schema to zod; when one is unsure zod reads the whole value, so that issues are zod's.
 */
export function quickParse<Schema extends $ZodType>(
  schema: Schema,
  value: unknown,
): ReturnType<typeof safeParse<Schema>> {
  const forgetDropped = markDropped();
  const quick = readerOf(schema)(value);
  if (quick !== UNSURE) return { success: true, data: quick as output<Schema> };
  forgetDropped();
  return safeParse(schema, value);
}

function readerOf(schema: $ZodType): Read {
  const known = readers.get(schema);
  if (known) return known;
  const made = make(schema);
  readers.set(schema, made);
  return made;
}

function make(schema: $ZodType): Read {
  const byZod: Read = (value) => {
    const parsed = safeParse(schema, value);
    return parsed.success ? parsed.data : UNSURE;
  };
  const def = defOf(schema);
  if ((def.checks?.length ?? 0) > 0) return byZod;
  switch (def.type) {
    case 'unknown':
      return (value) => value;
    case 'boolean':
      return def.coerce ? byZod : (value) => (typeof value === 'boolean' ? value : UNSURE);
    case 'string':
      return 'format' in def || def.coerce ? byZod : (value) => (typeof value === 'string' ? value : UNSURE);
    case 'number':
      return 'format' in def || def.coerce ? byZod : (value) => (Number.isFinite(value) ? value : UNSURE);
    case 'enum':
    case 'literal': {
      const allowed = new Set<unknown>(def.type === 'enum' ? Object.values(def.entries) : def.values);
      return (value) => (typeof value === 'string' && allowed.has(value) ? value : UNSURE);
    }
    case 'nullable': {
      const inner = readerOf(def.innerType);
      return (value) => (value === null ? null : inner(value));
    }
    case 'optional': {
      const inner = readerOf(def.innerType);
      return (value) => (value === undefined ? byZod(value) : inner(value));
    }
    case 'array': {
      const element = readerOf(def.element);
      return (value) => (Array.isArray(value) ? readAll(value, element) : UNSURE);
    }
    case 'pipe': {
      const [first, second] = [readerOf(def.in), readerOf(def.out)];
      return (value) => {
        const between = first(value);
        return between === UNSURE ? UNSURE : second(between);
      };
    }
    case 'transform':
      return (value) => {
        const payload = { value, issues: [] };
        const changed = def.transform(value, payload);
        return payload.issues.length > 0 || changed instanceof Promise ? UNSURE : changed;
      };
    case 'union':
      return 'discriminator' in def && typeof def.discriminator === 'string'
        ? unionReader(def.options, def.discriminator, byZod)
        : byZod;
    case 'object':
      return def.catchall ? byZod : objectReader(def.shape, byZod);
    default:
      return byZod;
  }
}

function readAll(values: readonly unknown[], read: Read): unknown {
  const all: unknown[] = [];
  for (const value of values) {
    const item = read(value);
    if (item === UNSURE) return UNSURE;
    all.push(item);
  }
  return all;
}

function unionReader(choices: readonly $ZodType[], discriminator: string, byZod: Read): Read {
  const options = new Map<unknown, Read>();
  for (const option of choices) {
    const inner = defOf(option);
    const field = inner.type === 'object' ? inner.shape[discriminator] : undefined;
    const mark = field && defOf(field);
    if (mark?.type !== 'literal') return byZod;
    for (const value of mark.values) options.set(value, readerOf(option));
  }
  return (value) => {
    const read = isRecord(value) ? options.get(value[discriminator]) : undefined;
    return read ? read(value) : UNSURE;
  };
}

function objectReader(shape: Readonly<Record<string, $ZodType>>, byZod: Read): Read {
  const fields = Object.entries(shape).map(([key, schema]) => ({
    key,
    isOptional: defOf(schema).type === 'optional',
    read: readerOf(schema),
  }));
  return (value) => {
    if (!isRecord(value)) return UNSURE;
    const forgetDropped = markDropped();
    const result: Record<string, unknown> = {};
    for (const { key, isOptional, read } of fields) {
      const field = value[key];
      if (field === undefined) {
        if (isOptional && !(key in value)) continue;
        forgetDropped();
        return byZod(value);
      }
      const item = read(field);
      if (item === UNSURE) return UNSURE;
      result[key] = item;
    }
    return result;
  };
}
