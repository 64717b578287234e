import { isRecord } from '../../schemas/keys.ts';
import { defOf } from '../../schemas/quick-parse.ts';
import { safeParse, type $ZodType } from 'zod/v4/core';
import { payloads } from './payloads.ts';

/** Empty optional fields are left out, empty nullable ones are null. */
export interface PayloadField {
  /** Empty: the payload as a whole. */
  readonly key: string;
  readonly kind: 'choice' | 'number' | 'flag' | 'text' | 'json';
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  /** In JSON. */
  readonly options: readonly string[];
}

export interface Payload {
  readonly fields: readonly PayloadField[];
  /** Null: unknown, or no payload. */
  readonly schema: $ZodType | null;
}

/** `detail`: the expected kind (`type`), the bound (`least`, `most`), the place in the JSON (`inside`). */
export interface FieldFault {
  readonly kind: 'missing' | 'number' | 'json' | 'type' | 'least' | 'most' | 'inside' | 'wrong';
  readonly detail: string;
}

const WHOLE: PayloadField = { key: '', kind: 'json', isOptional: true, isNullable: false, options: [] };

export function payloadOf(actor: string, event: string): Payload {
  const schema = payloads(actor, event);
  if (schema === undefined) return { fields: [WHOLE], schema: null };
  return { fields: schema === null ? [] : fieldsOf(schema), schema };
}

export function fieldsOf(schema: $ZodType): PayloadField[] {
  const def = defOf(schema);
  if (def.type !== 'object') return [WHOLE];
  return Object.entries(def.shape).flatMap(([key, member]) => (key === 'type' ? [] : [fieldOf(key, member)]));
}

function fieldOf(key: string, schema: $ZodType): PayloadField {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'default': {
      const inner = fieldOf(key, def.innerType);
      if (inner.kind === 'flag') return { ...inner, kind: 'choice', options: ['true', 'false'], isOptional: true };
      return { ...inner, isOptional: true };
    }
    case 'nullable':
      return { ...fieldOf(key, def.innerType), isNullable: true };
    case 'readonly':
      return fieldOf(key, def.innerType);
    case 'enum':
      return { ...plain(key, 'choice'), options: Object.values(def.entries).map((value) => JSON.stringify(value)) };
    case 'literal':
      return { ...plain(key, 'choice'), options: def.values.map((value) => JSON.stringify(value)) };
    case 'union': {
      const members = def.options.map((option) => fieldOf(key, option));
      const isChoice = members.every(({ kind }) => kind === 'choice');
      return isChoice
        ? { ...plain(key, 'choice'), options: members.flatMap(({ options }) => options) }
        : plain(key, 'json');
    }
    case 'number':
      return plain(key, 'number');
    case 'boolean':
      return plain(key, 'flag');
    case 'string':
      return plain(key, 'text');
    default:
      return plain(key, 'json');
  }
}

const plain = (key: string, kind: PayloadField['kind']): PayloadField => ({
  key,
  kind,
  isOptional: false,
  isNullable: false,
  options: [],
});

interface Filled {
  readonly event: string;
  readonly values: Readonly<Record<string, string>>;
}

interface ReadPayload {
  readonly event: { readonly type: string } | null;
  readonly faults: Readonly<Record<string, FieldFault>>;
}

export function readPayload({ fields, schema }: Payload, { event: type, values }: Filled): ReadPayload {
  const faults: Record<string, FieldFault> = {};
  let found: Record<string, unknown> = { type };
  for (const field of fields) {
    const read = readField(field, values[field.key] ?? '');
    if ('fault' in read) faults[field.key] = read.fault;
    else if (field.key === '') found = { ...asRecord(read.value), type };
    else if (read.value !== undefined) found[field.key] = read.value;
  }
  const parsed = schema === null ? { success: true as const, data: found } : safeParse(schema, found);
  for (const issue of parsed.error?.issues ?? []) faults[String(issue.path[0])] ??= faultOf(issue);
  const isWhole = parsed.success && Object.keys(faults).length === 0;
  return { event: isWhole ? { ...asRecord(parsed.data), type } : null, faults };
}

const asRecord = (value: unknown) => (isRecord(value) ? value : {});

type ReadField = { readonly value: unknown } | { readonly fault: FieldFault };

const fault = (kind: FieldFault['kind'], detail = ''): ReadField => ({ fault: { kind, detail } });

function readField({ key, kind, isOptional, isNullable }: PayloadField, text: string): ReadField {
  if (kind === 'flag') return { value: text === 'true' };
  if (text.trim() === '' && kind !== 'text') {
    if (isOptional) return { value: undefined };
    return isNullable ? { value: null } : fault('missing');
  }
  if (text === '' && (isOptional || isNullable)) return { value: isOptional ? undefined : null };
  if (kind === 'text') return { value: text };
  if (kind === 'number') {
    const number = Number(text);
    return Number.isFinite(number) ? { value: number } : fault('number');
  }
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return key !== '' || isObject ? { value } : fault('json');
  } catch {
    return fault('json');
  }
}

type Issue = NonNullable<ReturnType<typeof safeParse>['error']>['issues'][number];

function faultOf(issue: Issue): FieldFault {
  if (issue.path.length > 1) return { kind: 'inside', detail: issue.path.slice(1).map(String).join('.') };
  if (issue.code === 'invalid_type') return { kind: 'type', detail: issue.expected };
  if (issue.code === 'too_small' && issue.origin === 'string') return { kind: 'missing', detail: '' };
  if (issue.code === 'too_small') return { kind: 'least', detail: String(issue.minimum) };
  if (issue.code === 'too_big') return { kind: 'most', detail: String(issue.maximum) };
  return { kind: 'wrong', detail: '' };
}
