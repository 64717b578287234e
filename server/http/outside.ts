import dns from 'node:dns';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { messageOf } from '../errors.ts';

/** Why an address gave no result, in words for the person who entered it. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
}

/** Addresses that no request may reach: own network, reserved, and wrappers around IPv4. */
const BLOCKED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
const BLOCKED_V6 = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const;
const blocked = new net.BlockList();
for (const [address, bits] of BLOCKED_V4) blocked.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of BLOCKED_V6) blocked.addSubnet(address, bits, 'ipv6');

/** True for loopback, private, link-local and reserved addresses, also when mapped into IPv6. */
export function isPrivateAddress(address: string): boolean {
  return blocked.check(address, net.isIPv6(address) ? 'ipv6' : 'ipv4');
}

export interface OutsideOptions {
  /** Largest body, in bytes; a longer one rejects. */
  readonly maxBytes: number;
  /** Time for the whole exchange with its redirects, in ms. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Allows loopback and private addresses (operator's setting, tests). */
  readonly allowPrivate?: boolean;
  /** An origin that an administrator entered: it may be on the own network, its redirects may not. */
  readonly trustedOrigin?: string;
  /** JSON to post; redirects are not followed. */
  readonly json?: string;
  readonly signal?: AbortSignal;
}

export interface OutsideAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/** Services that count listeners redirect from one to the next. */
const MAX_REDIRECTS = 20;
const DEFAULT_TIMEOUT_MS = 15_000;
/** Silence after which a download fails, in ms. */
const IDLE_MS = 30_000;
/** First buffer for an answer without a length, in bytes. */
const FIRST_BYTES = 16 * 1024;

const guardedLookup: net.LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    const isPublic = addresses.every(({ address }) => !isPrivateAddress(address));
    if (!first || !isPublic) return callback(new OutsideError(`The address of ${hostname} is not public`), '', 0);
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

/**
 * One request. The address is checked while connecting, so a name that changes its address in between gains nothing.
 */
function request(
  url: URL,
  options: OutsideOptions,
  encodings: string,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replaceAll(/^\[|\]$/g, '');
    const isTrusted = options.allowPrivate === true || url.origin === options.trustedOrigin;
    if (!isTrusted && net.isIP(host) && isPrivateAddress(host))
      return reject(new OutsideError(`The address ${host} is not public`));
    const client = url.protocol === 'https:' ? https : http;
    const { json } = options;
    const sends = json === undefined ? {} : { 'content-type': 'application/json' };
    const headers = { 'user-agent': 'Earmark', 'accept-encoding': encodings, ...sends, ...options.headers };
    const method = json === undefined ? 'GET' : 'POST';
    const lookup = isTrusted ? {} : { lookup: guardedLookup };
    const sent = client.request(url, { method, headers, signal, timeout: IDLE_MS, agent: false, ...lookup }, resolve);
    sent.on('timeout', () => sent.destroy(new OutsideError('The server did not answer in time')));
    sent.on('error', reject);
    sent.end(json);
  });
}

/** The answer after all redirects; each address is checked, and secrets in headers go to the first origin only. */
async function open(
  address: string,
  options: OutsideOptions,
  encodings: string,
  signal: AbortSignal,
): Promise<{ response: http.IncomingMessage; url: URL }> {
  let url = new URL(address);
  const { origin } = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new OutsideError(`${url.protocol} is not supported`);
    const { headers = {}, ...rest } = options;
    const response = await request(url, { ...rest, headers: url.origin === origin ? headers : {} }, encodings, signal);
    const { location } = response.headers;
    const status = response.statusCode ?? 0;
    if (status < 300 || status >= 400 || !location || options.json !== undefined) return { response, url };
    response.destroy();
    url = new URL(location, url);
  }
  throw new OutsideError('Too many redirects');
}

/** Lets `maxBytes` through, then fails. */
function limiter(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(new OutsideError('The answer is too large'));
      else done(null, chunk);
    },
  });
}

/** Unpacks an answer; unknown encodings stay as they are. */
function unpacker(response: http.IncomingMessage): Transform {
  switch (response.headers['content-encoding']?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return new PassThrough();
  }
}

/** Writes each piece to its place at once: joining megabytes at the end would block the loop. */
function createGrowing(expected: number, most: number) {
  let place = Buffer.allocUnsafeSlow(Math.min(expected || FIRST_BYTES, most));
  let size = 0;
  return {
    add(chunk: Buffer): void {
      if (size + chunk.length > place.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(size + chunk.length, Math.min(place.length * 2, most)));
        place.copy(larger, 0, 0, size);
        place = larger;
      }
      chunk.copy(place, size);
      size += chunk.length;
    },
    bytes: (): Buffer => place.subarray(0, size),
  };
}

async function withDeadline<Result>(
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: OutsideOptions,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(timeoutMs);
  return work(signal ? AbortSignal.any([deadline, signal]) : deadline).catch((cause: unknown) => {
    throw deadline.aborted ? new OutsideError('The server did not answer in time') : cause;
  });
}

/**
 * GET (or POST of JSON) of an address from a person or a feed: http and https only, at most 20 redirects (each
 * checked), bounded body (unpacked) and time, and no address on the own network unless allowed. Rejects when there is
 * no answer.
 */
export function fetchOutside(address: string, options: OutsideOptions): Promise<OutsideAnswer> {
  return withDeadline(options, async (signal) => {
    const { response, url } = await open(address, options, 'gzip, deflate, br', signal);
    const body = createGrowing(Number(response.headers['content-length'] ?? 0), options.maxBytes);
    await pipeline(
      response,
      unpacker(response),
      limiter(options.maxBytes),
      async (source: AsyncIterable<Buffer>) => {
        for await (const chunk of source) body.add(chunk);
      },
      { signal },
    );
    const contentType = response.headers['content-type'] ?? '';
    return { status: response.statusCode ?? 0, contentType, body: body.bytes(), url: url.href };
  });
}

/**
 * The same into a new file; returns the content type. Rejects with `Request failed with status code n` for an error
 * answer, and removes the file on any failure.
 */
export function downloadOutside(address: string, file: string, options: OutsideOptions): Promise<string> {
  return withDeadline(options, async (signal) => {
    const { response } = await open(address, options, 'identity', signal);
    if (response.statusCode !== 200) {
      response.destroy();
      throw new OutsideError(`Request failed with status code ${response.statusCode}`);
    }
    try {
      await pipeline(response, limiter(options.maxBytes), fs.createWriteStream(file, { flags: 'wx' }), { signal });
    } catch (cause) {
      await fs.promises.rm(file, { force: true });
      throw cause;
    }
    return response.headers['content-type'] ?? '';
  });
}

/** GET of JSON; undefined for an error answer, other content, or no answer. */
export async function fetchJson(
  address: string,
  { onFailure, ...options }: OutsideOptions & { readonly onFailure?: (reason: string) => void },
): Promise<unknown> {
  try {
    const { status, body } = await fetchOutside(address, options);
    if (status === 200) return JSON.parse(body.toString('utf8')) as unknown;
    onFailure?.(`HTTP ${status}`);
  } catch (cause) {
    onFailure?.(messageOf(cause));
  }
  return undefined;
}
