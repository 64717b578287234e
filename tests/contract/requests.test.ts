import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AnyEndpoint, Query } from '../../src/services/endpoints/define-endpoint.ts';
import { readHttpRecordings, type HttpRecording } from './recording.ts';
import { routes } from './suite.ts';

/*
 * The sending half of the contract: from the data of a recorded request, its endpoint makes the same request. A marker
 * for each field finds the input: it appears in path, query or body.
 */

const recordings = readHttpRecordings(fileURLToPath(new URL('./recordings', import.meta.url)));

/** Inputs without a visible marker: flags, and values that are converted. */
const flags: Readonly<Record<string, object>> = {
  'items.batchDelete': { hard: true },
  'items.delete': { hard: true },
  'podcasts.deleteEpisode': { hard: true },
  'podcasts.matchEpisodes': { override: true },
  'libraries.scan': { force: false },
  'notifications.fireTest': { fail: false },
  'notifications.updateOne': {
    change: {
      eventName: 'onBackupCompleted',
      libraryId: null,
      urls: ['json://127.0.0.1'],
      titleTemplate: 'Backup!',
      bodyTemplate: 'Done',
      type: 'success',
      enabled: true,
    },
  },
  'auth.init': { username: 'root', password: 'rootpass' },
  'tools.embed': { forceEmbedChapters: true, backup: true },
  'tools.embedBatch': { backup: false },
  'libraries.series': { desc: false },
  'tags.delete': { tag: 'none' },
  'genres.delete': { genre: 'Fables' },
};

/** Sent with a file, or by newer servers only. */
const notCompared = new Set(['uploads.item', 'uploads.cover', 'uploads.backup', 'search.providers']);

type Functions = { [Key in 'path' | 'query' | 'body']: (input: unknown) => unknown };

const mark = (key: string) => `__${key}__`;
const keyOf = (value: unknown) => (typeof value === 'string' ? (/^__(\w+)__$/.exec(value)?.[1] ?? null) : null);

function sentBy(endpoint: AnyEndpoint, input: unknown) {
  const { path, query, body } = endpoint as unknown as Partial<Functions>;
  const parameters = Object.entries((query?.(input) ?? {}) as Query).filter(([, value]) => value !== undefined);
  return {
    path: decodeURIComponent(String(path?.(input))),
    query: Object.fromEntries(parameters.map(([key, value]) => [key, String(value)])),
    body: JSON.parse(JSON.stringify(body?.(input) ?? null)),
  };
}

function inputFor(endpoint: AnyEndpoint, request: HttpRecording['request']): unknown {
  const { path, query, body } = endpoint as unknown as Partial<Functions>;
  const segments = request.path.split('/');
  const marksWithout = (missing: readonly string[]) =>
    new Proxy({}, { get: (_, key) => (missing.includes(String(key)) ? undefined : mark(String(key))) });
  const marks = [[], ['episodeId']]
    .map(marksWithout)
    .find((candidate) => String(path?.(candidate)).split('/').length === segments.length);
  if (!marks) return {};
  const found: Record<string, unknown> = {};
  const keep = (marked: unknown, value: unknown) => {
    const key = keyOf(marked);
    if (key !== null && value !== undefined) found[key] = value;
  };
  for (const [index, segment] of String(path?.(marks)).split('/').entries()) keep(segment, segments[index]);
  for (const [key, marked] of Object.entries(query?.(marks) ?? {})) keep(marked, request.query[key]);
  const sent = body?.(marks);
  if (sent === marks) return Array.isArray(request.body) ? request.body : { ...found, ...(request.body as object) };
  if (typeof sent === 'object' && sent !== null) {
    for (const [key, marked] of Object.entries(sent))
      keep(marked, (request.body as Record<string, unknown> | null)?.[key]);
  } else keep(sent, request.body);
  return { ...found, ...flags[endpoint.name] };
}

/** The parts of the recorded request that the endpoint sets. */
function recordedOf(request: HttpRecording['request'], sent: ReturnType<typeof sentBy>) {
  const query = Object.entries(request.query).filter(([key]) => key !== 'include' && key !== 'desc' && key !== 'token');
  return { path: request.path, query: { ...sent.query, ...Object.fromEntries(query) }, body: request.body ?? null };
}

const made = new Map<AnyEndpoint, HttpRecording['request'][]>();
for (const { request, response } of recordings) {
  const match = routes.match(request);
  if (match.kind === 'call' && response.status !== null && response.status < 300) {
    made.set(match.endpoint, [...(made.get(match.endpoint) ?? []), request]);
  }
}

test.each(
  routes.endpoints.filter(({ name }) => !notCompared.has(name)).map((endpoint) => [endpoint.name, endpoint] as const),
)('%s makes the recorded request', (name, endpoint) => {
  const requests =
    made.get(endpoint) ??
    (name === 'backups.delete' ? [{ method: 'DELETE', path: '/api/backups/nope', query: {}, body: null }] : []);
  const pairs = requests.map((request) => {
    const sent = sentBy(endpoint, inputFor(endpoint, request));
    return { sent, recorded: recordedOf(request, sent) };
  });
  const equal = pairs.find(({ sent, recorded }) => JSON.stringify(sorted(sent)) === JSON.stringify(sorted(recorded)));
  const shown = equal ?? pairs[0];
  expect(shown?.sent).toEqual(shown?.recorded);
  expect(pairs.length).toBeGreaterThan(0);
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, entry]) => [key, sorted(entry)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
