import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { everyOf, fields, MOST_ENTRIES, readableOf, text } from '../../src/schemas/requests/fields.ts';
import { requestBodies } from '../../src/schemas/requests/index.ts';
import { readHttpRecordings } from '../contract/recording.ts';
import { routes } from '../contract/suite.ts';
import { readSource } from '../support/architecture/source.ts';

const root = join(import.meta.dirname, '../..');
/** Those that may import from a folder: their text names it. */
const sourcesNaming = (folder: string, named: string) =>
  sourcesOf(folder).filter(({ text: source }) => source.includes(named));
const sourcesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const schemas = new Map<string, (typeof requestBodies)[keyof typeof requestBodies]>(Object.entries(requestBodies));
/** Bodies that the recorded client sent and the recorded server took. */
const taken = readHttpRecordings(join(root, 'tests/contract/recordings')).flatMap(({ name, request, response }) => {
  const match = routes.match(request);
  const schema = match.kind === 'call' ? schemas.get(match.endpoint.name) : undefined;
  const isTaken = response.status !== null && response.status < 300 && request.body !== null;
  return schema && isTaken ? [{ name, schema, body: request.body }] : [];
});

describe('the schemas of requests', () => {
  test('are there for every endpoint that sends JSON', () => {
    const sending = routes.endpoints.filter(({ body }) => body !== undefined).map(({ name }) => name);
    const forms = ['uploads.item', 'uploads.cover', 'uploads.backup'];
    expect(Object.keys(requestBodies).sort()).toEqual(sending.filter((name) => !forms.includes(name)).sort());
  });

  test('take every body that a real server took', () => {
    const refused = taken.filter(({ schema, body }) => !safeParse(schema, body).success).map(({ name }) => name);
    expect(refused).toEqual([]);
    expect(taken.length).toBeGreaterThan(140);
  });

  test('give what can be sent again and is read the same', () => {
    const changed = taken.filter(({ schema, body }) => {
      const once = safeParse(schema, body).data;
      const again = safeParse(schema, JSON.parse(JSON.stringify(once))).data;
      return JSON.stringify(again) !== JSON.stringify(once);
    });
    expect(changed.map(({ name }) => name)).toEqual([]);
  });

  test('weigh nothing in the client, which takes their types only', () => {
    const values = sourcesNaming('src', 'requests/').flatMap(({ path, text: source }) =>
      path.startsWith('src/schemas/requests/')
        ? []
        : readSource(path, source).imports.filter(
            ({ target, isType }) => target.startsWith('src/schemas/requests/') && !isType,
          ),
    );
    expect(values).toEqual([]);
  });

  test('are the only way by which the server reads a body, and all that it takes from the client', () => {
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

  test('of which all are needed is refused for one that cannot be read', () => {
    expect(read(everyOf(entry, 'no list', 'no entry'), [{ id: 'a' }, { id: 1 }])).toEqual(['no entry']);
    expect(read(everyOf(entry, 'no list', 'no entry'), 'a')).toEqual(['no list']);
  });

  test('that is too long is refused before it is read', () => {
    expect([read(readableOf(entry, 'long'), many), read(everyOf(entry, 'long'), many)]).toEqual([['long'], ['long']]);
  });
});
