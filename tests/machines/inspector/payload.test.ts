import { expect, test } from 'vitest';
import { fieldsOf, payloadOf, readPayload, type PayloadField } from '../../../src/machines/inspector/payload.logic.ts';
import { preferences } from '../../../src/schemas/preferences.ts';
import { z } from '../../../src/schemas/zod.ts';

const schema = z.object({
  type: z.literal('lamp.set'),
  name: z.string().check(z.minLength(1)),
  note: z.nullable(z.string()),
  level: z.number().check(z.gte(0), z.lte(9)),
  most: z.optional(z.number()),
  isLit: z.boolean(),
  isSlow: z.exactOptional(z.boolean()),
  shade: z.enum(['green', 'red']),
  step: z.union([z.literal(0.1), z.literal(0.05)]),
  place: z.object({ room: z.string() }),
});
const payload = { fields: fieldsOf(schema), schema };

test('a schema becomes fields, each of the kind that it takes', () => {
  const said = ({ key, kind, isOptional, isNullable, options }: PayloadField) =>
    [key, kind, isOptional && 'optional', isNullable && 'nullable', ...options].filter(Boolean).join(' ');
  expect(payload.fields.map(said)).toEqual([
    'name text',
    'note text nullable',
    'level number',
    'most number optional',
    'isLit flag',
    'isSlow choice optional true false',
    'shade choice "green" "red"',
    'step choice 0.1 0.05',
    'place json',
  ]);
});

const whole = { name: 'Desk', level: '3', isLit: 'true', shade: '"red"', step: '0.05', place: '{"room": "hall"}' };

test('filled-in values become the event; empty optional ones are left out', () => {
  expect(readPayload(payload, { event: 'lamp.set', values: whole })).toEqual({
    event: {
      type: 'lamp.set',
      name: 'Desk',
      note: null,
      level: 3,
      isLit: true,
      shade: 'red',
      step: 0.05,
      place: { room: 'hall' },
    },
    faults: {},
  });
});

test.each([
  [{ level: '' }, { level: { kind: 'missing', detail: '' } }],
  [{ level: 'high' }, { level: { kind: 'number', detail: '' } }],
  [{ level: '10' }, { level: { kind: 'most', detail: '9' } }],
  [{ level: '-1' }, { level: { kind: 'least', detail: '0' } }],
  [{ name: '' }, { name: { kind: 'missing', detail: '' } }],
  [{ shade: '' }, { shade: { kind: 'missing', detail: '' } }],
  [{ shade: '"blue"' }, { shade: { kind: 'wrong', detail: '' } }],
  [
    { shade: '', level: '10' },
    { shade: { kind: 'missing', detail: '' }, level: { kind: 'most', detail: '9' } },
  ],
  [{ place: '{' }, { place: { kind: 'json', detail: '' } }],
  [{ place: '3' }, { place: { kind: 'type', detail: 'object' } }],
  [
    { place: '{"room": 3}', level: '10' },
    { place: { kind: 'inside', detail: 'room' }, level: { kind: 'most', detail: '9' } },
  ],
])('%o is refused, and the field says why', (values, faults) => {
  expect(readPayload(payload, { event: 'lamp.set', values: { ...whole, ...values } })).toEqual({ event: null, faults });
});

test('an unknown payload is an object in JSON, or left out', () => {
  const unknown = payloadOf('lamp', 'lamp.press');
  const read = (value: string) => readPayload(unknown, { event: 'lamp.press', values: { '': value } });
  expect([read(''), read('{"level": 1, "type": "other"}')].map(({ event }) => event)).toEqual([
    { type: 'lamp.press' },
    { type: 'lamp.press', level: 1 },
  ]);
  const json = { kind: 'json', detail: '' };
  expect(['[]', 'null', '{'].map((value) => read(value).faults[''])).toEqual([json, json, json]);
});

test('events of the server have the fields of their schemas', () => {
  expect(payloadOf('player', 'server.session.closed').fields.map(({ key, kind }) => [key, kind])).toEqual([
    ['sessionId', 'text'],
  ]);
  expect(payloadOf('player', 'server.backup.applied').fields).toEqual([]);
});

test('a change of settings has name and value, and sets nothing else', () => {
  const read = (change: string) =>
    readPayload(payloadOf('preferences', 'preferences.set'), { event: 'preferences.set', values: { change } });
  expect(read('{"volume": 0.5}').event).toEqual({ type: 'preferences.set', change: { volume: 0.5 } });
  for (const change of ['{"volume": 2}', '{"loudness": 1}', '[]', '3'])
    expect(read(change).faults['change']?.kind).toBe('wrong');
  expect(Object.keys(preferences.shape)).toContain('volume');
});
