import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { breathe } from '../breathe.ts';
import { matchesEtag, preferredEncoding } from './negotiate.ts';

const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)];

/** Below this many characters packing costs more than it saves. */
const WORTH_PACKING = 1400;

/** Last steps of every text and JSON answer: a weak ETag on GET (304 when the client has it), then brotli or gzip. */
export function addFinishing(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return payload;
    const isLong = payload.length >= WORTH_PACKING;
    if (request.headers['if-none-match'] === undefined && isLong) {
      const [packed] = await Promise.all([pack(request, reply, payload), withEtag(request, reply, payload)]);
      return packed;
    }
    const known = await withEtag(request, reply, payload);
    return known === '' || !isLong ? known : pack(request, reply, payload);
  });
}

/**
 * Answers from this many characters on are sent in parts; packing them as tightly would take longer than sending the
 * tenth that it saves.
 */
const LONG_ANSWER = 1024 ** 2;

/** A window of 256 kB instead of 4 MB: answers are shorter, and each packing takes less memory. */
const brotliParams = (length: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: length < LONG_ANSWER ? 4 : 1,
  [constants.BROTLI_PARAM_LGWIN]: 18,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
});

/** Characters of a long answer that are hashed and sent at once. */
const AT_ONCE = 256 * 1024;

/** A text in parts, with a turn of the loop between them; surrogate pairs stay together. */
async function* partsOf(payload: string): AsyncGenerator<Buffer> {
  for (let start = 0, end = 0; start < payload.length; start = end) {
    if (start > 0) await breathe();
    end = start + AT_ONCE;
    if (isHighSurrogate(payload.charCodeAt(end - 1))) end += 1;
    yield Buffer.from(payload.slice(start, end));
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

async function digestOf(payload: string): Promise<string> {
  const hash = createHash('sha1');
  for await (const part of partsOf(payload)) hash.update(part);
  return hash.digest('base64url');
}

async function withEtag(request: FastifyRequest, reply: FastifyReply, payload: string): Promise<string> {
  if (request.method !== 'GET' || reply.statusCode !== 200 || reply.hasHeader('etag')) return payload;
  const etag = `W/"${payload.length.toString(16)}-${await digestOf(payload)}"`;
  reply.header('etag', etag);
  if (!matchesEtag(request.headers['if-none-match'], etag)) return payload;
  reply.code(304).removeHeader('content-length');
  return '';
}

async function pack(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): Promise<string | Buffer | Readable> {
  if (reply.hasHeader('content-encoding')) return payload;
  const isLong = payload.length >= LONG_ANSWER;
  reply.header('vary', 'accept-encoding');
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  if (isLong || encoding) reply.removeHeader('content-length');
  if (encoding) reply.header('content-encoding', encoding);
  const options = { params: brotliParams(payload.length), level: 5 };
  if (!isLong) {
    if (!encoding) return payload;
    return encoding === 'br' ? brotliAsync(payload, options) : gzipAsync(payload, options);
  }
  const parts = Readable.from(partsOf(payload));
  if (!encoding) return parts;
  const packer = encoding === 'br' ? createBrotliCompress(options) : createGzip(options);
  return parts.pipe(packer);
}
