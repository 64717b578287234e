import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)];

/** Below this many characters packing costs more than it saves. */
const WORTH_PACKING = 1400;

/** Last steps of every text and JSON answer: a weak ETag on GET (304 when the client has it), then brotli or gzip. */
export function addFinishing(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return payload;
    const known = withEtag(request, reply, payload);
    return known === '' || payload.length < WORTH_PACKING ? known : pack(request, reply, payload);
  });
}

/** A window of 256 kB instead of 4 MB: answers are shorter, and each packing takes that much less memory. */
const brotliParams = (length: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18, [constants.BROTLI_PARAM_SIZE_HINT]: length,
});

function withEtag(request: FastifyRequest, reply: FastifyReply, payload: string): string {
  if (request.method !== 'GET' || reply.statusCode !== 200 || reply.hasHeader('etag')) return payload;
  const etag = `W/"${payload.length.toString(16)}-${createHash('sha1').update(payload).digest('base64url')}"`;
  reply.header('etag', etag);
  if (request.headers['if-none-match'] !== etag) return payload;
  reply.code(304).removeHeader('content-length');
  return '';
}

async function pack(request: FastifyRequest, reply: FastifyReply, payload: string): Promise<string | Buffer> {
  if (reply.hasHeader('content-encoding')) return payload;
  reply.header('vary', 'accept-encoding');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  if (!encoding) return payload;
  const bytes = Buffer.from(payload);
  const packed = encoding === 'br' ? await brotliAsync(bytes, { params: brotliParams(bytes.length) }) : await gzipAsync(bytes, { level: 5 });
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return packed;
}
