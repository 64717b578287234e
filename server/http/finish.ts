import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from './etags.ts';

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

/** From so many bytes on, packing as small as below takes longer than sending the tenth that it saves. */
const LONG_ANSWER = 1024 ** 2;

/** A window of 256 kB instead of 4 MB: answers are shorter, and each packing takes that much less memory. */
const brotliParams = (length: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: length < LONG_ANSWER ? 4 : 1,
  [constants.BROTLI_PARAM_LGWIN]: 18,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
});

/** Characters that are hashed at once: an answer may have millions. */
const HASHED_AT_ONCE = 512 * 1024;

async function digestOf(payload: string): Promise<string> {
  const hash = createHash('sha1');
  for (let start = 0; start < payload.length; start += HASHED_AT_ONCE) {
    if (start > 0) await new Promise((resolve) => setImmediate(resolve));
    hash.update(payload.slice(start, start + HASHED_AT_ONCE));
  }
  return hash.digest('base64url');
}

async function withEtag(request: FastifyRequest, reply: FastifyReply, payload: string): Promise<string> {
  if (request.method !== 'GET' || reply.statusCode !== 200 || reply.hasHeader('etag')) return payload;
  const etag = `W/"${payload.length.toString(16)}-${await digestOf(payload)}"`;
  reply.header('etag', etag);
  if (!matchesEtag(request.headers['if-none-match'] ?? '', etag)) return payload;
  reply.code(304).removeHeader('content-length');
  return '';
}

/** Whether an Accept-Encoding header names an encoding, and not with the weight 0. */
const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

async function pack(request: FastifyRequest, reply: FastifyReply, payload: string): Promise<string | Buffer> {
  if (reply.hasHeader('content-encoding')) return payload;
  reply.header('vary', 'accept-encoding');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : undefined;
  if (!encoding) return payload;
  const bytes = Buffer.from(payload);
  const packed =
    encoding === 'br'
      ? await brotliAsync(bytes, { params: brotliParams(bytes.length) })
      : await gzipAsync(bytes, { level: 5 });
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return packed;
}
