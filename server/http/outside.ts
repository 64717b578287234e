import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';

/** Addresses that a person on the internet must not reach through this server. */
const blocked = new net.BlockList();
for (const [address, bits] of [['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 4], ['240.0.0.0', 4]] as const) blocked.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [['::', 128], ['::1', 128], ['fc00::', 7], ['fe80::', 10], ['ff00::', 8]] as const) blocked.addSubnet(address, bits, 'ipv6');

/** True for loopback, private, link-local and reserved addresses, also when mapped into IPv6. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return blocked.check(plain, net.isIPv6(plain) ? 'ipv6' : 'ipv4');
}

export interface OutsideOptions {
  /** Largest body, in bytes; a longer one rejects. */
  readonly maxBytes: number;
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Lets loopback and private addresses be asked (server setting of the operator, tests). */
  readonly allowPrivate?: boolean;
}

export interface OutsideAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
  /** The address that answered, after redirects. */
  readonly url: string;
}

const MAX_REDIRECTS = 5;

const guardedLookup: net.LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => isPrivateAddress(address))) return callback(new Error(`The address of ${hostname} is not public`), '', 0);
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

function request(url: URL, options: OutsideOptions): Promise<{ answer: OutsideAnswer; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!options.allowPrivate && net.isIP(host) && isPrivateAddress(host)) return reject(new Error(`The address ${host} is not public`));
    const client = url.protocol === 'https:' ? https : http;
    const sent = client.get(url, { headers: { 'user-agent': 'Earmark', ...options.headers }, timeout: options.timeoutMs ?? 15_000, ...(options.allowPrivate ? {} : { lookup: guardedLookup }) }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > options.maxBytes) sent.destroy(new Error('The answer is too large'));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => {
        const answer = { status: response.statusCode ?? 0, contentType: response.headers['content-type'] ?? '', body: Buffer.concat(chunks), url: url.href };
        resolve({ answer, location: response.headers.location });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('The server did not answer in time')));
    sent.on('error', reject);
  });
}

/**
 * GET of an address given by a person or a feed: only http and https, at most five redirects (each checked again), a bounded
 * body, and no address inside the own network unless allowed. Rejects for everything that gives no answer.
 */
export async function fetchOutside(address: string, options: OutsideOptions): Promise<OutsideAnswer> {
  let url = new URL(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`${url.protocol} is not supported`);
    const { answer, location } = await request(url, options);
    if (answer.status < 300 || answer.status >= 400 || !location) return answer;
    url = new URL(location, url);
  }
  throw new Error('Too many redirects');
}
