import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/embedded-server.ts';
import { at } from '../library/support.ts';
import { FIRST_RUN, isValueDeviation } from './exceptions.ts';
import { recordings } from './recorded.ts';
import { problemsOf } from './replay.ts';
import { valueDifferences, isOwn } from './values.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('a server without accounts answers as recorded, from the first request to the first list', async () => {
  const problems: Record<string, readonly string[]> = {};
  let token = '';
  for (const name of FIRST_RUN) {
    const recording = recordings.find((other) => other.name === name);
    if (!recording) throw new Error(`No recording ${name}`);
    const { method, path, body, as } = recording.request;
    const headers = as === 'anonymous' ? {} : { authorization: `Bearer ${token}` };
    const reply =
      method === 'GET'
        ? await server.anonymous.get(path, headers)
        : await server.anonymous.send(method as 'POST', path, body ?? undefined, headers);
    token = String(at(reply.body, 'user', 'accessToken') ?? token);
    const found = [
      ...problemsOf(recording, reply),
      ...valueDifferences(reply.body, recording.response.body, { isWhole: () => true, isOwn }),
    ].filter((problem) => !isValueDeviation(name, problem.split(': ', 1)[0] ?? ''));
    if (found.length > 0) problems[name] = found;
  }
  expect(problems).toEqual({});
});
