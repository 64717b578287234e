import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { safeParse, type $ZodType, type $ZodTypes } from 'zod/v4/core';
import {
  body,
  everyOf,
  fields,
  ifValid,
  MOST_ENTRIES,
  readableOf,
  text,
  texts,
} from '../../src/schemas/requests/fields.ts';
import { requestBodies } from '../../src/schemas/requests/index.ts';
import { z } from '../../src/schemas/zod.ts';
import { readHttpRecordings } from '../contract/recording.ts';
import { routes } from '../contract/suite.ts';
import { readSource } from '../support/architecture/source.ts';

const root = join(import.meta.dirname, '../..');
/** Files that may import from a folder: their text names it. */
const sourcesNaming = (folder: string, named: string) =>
  sourcesOf(folder).filter(({ text: source }) => source.includes(named));
const sourcesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const schemas = new Map<string, (typeof requestBodies)[keyof typeof requestBodies]>(Object.entries(requestBodies));
/** Bodies that the recorded client sent and the recorded server accepted. */
const taken = readHttpRecordings(join(root, 'tests/contract/recordings')).flatMap(({ name, request, response }) => {
  const match = routes.match(request);
  const schema = match.kind === 'call' ? schemas.get(match.endpoint.name) : undefined;
  const isTaken = response.status !== null && response.status < 300 && request.body !== null;
  return schema && isTaken ? [{ name, schema, body: request.body }] : [];
});

describe('the schemas of requests', () => {
  test('exist for every endpoint that sends JSON', () => {
    const sending = routes.endpoints.filter(({ body }) => body !== undefined).map(({ name }) => name);
    const forms = ['uploads.item', 'uploads.cover', 'uploads.backup'];
    expect(Object.keys(requestBodies).sort()).toEqual(sending.filter((name) => !forms.includes(name)).sort());
  });

  test('take every body that a real server took', () => {
    const refused = taken.filter(({ schema, body }) => !safeParse(schema, body).success).map(({ name }) => name);
    expect(refused).toEqual([]);
    expect(taken.length).toBeGreaterThan(140);
  });

  test('return values that can be sent again and read the same', () => {
    const changed = taken.filter(({ schema, body }) => {
      const once = safeParse(schema, body).data;
      const again = safeParse(schema, JSON.parse(JSON.stringify(once))).data;
      return JSON.stringify(again) !== JSON.stringify(once);
    });
    expect(changed.map(({ name }) => name)).toEqual([]);
  });

  test('add nothing to the client, which imports only their types', () => {
    const values = sourcesNaming('src', 'requests/').flatMap(({ path, text: source }) =>
      path.startsWith('src/schemas/requests/')
        ? []
        : readSource(path, source).imports.filter(
            ({ target, isType }) => target.startsWith('src/schemas/requests/') && !isType,
          ),
    );
    expect(values).toEqual([]);
  });

  test("are the server's only way to read a body, and cover all it takes from the client", () => {
    const server = sourcesOf('server');
    const readers = server.filter(({ text: source }) => /\brequest\.body\b/.test(source)).map(({ path }) => path);
    expect(readers).toEqual(['server/http/body.ts']);
    const taking = sourcesNaming('server', 'src/').flatMap(({ path, text: source }) =>
      readSource(path, source).imports.filter(({ target }) => target.startsWith('src/')),
    );
    expect(taking.filter(({ target }) => !target.startsWith('src/schemas/requests/'))).toEqual([]);
  });
});

describe('a list in a body', () => {
  const entry = fields({ id: text() });
  const many = Array.from({ length: MOST_ENTRIES + 1 }, () => ({ id: 'x' }));
  const read = (schema: Parameters<typeof safeParse>[0], value: unknown) => {
    const result = safeParse(schema, value, { error: () => '' });
    return result.success ? result.data : result.error.issues.map(({ message }) => message);
  };

  test('of readable entries leaves the others out', () => {
    expect(read(readableOf(entry, 'no list'), [{ id: 'a' }, null, { id: 1 }, ['b'], { id: 'c', more: 1 }])).toEqual([
      { id: 'a' },
      { id: 'c' },
    ]);
    expect(read(readableOf(entry, 'no list'), { id: 'a' })).toEqual(['no list']);
  });

  test('that needs all is refused for one unreadable entry', () => {
    expect(read(everyOf(entry, 'no list', 'no entry'), [{ id: 'a' }, { id: 1 }])).toEqual(['no entry']);
    expect(read(everyOf(entry, 'no list', 'no entry'), 'a')).toEqual(['no list']);
  });

  test('that is too long is refused before it is read', () => {
    expect([readableOf(entry, 'no list'), everyOf(entry, 'no list')].map((schema) => issueOf(schema, many))).toEqual([
      { code: 'too_big', maximum: MOST_ENTRIES, path: [], message: '' },
      { code: 'too_big', maximum: MOST_ENTRIES, path: [], message: '' },
    ]);
  });
});

/** The first fault of a value. */
function issueOf(schema: $ZodType, value: unknown) {
  const [issue] = safeParse(schema, value, { error: () => '' }).error?.issues ?? [];
  const { code, path, message } = issue ?? {};
  return { code, maximum: issue?.code === 'too_big' ? issue.maximum : undefined, path, message };
}

/** The source of a schema. */
const defOf = (schema: $ZodType) => (schema as unknown as { readonly def: $ZodTypes['_zod']['def'] }).def;

const INNER = '_zod';
const checkOf = (check: unknown) =>
  (check as Readonly<Record<string, { readonly def: { readonly check: string } }>>)[INNER]?.def.check;

/** Places in a schema that take texts, lists or numbers of any size, or anything at all. */
function unbounded(schema: $ZodType, path: string): string[] {
  const def = defOf(schema);
  const isBounded = (check: string) => (def.checks ?? []).some((one) => checkOf(one) === check);
  switch (def.type) {
    case 'string':
      return isBounded('max_length') ? [] : [path];
    case 'number':
      return isBounded('less_than') ? [] : [path];
    case 'array':
      return [...(isBounded('max_length') ? [] : [path]), ...unbounded(def.element, `${path}[]`)];
    case 'object':
      return Object.entries(def.shape).flatMap(([name, member]) => unbounded(member, `${path}.${name}`));
    case 'union':
      return def.options.flatMap((option, index) => unbounded(option, `${path}|${index}`));
    case 'optional':
    case 'nullable':
    case 'catch':
      return unbounded(def.innerType, path);
    case 'pipe':
      return unboundedPipe(def.in, def.out, path);
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'undefined':
      return [];
    default:
      return [`${path} (${def.type})`];
  }
}

/** The result of a function is checked after it, or before it where nothing else is. */
function unboundedPipe(first: $ZodType, second: $ZodType, path: string): string[] {
  const [before, after] = [defOf(first), defOf(second)];
  if (before.type === 'transform') return unbounded(second, path);
  if (after.type === 'transform') return unbounded(first, path);
  const isCounted = before.type === 'array' && defOf(before.element).type === 'unknown';
  if (!isCounted || after.type !== 'array') return [...unbounded(first, path), ...unbounded(second, path)];
  return [...unbounded(first, path).filter((place) => place === path), ...unbounded(after.element, `${path}[]`)];
}

describe('input has a maximum', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../../src/schemas/requests/*.ts', { eager: true });
  const isSchema = (value: unknown): value is $ZodType =>
    typeof value === 'object' && value !== null && '_zod' in value;
  const all = Object.entries(modules).flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => {
      const schemasOf = isSchema(value) ? { [name]: value } : (value as Record<string, unknown>);
      return Object.entries(schemasOf ?? {}).flatMap(([key, one]) =>
        isSchema(one) ? [{ place: `${file.split('/').at(-1)} ${key}`, schema: one }] : [],
      );
    }),
  );

  test('every text, list and number of every schema', () => {
    expect(all.flatMap(({ place, schema }) => unbounded(schema, place))).toEqual([]);
    expect(all.length).toBeGreaterThan(150);
  });

  test('a schema without one is found at any depth', () => {
    const loose = {
      text: z.string(),
      list: z.array(text()),
      number: ifValid(z.number()),
      entry: everyOf(fields({ name: z.string() })),
      any: z.optional(z.unknown()),
      own: z.custom<string>(),
      made: z.pipe(z.transform(String), z.string()),
      names: texts(),
    };
    expect(unbounded(body(loose), 'body')).toEqual([
      'body.text',
      'body.list',
      'body.number',
      'body.entry[].name',
      'body.any (unknown)',
      'body.own (custom)',
      'body.made',
    ]);
  });

  test('a too large value is refused by name, also where a wrong type is skipped', () => {
    const long = 'x'.repeat(100_001);
    const found = [
      issueOf(requestBodies['account.createBookmark'], { time: 1, title: long }),
      issueOf(requestBodies['me.updateProgress'], { ebookLocation: long }),
      issueOf(requestBodies['me.updateProgress'], { duration: 1e308 }),
      issueOf(requestBodies['items.update'], { metadata: { description: long } }),
      issueOf(requestBodies['items.batchUpdate'], [{ id: 'a' }, { mediaPayload: { tags: [long] } }]),
      issueOf(requestBodies['items.update'], { tags: Array.from({ length: 501 }, String) }),
      issueOf(requestBodies['sessions.saveAllLocal'], { sessions: [{ displayTitle: long }] }),
      issueOf(requestBodies['playback.play'], { deviceInfo: { model: long } }),
      issueOf(requestBodies['users.update'], { password: 'ä'.repeat(37) }),
    ];
    const tooBig = (path: readonly unknown[], maximum: number) => ({ code: 'too_big', maximum, path, message: '' });
    expect(found).toEqual([
      tooBig(['title'], 1000),
      tooBig(['ebookLocation'], 1000),
      tooBig(['duration'], 1e12),
      tooBig(['metadata', 'description'], 100_000),
      tooBig([1, 'mediaPayload', 'tags', 0], 4096),
      tooBig(['tags'], 500),
      tooBig(['sessions', 0, 'displayTitle'], 4096),
      tooBig(['deviceInfo', 'model'], 4096),
      tooBig(['password'], 72),
    ]);
    expect(safeParse(requestBodies['me.updateProgress'], { ebookLocation: {}, duration: 'x' }).data).toEqual({});
  });
});
