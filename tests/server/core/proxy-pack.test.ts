import http, { type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUpstreamProxy } from '../../../server/proxy/upstream-proxy.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const records = JSON.stringify({
  records: Array.from({ length: 500 }, (_, number) => ({ number, title: `Book ${number}` })),
});
const json = { 'content-type': 'application/json; charset=utf-8' };

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Like node's own client, which neither requests packed answers nor unpacks them. */
function ask(url: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent: false }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) }),
      );
    });
    request.on('error', reject).end();
  });
}

describe('packing of the proxy', () => {
  let answer: (request: IncomingMessage, response: http.ServerResponse) => void;
  let upstream: Server;
  let proxy: Server;
  let url: string;
  beforeAll(async () => {
    upstream = http.createServer((request, response) => answer(request, response));
    proxy = createUpstreamProxy(
      new URL(await listen(upstream)),
      { respond: () => false, has: () => false },
      () => true,
    );
    url = await listen(proxy);
  });
  beforeEach(() => {
    answer = (_, response) =>
      response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(records) }).end(records);
  });
  afterAll(async () => {
    for (const server of [proxy, upstream]) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    }
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['deflate', undefined],
    ['br; q=0.0', undefined],
    [undefined, undefined],
  ])('sends a browser that accepts %s JSON as %s', async (accepted, expected) => {
    const { headers, body } = await ask(url, accepted === undefined ? {} : { 'accept-encoding': accepted });
    const plain = expected === 'br' ? brotliDecompressSync(body) : expected === 'gzip' ? gunzipSync(body) : body;
    expect([headers['content-encoding'], headers.vary, headers['content-type'], String(plain)]).toEqual([
      expected,
      'Accept-Encoding',
      json['content-type'],
      records,
    ]);
    expect(body.length < records.length / 3).toBe(expected !== undefined);
  });

  it('packs the answer of a POST, and adds no ETag to it', async () => {
    const { headers, body } = await ask(`${url}/api/authorize`, { 'accept-encoding': 'br' }, 'POST');
    expect([headers['content-encoding'], headers.etag, String(brotliDecompressSync(body))]).toEqual([
      'br',
      undefined,
      records,
    ]);
  });

  it("adds the encoding to the upstream's Vary", async () => {
    answer = (_, response) => response.writeHead(200, { ...json, vary: 'Origin' }).end(records);
    expect((await ask(url, { 'accept-encoding': 'br' })).headers.vary).toBe('Origin, Accept-Encoding');
  });

  it('answers 304 by its own ETag when the upstream sends none', async () => {
    const first = await ask(url, { 'accept-encoding': 'br' });
    const { etag } = first.headers;
    const again = await ask(url, { 'accept-encoding': 'br', 'if-none-match': `"other", ${etag}` });
    expect([first.status, etag, again.status, again.headers.etag, again.body.length]).toEqual([
      200,
      expect.stringMatching(/^W\/"/),
      304,
      etag,
      0,
    ]);
    answer = (_, response) => response.writeHead(200, json).end(`${records} `);
    expect((await ask(url, { 'if-none-match': etag })).status).toBe(200);
  });

  it('keeps the ETag of the upstream: strong for its own bytes, weak for packed ones, 304 by either', async () => {
    answer = (_, response) => response.writeHead(200, { ...json, etag: '"7"' }).end(records);
    const [plain, packed] = [await ask(url), await ask(url, { 'accept-encoding': 'br' })];
    expect([plain.headers.etag, packed.headers.etag]).toEqual(['"7"', 'W/"7"']);
    for (const known of ['"7"', 'W/"7"', '*'])
      expect([(await ask(url, { 'if-none-match': known })).status, known]).toEqual([304, known]);
    expect((await ask(url, { 'if-none-match': 'W/"8"' })).status).toBe(200);
  });

  it('revalidates at the upstream, and passes its 304 on', async () => {
    answer = (request, response) =>
      response.writeHead(request.headers['if-none-match'] === 'W/"7"' ? 304 : 500, { etag: 'W/"7"' }).end();
    const { status, headers, body } = await ask(url, { 'if-none-match': 'W/"7"', 'accept-encoding': 'br' });
    expect([status, headers.etag, body.length]).toEqual([304, 'W/"7"', 0]);
  });

  it('streams a packed answer that is too large to hold', async () => {
    const half = JSON.stringify('x'.repeat(5 * 1024 * 1024));
    answer = (_, response) => response.writeHead(200, json).write(half);
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      http.get(url, { headers: { 'accept-encoding': 'gzip' }, agent: false }, resolve).on('error', reject);
    });
    expect([incoming.statusCode, incoming.headers.etag, incoming.headers['content-encoding']]).toEqual([
      200,
      undefined,
      'gzip',
    ]);
    incoming.destroy();
  });

  it('sends all of a large answer of unknown length', async () => {
    const large = JSON.stringify(Array.from({ length: 600_000 }, (_, number) => `entry ${number}`));
    answer = (_, response) => response.writeHead(200, json).end(large);
    const { body } = await ask(url, { 'accept-encoding': 'br' });
    expect(String(brotliDecompressSync(body))).toBe(large);
  });

  it.each<[string, number, OutgoingHttpHeaders]>([
    ['an audio file', 200, { 'content-type': 'audio/mpeg', 'accept-ranges': 'bytes' }],
    ['a part of a file', 206, { ...json, 'content-range': 'bytes 0-9/99' }],
    ['a playlist of segments', 200, { 'content-type': 'application/vnd.apple.mpegurl' }],
    ['an event stream', 200, { 'content-type': 'text/event-stream' }],
    ['a poll of the socket', 200, { 'content-type': 'text/plain; charset=UTF-8' }],
    ['a refusal', 404, json],
    ['what must not be changed', 200, { ...json, 'cache-control': 'no-transform' }],
  ])('passes %s byte by byte', async (_name, status, headers) => {
    answer = (_request, response) =>
      response.writeHead(status, { ...headers, 'content-length': records.length }).end(records);
    const passed = await ask(url, { 'accept-encoding': 'br', 'if-none-match': '*' });
    expect([
      passed.status,
      passed.headers['content-encoding'],
      passed.headers.etag,
      passed.headers['content-length'],
      String(passed.body),
    ]).toEqual([status, undefined, undefined, String(records.length), records]);
    expect(passed.headers).toMatchObject(headers);
  });

  it('passes packed bodies and headers on', async () => {
    const packed = gzipSync(records);
    answer = (_, response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(packed);
    expect((await ask(url, { 'accept-encoding': 'br' })).body).toEqual(packed);
    answer = (_, response) => response.writeHead(200, { ...json, 'content-length': 99_999 }).end();
    const { headers } = await ask(url, { 'accept-encoding': 'br' }, 'HEAD');
    expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, '99999']);
  });

  it('leaves a short answer as it is, with an ETag', async () => {
    answer = (_, response) => response.writeHead(200, json).end('{"success":true}');
    const { headers, body } = await ask(url, { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], headers['content-length'], headers.etag, String(body)]).toEqual([
      undefined,
      '16',
      expect.any(String),
      '{"success":true}',
    ]);
  });

  it.each([{ etag: '"7"' }, {}])('an answer that the upstream breaks off breaks off here (%o)', async (extra) => {
    answer = (_, response) => {
      response.writeHead(200, { ...json, ...extra, 'content-length': 99_999 }).write(records, () => response.destroy());
    };
    await expect(ask(url, { 'accept-encoding': 'br' })).rejects.toThrow(/aborted|socket hang up/);
  });
});
