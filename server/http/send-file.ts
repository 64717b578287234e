import fs from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, fail } from './errors.ts';
import { matchesEtag } from './negotiate.ts';
import { mediaTypeOf } from './mime-types.ts';
import { isServed } from './served-files.ts';

export interface SendFileOptions {
  readonly mimeType?: string;
  /** Offers the file as a download under this name. */
  readonly downloadAs?: string;
  readonly cacheControl?: string;
}

/**
 * Streams a file with a byte range (206), 304 when unchanged, a 416 page outside of the file, 404 when unreadable.
 * Anything but audio, raster images and ebooks is a download unless it has a `mimeType` here: a browser must not open
 * it. The path must come from the store, never from the request.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
  options: SendFileOptions = {},
): Promise<FastifyReply> {
  const handle = (await isServed(request.server, file))
    ? await fs.promises.open(file, 'r').catch(() => undefined)
    : undefined;
  const stat = await handle?.stat();
  if (!handle || !stat?.isFile()) {
    await handle?.close();
    throw fail(404);
  }
  const etag = `W/"${stat.size.toString(16)}-${Math.round(stat.mtimeMs).toString(16)}"`;
  const lastModified = new Date(stat.mtimeMs).toUTCString();
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': options.cacheControl ?? 'public, max-age=0',
    'last-modified': lastModified,
    etag,
  });
  const mimeType = options.mimeType ?? mediaTypeOf(file);
  const name = options.downloadAs ?? (mimeType === undefined ? path.basename(file) : undefined);
  reply.type(mimeType ?? 'application/octet-stream');
  if (name !== undefined) reply.header('content-disposition', attachment(name));
  if (isFresh(request, etag, lastModified)) {
    await handle.close();
    return reply.code(304).send();
  }
  const range = rangeOf(request, { etag, lastModified, size: stat.size });
  if (range === 'unsatisfiable') {
    await handle.close();
    reply.header('content-range', `bytes */${stat.size}`);
    throw new HttpError(416, { kind: 'page', text: 'Range Not Satisfiable' });
  }
  const { start, end } = range ?? { start: 0, end: stat.size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${stat.size}`);
  reply.header('content-length', Math.max(0, end - start + 1));
  if (request.method === 'HEAD') {
    await handle.close();
    reply.hijack(); // Fastify would send a length of 0 bytes.
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders).end();
    return reply;
  }
  if (stat.size === 0) {
    await handle.close();
    return reply.send('');
  }
  return reply.send(handle.createReadStream({ start, end }));
}

/** Whether the client has this version: by If-None-Match, or else by If-Modified-Since. */
function isFresh({ headers }: FastifyRequest, etag: string, lastModified: string): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) return matchesEtag(noneMatch, etag);
  return Date.parse(lastModified) <= Date.parse(headers['if-modified-since'] ?? '');
}

type Range = { readonly start: number; readonly end: number };

/** The first range of the header; undefined when there is none to honour. Several ranges get the whole file. */
function rangeOf(
  request: FastifyRequest,
  { etag, lastModified, size }: { etag: string; lastModified: string; size: number },
): Range | 'unsatisfiable' | undefined {
  const ifRange = request.headers['if-range'];
  if (typeof ifRange === 'string' && ifRange !== etag && ifRange !== lastModified) return undefined;
  const match = /^bytes=(\d*)-(\d*)$/.exec((request.headers.range ?? '').trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start >= size || end < start ? 'unsatisfiable' : { start, end };
}

/** A Content-Disposition that keeps names outside of ASCII. */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
