import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { browserAddress } from '../http/browser-address.ts';
import { clientTypeOf } from '../http/mime-types.ts';
import { matchesEtag, preferredEncoding, type Encoding } from '../http/negotiate.ts';

interface ClientFile {
  readonly path: string;
  readonly mimeType: string;
  readonly etag: string;
  /** Names with a content hash never change. */
  readonly isImmutable: boolean;
  /** Compressed neighbours from the build. */
  readonly encodings: ReadonlyMap<Encoding, string>;
}

/** First path segments that belong to the server, never to a page of the client. */
const serverPaths = new Set([
  'api',
  'auth',
  'public',
  'hls',
  'feed',
  'socket.io',
  'init',
  'logout',
  'status',
  'ping',
  'healthcheck',
  'assets',
]);

/** The page's base tag; below a base path it is replaced, and the client follows it. */
const BASE = '<base href="/" />';
/** Encodings for pages that were changed here. */
const PACKED_HERE: ReadonlySet<Encoding> = new Set(['gzip']);

export type ClientFiles = ReturnType<typeof createClientFiles>;

/**
 * The built client: a fixed list of files read at start (no other path can be requested), and `index.html` for every
 * page of the client. Works on bare node requests, so that the embedded server and the upstream proxy share it.
 */
export function createClientFiles(directory: string, allowances: () => Allowances) {
  const files = new Map(listFiles(directory).map((relative) => [`/${relative}`, describe(directory, relative)]));
  const index = files.get('/index.html');
  const page = index ? fs.readFileSync(index.path, 'utf8') : '';
  const scriptHashes = hashInlineScripts(page);

  const find = (request: IncomingMessage): ClientFile | undefined => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const pathname = pathnameOf(request);
    return files.get(pathname === '/' ? '/index.html' : pathname) ?? (isPage(pathname) ? index : undefined);
  };

  const send = (request: IncomingMessage, response: ServerResponse, file: ClientFile): void => {
    const { base } = browserAddress(request);
    const moved = file === index && base !== '' ? page.replace(BASE, `<base href="${base}/" />`) : undefined;
    const encoding = preferredEncoding(
      request.headers['accept-encoding'],
      moved === undefined ? file.encodings : PACKED_HERE,
    );
    const etag = moved === undefined ? file.etag : etagOf(moved);
    const headers: Record<string, string | number> = {
      'content-type': file.mimeType,
      'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(file.encodings.size > 0 ? { vary: 'accept-encoding' } : {}),
      ...(file === index
        ? { 'content-security-policy': contentSecurityPolicy(request, scriptHashes, allowances()) }
        : file.mimeType.startsWith('text/javascript')
          ? { 'content-security-policy': WORKER_POLICY }
          : {}),
    };
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const packed = encoding === undefined ? {} : { 'content-encoding': encoding };
    if (moved !== undefined) {
      const body = encoding === undefined ? Buffer.from(moved) : gzipSync(moved);
      response.writeHead(200, { ...headers, ...packed, 'content-length': body.length }).end(body);
      return;
    }
    const source = (encoding && file.encodings.get(encoding)) ?? file.path;
    response.writeHead(200, { ...headers, ...packed, 'content-length': fs.statSync(source).size });
    if (request.method === 'HEAD') response.end();
    else
      fs.createReadStream(source)
        .on('error', () => response.destroy())
        .pipe(response);
  };

  return {
    /** Answers a request for a file or page of the client; false leaves it to the caller. */
    respond: (request: IncomingMessage, response: ServerResponse): boolean => {
      const file = find(request);
      if (file) send(request, response, file);
      return file !== undefined;
    },
    has: (request: IncomingMessage): boolean => find(request) !== undefined,
  };
}

function pathnameOf(request: IncomingMessage): string {
  const raw = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** A page has no file extension and is not below a path of the server. */
function isPage(pathname: string): boolean {
  const parts = pathname.split('/').filter((part) => part !== '');
  return !serverPaths.has(parts[0] ?? '') && !/\.[A-Za-z0-9]{1,8}$/.test(parts.at(-1) ?? '');
}

function listFiles(directory: string): string[] {
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((relative) => !relative.startsWith('.'));
}

function describe(directory: string, relative: string): ClientFile {
  const full = path.join(directory, relative);
  const encodings = new Map<Encoding, string>();
  if (fs.existsSync(`${full}.br`)) encodings.set('br', `${full}.br`);
  if (fs.existsSync(`${full}.gz`)) encodings.set('gzip', `${full}.gz`);
  const isImmutable = relative.startsWith('assets/');
  const etag = etagOf(isImmutable ? relative : fs.readFileSync(full));
  return { path: full, mimeType: clientTypeOf(full), etag, isImmutable, encodings };
}

const etagOf = (content: string | Buffer): string => `"${createHash('sha1').update(content).digest('base64url')}"`;

/** CSP sources of inline scripts. */
export function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}

/**
 * Policy of workers, which comes with their script, not from the page: the client's own code, WebAssembly (it unpacks
 * archives and pictures of ebooks), and files of the same origin. It means nothing to scripts of a page.
 */
export const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Page policies that server settings decide. */
export interface Allowances {
  /** May be framed by other sites. */
  readonly frames: boolean;
  /** May load the Cast sender framework. */
  readonly casting: boolean;
}

/** Sources of the Cast framework (docs/decisions/0019). */
const CAST_SCRIPTS = [
  'https://www.gstatic.com/cv/js/sender/v1/',
  'https://www.gstatic.com/cast/sdk/libs/sender/1.0/',
  'https://www.gstatic.com/eureka/clank/',
];

/** The list of releases that the client requests (`RELEASES_URL` there; docs/decisions/0020). */
const RELEASES = 'https://api.github.com/repos/advplyr/audiobookshelf/releases';

/**
 * Only the own origin runs scripts; the list of releases is the only other address to fetch, so hostile books and
 * descriptions run nothing. Pictures come from anywhere: covers are searched at other sites (docs/decisions/0025).
 */
export function contentSecurityPolicy(
  request: IncomingMessage,
  scriptHashes: readonly string[],
  { frames, casting }: Allowances,
): string {
  const host = /^[A-Za-z0-9.:[\]-]+$/.exec(browserAddress(request).host)?.[0];
  const sockets = host ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes, ...(casting ? CAST_SCRIPTS : [])].join(' '),
    "style-src 'self' 'unsafe-inline' blob:",
    "img-src 'self' blob: data: https: http:",
    "font-src 'self' blob: data:",
    "frame-src 'self' blob:",
    `connect-src 'self' blob:${sockets} ${RELEASES}`,
    "worker-src 'self' blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    ...(frames ? [] : ["frame-ancestors 'none'"]),
  ].join('; ');
}
