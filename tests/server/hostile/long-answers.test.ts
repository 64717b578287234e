import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPace } from '../../../server/breathe.ts';
import { addFinishing } from '../../../server/http/finish.ts';

/** Surrogate pairs at odd places, so that one lies across the end of a part. */
const long = `x${'😀é'.repeat(600_000)}`;
const app = fastify({ forceCloseConnections: true });
addFinishing(app);
app.get('/long', (_request, reply) => reply.type('text/plain; charset=utf-8').send(long));
let url: string;
beforeAll(async () => {
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/long`;
});
afterAll(() => app.close());

const headersOf = ({ headers }: Response) => [
  headers.get('content-encoding'),
  headers.get('transfer-encoding'),
  headers.get('content-length'),
];

describe('an answer of megabytes', () => {
  test.each([
    ['identity', null],
    ['gzip', 'gzip'],
    ['br, gzip', 'br'],
  ])('is sent in parts and is whole (%s)', async (accepted, encoding) => {
    const answer = await fetch(url, { headers: { 'accept-encoding': accepted } });
    expect([headersOf(answer), (await answer.text()) === long]).toEqual([[encoding, 'chunked', null], true]);
  });

  test('has an ETag, and no body for HEAD', async () => {
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    const known = await fetch(url, { headers: { 'if-none-match': etag } });
    const head = await fetch(url, { method: 'HEAD' });
    expect([etag.startsWith('W/"'), known.status, await known.text(), head.status, await head.text()]).toEqual([
      true,
      304,
      '',
      200,
      '',
    ]);
  });

  test('that the client stops reading does not block the server', async () => {
    const ending = new AbortController();
    const answer = await fetch(url, { signal: ending.signal, headers: { 'accept-encoding': 'identity' } });
    await answer.body?.getReader().read();
    ending.abort();
    expect((await fetch(url)).status).toBe(200);
  });
});

test('a long list is worked on for ten milliseconds at a time', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const turns: number[] = [];
  const pace = createPace();
  for (let entry = 0; entry < 30; entry += 1) {
    clock.mockReturnValue(entry);
    let isNext = false;
    setImmediate(() => (isNext = true));
    await pace();
    if (isNext) turns.push(entry);
  }
  clock.mockRestore();
  expect(turns).toEqual([10, 20]);
});
