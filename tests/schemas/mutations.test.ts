import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppException } from '../../src/schemas/app-error.ts';
import { parseServerEvent, serverEventTypes } from '../../src/schemas/socket/server-events.ts';
import { parseAnswer } from '../../src/services/answer.ts';
import type { AnyEndpoint } from '../../src/services/endpoints/define-endpoint.ts';
import { readHttpRecordings, readSocketRecordings } from '../contract/recording.ts';
import { routes } from '../contract/suite.ts';
import { droppedIn } from '../support/dropped.ts';

type Path = readonly (string | number)[];

/** The result of an answer. Any error but a contract failure fails the test. */
type Outcome = { readonly kind: 'parsed'; readonly value: unknown } | { readonly kind: 'reported' };

const folder = fileURLToPath(new URL('../contract/recordings', import.meta.url));
const recordings = readHttpRecordings(folder);

/** Sent back to the server unchanged, or shown as they are: unknown keys pass on purpose. */
const passedOn = new Set(['podcasts.readFeed', 'podcasts.searchEpisode', 'items.probe']);
/** Parts of answers that fill a template: texts and numbers by any name. */
const fillings = new Set<unknown>(['testData']);

/** Missing from the recordings. */
const handMade: Readonly<Record<string, unknown>> = {
  'search.providers': {
    providers: {
      books: [{ value: 'google', text: 'Google Books' }],
      booksCovers: [{ value: 'best', text: 'Best' }],
      podcasts: [{ value: 'itunes', text: 'iTunes' }],
    },
  },
};
const handMadeEvents: readonly (readonly [string, unknown])[] = [
  ['episode_download_queue_cleared', 'item-1'],
  ['authors_num_books_updated', { libraryId: 'library-1', authors: [{ id: 'author-1', numBooks: 3 }] }],
];

const answers = new Map<AnyEndpoint, unknown[]>();
for (const { request, response } of recordings) {
  const match = routes.match(request);
  if (match.kind !== 'call' || response.status === null || response.status >= 300) continue;
  answers.set(match.endpoint, [...(answers.get(match.endpoint) ?? []), response.body]);
}

/** Every endpoint with its smallest recorded answer that is a non-empty object or list. */
const samples: readonly (readonly [string, AnyEndpoint, unknown])[] = routes.endpoints
  .filter(({ answer = 'json' }) => answer === 'json')
  .flatMap((endpoint) => {
    const bodies = (answers.get(endpoint) ?? [handMade[endpoint.name]]).sort(
      (left, right) => sizeOf(left) - sizeOf(right),
    );
    const body = bodies.find((candidate) => pathsOf(candidate).length > 3) ?? bodies[0];
    return body === undefined ? [] : [[endpoint.name, endpoint, body] as const];
  });

/** Every event with its smallest recorded argument; a later entry of the map replaces an earlier one. */
const events: readonly (readonly [string, unknown])[] = [
  ...new Map(
    readSocketRecordings(folder)
      .flatMap((recording) => recording.events)
      .filter(({ dir, event }) => dir === 'in' && event !== 'connect' && event !== 'disconnect')
      .map(({ event, payload }) => [event, payload] as const)
      .sort(([, left], [, right]) => sizeOf(right) - sizeOf(left)),
  ),
  ...handMadeEvents,
];

function sizeOf(body: unknown): number {
  return JSON.stringify(body ?? null).length;
}

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    const path = [...at, Array.isArray(value) ? Number(key) : key];
    return [path, ...pathsOf(entry, path)];
  });
}

type Change = (parent: Record<string | number, unknown>, key: string | number) => void;

const changes: Readonly<Record<string, Change>> = {
  drop: (parent, key) => (Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key]),
  nest: (parent, key) => (parent[key] = { inside: parent[key] }),
  list: (parent, key) => (parent[key] = [parent[key]]),
  toNull: (parent, key) => (parent[key] = null),
  toText: (parent, key) => (parent[key] = `${'a'.repeat(5_000)}!`),
  toNumber: (parent, key) => (parent[key] = -1e308),
  toFlag: (parent, key) => (parent[key] = true),
  toEmpty: (parent, key) => (parent[key] = {}),
};

/** A value that no schema accepts in place of the old one. */
const replaceByAnotherKind: Change = (parent, key) => {
  parent[key] = typeof parent[key] === 'object' ? 'another kind' : { another: 'kind' };
};

/** The places of an answer with values, each kind of place once: `results.*.id`. */
function distinctPaths(body: unknown): Path[] {
  const places = new Map<string, Path>();
  for (const path of pathsOf(body)) {
    const place = path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');
    if (!places.has(place) && valueAt(body, path) !== null) places.set(place, path);
  }
  return [...places.values()];
}

function valueAt(body: unknown, path: Path): unknown {
  return path.reduce((value, key) => (value as Record<string | number, unknown>)[key], body);
}

function changed(body: unknown, path: Path, change: Change): unknown {
  const copy: unknown = structuredClone(body);
  let parent = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) {
    const next = parent[key];
    if (typeof next !== 'object' || next === null) return copy;
    parent = next as Record<string | number, unknown>;
  }
  change(parent, path.at(-1) ?? 0);
  return copy;
}

function outcomeOf(endpoint: AnyEndpoint, body: unknown): Outcome {
  try {
    const value = parseAnswer(endpoint, JSON.stringify(body) ?? 'null');
    return droppedIn(value).length > 0 ? { kind: 'reported' } : { kind: 'parsed', value };
  } catch (cause) {
    if (cause instanceof AppException && cause.error.kind === 'contract' && cause.error.issues.length > 0)
      return { kind: 'reported' };
    throw cause;
  }
}

test('there is a sample for every event and every call with data, but two that share their schema with others', () => {
  const unsampled = routes.endpoints.filter(
    ({ name, answer = 'json' }) => answer === 'json' && !samples.some(([other]) => other === name),
  );
  expect(unsampled.map(({ name }) => name).sort()).toEqual(['backups.delete', 'uploads.cover']);
  const seen = new Set(events.map(([name]) => name));
  expect(serverEventTypes.map(([name]) => name).filter((name) => !seen.has(name))).toEqual([]);
});

describe('one value of another kind in an answer', () => {
  test.each(samples.filter(([name]) => !passedOn.has(name)))(
    'is reported, or was never read: %s',
    (_, endpoint, body) => {
      const original = outcomeOf(endpoint, body);
      const slipped = distinctPaths(body).filter((path) => {
        if (path.slice(0, -1).some((part) => fillings.has(part))) return false;
        const outcome = outcomeOf(endpoint, changed(body, path, replaceByAnotherKind));
        return outcome.kind === 'parsed' && JSON.stringify(outcome) !== JSON.stringify(original);
      });
      expect(slipped).toEqual([]);
    },
  );

  test.each(samples)('reports an answer that is something else altogether: %s', (name, endpoint) => {
    const others = [undefined, 7, 'text', true, { unlike: true }, [{ unlike: true }]];
    const accepted = others.filter((other) => outcomeOf(endpoint, other).kind === 'parsed');
    expect(accepted).toEqual(acceptedByDesign(name));
  });
});

/** The result of an event; `reported` when it is malformed or lost an entry of its list. */
function outcomeOfEvent(name: string, payload: unknown): Outcome {
  const parsed = parseServerEvent(name, [payload]);
  return parsed.kind === 'event' && droppedIn(parsed.event).length === 0
    ? { kind: 'parsed', value: parsed.event }
    : { kind: 'reported' };
}

test.each(events)('one value of another kind in an event is reported, or was never read: %s', (name, payload) => {
  const original = outcomeOfEvent(name, payload);
  const slipped = distinctPaths(payload).filter((path) => {
    const outcome = outcomeOfEvent(name, changed(payload, path, replaceByAnotherKind));
    return outcome.kind === 'parsed' && JSON.stringify(outcome) !== JSON.stringify(original);
  });
  expect(original.kind).toBe('parsed');
  expect(slipped).toEqual([]);
});

/** `null` is no author found; some answers are records or have optional keys only. */
function acceptedByDesign(name: string): unknown[] {
  switch (name) {
    case 'search.authors':
      return [undefined];
    case 'items.probe':
    case 'libraries.search':
    case 'auth.logout':
      return [{ unlike: true }];
    default:
      return [];
  }
}

test.each(samples)('with any change, the answer is parsed or reported: %s', (_, endpoint, body) => {
  const paths = pathsOf(body);
  const mutation = fc.record({ path: fc.constantFrom(...paths), change: fc.constantFrom(...Object.values(changes)) });
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      const mutated = mutations.reduce((answer, { path, change }) => changed(answer, path, change), body);
      expect(['parsed', 'reported']).toContain(outcomeOf(endpoint, mutated).kind);
    }),
    { numRuns: 40 },
  );
});

test.each(events)('with any change, the event is parsed or malformed: %s', (name, payload) => {
  const wrapped = { payload: payload ?? null };
  const mutation = fc.record({
    path: fc.constantFrom(...pathsOf(wrapped)),
    change: fc.constantFrom(...Object.values(changes)),
  });
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      const mutated = mutations.reduce((value: unknown, { path, change }) => changed(value, path, change), wrapped);
      const parsed = parseServerEvent(name, [(mutated as { payload?: unknown }).payload]);
      expect(['event', 'malformed']).toContain(parsed.kind);
    }),
    { numRuns: 40 },
  );
});

test('a text that is no JSON and one that nests without end are contract failures', () => {
  const [, endpoint] = samples.find(([name]) => name === 'items.probe') ?? [];
  expect(endpoint).toBeDefined();
  for (const text of ['', '<html>', '{"a":', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`]) {
    expect(() => endpoint && parseAnswer(endpoint, text)).toThrow(AppException);
  }
});
