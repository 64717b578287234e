import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { matchesEtag, preferredEncoding, type Encoding } from '../http/negotiate.ts';

/** Below this many bytes packing costs more than it saves. */
const WORTH_PACKING = 1400;
/** Most bytes that are held back to make an ETag; longer answers stream without one. */
const MOST_HELD = 1024 * 1024;

/**
 * Sends an answer of the upstream. Plain JSON is packed (brotli or gzip, as the browser accepts), and a GET of a
 * version that the browser has is answered 304, by the ETag of the upstream or one made here. All else (ranges, media,
 * event streams, packed bodies) passes byte by byte. `headers`: those of the answer as they are here.
 */
export function sendAnswer(
  request: IncomingMessage,
  incoming: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
): void {
  const { headers: report, statusCode = 502 } = incoming;
  if (!isPlainJson(request, incoming)) {
    response.writeHead(statusCode, headers);
    pass(incoming, response);
    return;
  }
  if (request.method !== 'GET' || report.etag !== undefined || lengthOf(incoming) > MOST_HELD) {
    sendJson(request, incoming, response, { headers, etag: report.etag, length: lengthOf(incoming) });
    return;
  }
  hold(
    incoming,
    (body, isAll) => {
      const etag = isAll
        ? `W/"${body.length.toString(16)}-${createHash('sha1').update(body).digest('base64url')}"`
        : undefined;
      const whole = isAll ? Readable.from([body]) : Readable.from(after(body, incoming));
      sendJson(request, whole, response, { headers, etag, length: isAll ? body.length : Number.NaN });
    },
    () => response.destroy(),
  );
}

interface Json {
  readonly headers: OutgoingHttpHeaders;
  readonly etag: string | undefined;
  /** In bytes; NaN when unknown. */
  readonly length: number;
}

function sendJson(
  request: IncomingMessage,
  body: Readable,
  response: ServerResponse,
  { headers, etag, length }: Json,
): void {
  const { 'content-length': _length, 'content-type': type, vary, ...others } = headers;
  const varied = { ...others, vary: varyOf(vary) };
  const known = etag === undefined ? {} : { etag: weak(etag) };
  if (request.method === 'GET' && etag !== undefined && matchesEtag(request.headers['if-none-match'], etag)) {
    body.resume();
    response.writeHead(304, { ...varied, ...known }).end();
    return;
  }
  const encoding = length < WORTH_PACKING ? undefined : preferredEncoding(request.headers['accept-encoding']);
  if (encoding === undefined) {
    response.writeHead(200, {
      ...varied,
      ...(etag === undefined ? {} : { etag }),
      'content-type': type,
      ...(length >= 0 ? { 'content-length': length } : {}),
    });
    pass(body, response);
    return;
  }
  response.writeHead(200, { ...varied, ...known, 'content-type': type, 'content-encoding': encoding });
  pipeline(body, packer(encoding, length), response, () => undefined);
}

function pass(body: Readable, response: ServerResponse): void {
  pipeline(body, response, () => undefined);
}

/** Complete JSON that may be changed on its way. */
function isPlainJson(request: IncomingMessage, { statusCode, headers }: IncomingMessage): boolean {
  return (
    statusCode === 200 &&
    request.method !== 'HEAD' &&
    /^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '') &&
    (headers['content-encoding'] ?? 'identity') === 'identity' &&
    headers['content-range'] === undefined &&
    !/\bno-transform\b/i.test(headers['cache-control'] ?? '')
  );
}

const lengthOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? Number.NaN);

/** A window of 1 MB, and the level that is about as fast as the network. */
function packer(encoding: Encoding, length: number) {
  const size = Number.isNaN(length) ? {} : { [constants.BROTLI_PARAM_SIZE_HINT]: length };
  return encoding === 'br'
    ? createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 20, ...size },
      })
    : createGzip({ level: 5 });
}

/** The bytes of a packed body differ. */
function weak(etag: string): string {
  return etag.startsWith('W/') ? etag : `W/${etag}`;
}

function varyOf(vary: OutgoingHttpHeaders['vary']): string {
  const names = [vary ?? []].flat().join(', ');
  return /accept-encoding|\*/i.test(names) ? names : [names, 'Accept-Encoding'].filter(Boolean).join(', ');
}

/** Collects a body until it ends or becomes too large to wait for. */
function hold(incoming: IncomingMessage, done: (body: Buffer, isAll: boolean) => void, failed: () => void): void {
  const parts: Buffer[] = [];
  let size = 0;
  const settle = (isAll: boolean) => {
    incoming.off('data', take).off('end', end).off('error', failed).pause();
    done(Buffer.concat(parts), isAll);
  };
  const take = (part: Buffer) => {
    parts.push(part);
    size += part.length;
    if (size > MOST_HELD) settle(false);
  };
  const end = () => settle(true);
  incoming.on('data', take).on('end', end).on('error', failed);
}

async function* after(first: Buffer, rest: IncomingMessage): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
