import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import { isFromProxy, type BrowserAddress } from '../http/browser-address.ts';
import { GUARDS } from '../http/guards.ts';
import type { Addresses } from './addresses.ts';

/** Headers of one connection, beside those that `Connection` names. */
const HOP_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

function withoutHopHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const hop = new Set([...HOP_HEADERS, ...named]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hop.has(name)));
}

/** Headers of a request for the upstream, with the browser's and the server's address. */
export function requestHeaders(
  request: IncomingMessage,
  browser: BrowserAddress,
  addresses: Addresses,
): OutgoingHttpHeaders {
  const { remoteAddress = 'unknown' } = request.socket;
  const { protocol, host, base } = browser;
  const before = isFromProxy(remoteAddress) ? request.headers : {};
  const sender = isIPv6(remoteAddress) ? `"[${remoteAddress}]"` : remoteAddress;
  const { 'x-forwarded-prefix': _prefix, ...headers } = withoutHopHeaders(request.headers);
  return {
    ...headers,
    host: addresses.hostThere(browser),
    'x-forwarded-for': added(before['x-forwarded-for'], remoteAddress),
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol,
    forwarded: added(before['forwarded'], `for=${sender};host="${host}";proto=${protocol}`),
    ...(base === '' ? {} : { 'x-forwarded-prefix': base }),
  };
}

const added = (list: string | string[] | undefined, entry: string): string =>
  [...[list ?? []].flat(), entry].filter(Boolean).join(', ');

/** Headers of an answer for the browser. */
export function answerHeaders(
  incoming: IncomingMessage,
  browser: BrowserAddress,
  addresses: Addresses,
): OutgoingHttpHeaders {
  const { location, 'set-cookie': cookies } = incoming.headers;
  return {
    ...withoutHopHeaders(incoming.headers),
    ...GUARDS,
    ...(cookies && { 'set-cookie': cookies.map((cookie) => cookieHere(cookie, browser, addresses)) }),
    ...(location !== undefined && { location: addresses.locationHere(location, browser) }),
  };
}

/** Without the upstream's domain, with its path here; what needs `Secure` only where the browser keeps that. */
function cookieHere(cookie: string, browser: BrowserAddress, addresses: Addresses): string {
  return cookie
    .split(/;\s*/)
    .filter(
      (part) =>
        !/^domain=/i.test(part) &&
        !(browser.protocol === 'http' && /^(?:secure|partitioned|samesite=none)$/i.test(part)),
    )
    .map((part) => (/^path=/i.test(part) ? `Path=${addresses.cookiePathHere(part.slice(5), browser)}` : part))
    .join('; ');
}
