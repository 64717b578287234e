import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { $ZodType, safeParse } from 'zod/v4/core';
import { quickParse } from '../../src/schemas/quick-parse.ts';
import { z } from '../../src/schemas/zod.ts';
import { readHttpRecordings } from '../contract/recording.ts';

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../../src/schemas/api/*.ts', { eager: true });
const schemas = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, $ZodType] => entry[1] instanceof $ZodType);

/** Every object of the recordings, one for each set of keys and kinds of values. */
const objects = new Map<string, object>();
for (const { response } of readHttpRecordings(fileURLToPath(new URL('../contract/recordings', import.meta.url))))
  collect(response.body);

function collect(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value))
    objects.set(
      Object.entries(value)
        .map(([key, held]) => `${key}:${held === null ? 'null' : typeof held}`)
        .join(),
      value,
    );
  Object.values(value).forEach(collect);
}

const report = (result: ReturnType<typeof safeParse>) =>
  result.success ? { data: result.data } : { issues: result.error.issues };
const differs = (schema: $ZodType, value: unknown) =>
  !isDeepStrictEqual(report(quickParse(schema, value)), report(safeParse(schema, value)));

test('schemas and objects exist to compare with', () => {
  expect([schemas.length > 100, objects.size > 200]).toEqual([true, true]);
});

test.each(schemas)('%s reads every recorded object as zod does', (_name, schema) => {
  expect([...objects.values()].filter((value) => differs(schema, value))).toEqual([]);
});

test.each(schemas)('%s reads a fault of one field as zod does', (_name, schema) => {
  const good = [...objects.values()].filter((value) => safeParse(schema, value).success).slice(0, 6);
  const changed = good.flatMap((value) =>
    Object.keys(value).flatMap((key) => {
      const { [key]: _gone, ...others } = value as Record<string, unknown>;
      return [
        others,
        ...[undefined, null, 'x', 7, Number.NaN, Number.POSITIVE_INFINITY, true, [], {}, [null]].map((wrong) => ({
          ...others,
          [key]: wrong,
        })),
      ];
    }),
  );
  expect([null, undefined, 'x', [], ...changed].filter((value) => differs(schema, value))).toEqual([]);
});

const kinds = {
  flag: z.optional(z.boolean()),
  short: z.string().check(z.maxLength(2)),
  whole: z.int(),
  rest: z.unknown(),
  named: z.nullish(z.string()),
  shout: z.pipe(
    z.string(),
    z.transform((text) => text.toUpperCase()),
  ),
  more: z.record(z.string(), z.number()),
  kind: z.literal(['a', 'b']),
};
const full = { flag: true, short: 'ab', whole: 3, rest: [1], named: null, shout: 'x', more: { a: 1 }, kind: 'b' };

test.each<[string, unknown]>([
  ['all fields', full],
  ['without what may be absent', { ...full, flag: undefined, named: undefined }],
  ['unknown keys', { ...full, other: 1 }],
  ['a text that breaks its check', { ...full, short: 'abc' }],
  ['a number of another format', { ...full, whole: 3.5 }],
  ['a transform of the wrong thing', { ...full, shout: 7 }],
  ['a record with a wrong value', { ...full, more: { a: 'x' } }],
  ['another literal', { ...full, kind: 'c' }],
  ['without a field that takes anything', Object.fromEntries(Object.entries(full).filter(([key]) => key !== 'rest'))],
])('an object of all kinds, %s', (_name, value) => {
  for (const schema of [z.object(kinds), z.looseObject(kinds), z.strictObject(kinds)])
    expect(differs(schema, value)).toBe(false);
});

test('a refusal of a transform is kept, and the right option reads its variant', () => {
  const refusing = z.pipe(
    z.string(),
    z.transform((text, payload) => {
      if (text === 'no') payload.issues.push({ code: 'custom', input: text, message: 'no' });
      return text.length;
    }),
  );
  const options = z.discriminatedUnion('type', [
    z.object({ type: z.literal('a'), size: refusing }),
    z.object({ type: z.enum(['b', 'c']), size: z.number() }),
  ]);
  const plain = z.discriminatedUnion('type', [
    z.object({ type: z.literal('a'), size: refusing }),
    z.object({ type: z.literal('b') }),
  ]);
  for (const value of [
    { type: 'a', size: 'yes' },
    { type: 'a', size: 'no' },
    { type: 'b', size: 7 },
    { type: 'b', size: 'x' },
    { type: 'd' },
    { type: 'b' },
    null,
  ]) {
    expect([differs(options, value), differs(plain, value)]).toEqual([false, false]);
  }
});
