import type { IncomingMessage, Server } from 'node:http';
import { isPrivateAddress } from './outside.ts';

/** Address of this server as the browser of a request sees it. */
export interface BrowserAddress {
  readonly protocol: 'http' | 'https';
  /** Name and port, as in `Host`. */
  readonly host: string;
  /** Base path without a slash at the end: '' or like `/earmark`. */
  readonly base: string;
}

/** Reads `/`, `earmark` or `/earmark/` as a base path; undefined when it cannot stand in a page. */
export function readBasePath(text: string): string | undefined {
  const path = text.trim().replace(/^\/*/, '/').replace(/\/+$/, '');
  return /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+){0,8}$/.test(path) && path.length <= 200 ? path : undefined;
}

/** The target without the base path, if it has it; the query stays. */
export function withoutBase(target: string, base: string): string {
  const rest = target.slice(base.length);
  return base !== '' && target.startsWith(base) && /^(?:$|[/?#])/.test(rest) ? rest.replace(/^(?!\/)/, '/') : target;
}

/**
 * Lets a server answer below a base path: `X-Forwarded-Prefix` of a reverse proxy, else `configured`. Takes the path
 * off the target before anything reads the request, whether or not the reverse proxy has done so.
 */
export function serveBelow(server: Server, configured: string): void {
  const enter = (request: IncomingMessage): void => {
    const base = readBasePath(firstOf(request.headers['x-forwarded-prefix'])) || configured;
    request.headers['x-forwarded-prefix'] = base;
    // A target may name the whole address.
    const target = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
    request.url = withoutBase(target.startsWith('/') ? target : `/${target}`, base);
  };
  server.prependListener('request', enter).prependListener('upgrade', enter);
}

/**
 * Address for a request that came through {@link serveBelow}. Headers of a reverse proxy count when it is on the own
 * network.
 */
export function browserAddress({ headers, socket }: IncomingMessage): BrowserAddress {
  const forwarded = isFromProxy(socket.remoteAddress) ? headers : {};
  return {
    protocol: firstOf(forwarded['x-forwarded-proto']).toLowerCase() === 'https' ? 'https' : 'http',
    host: /^[\w.:[\]-]+$/.exec(firstOf(forwarded['x-forwarded-host']))?.[0] ?? headers.host ?? '',
    base: firstOf(headers['x-forwarded-prefix']),
  };
}

/** Whether its forwarding headers count. */
export const isFromProxy = (address = ''): boolean => isPrivateAddress(address);

/** First entry of a header's list: the proxy nearest to the browser. */
function firstOf(header: string | string[] | undefined): string {
  return (String(header ?? '').split(',', 1)[0] ?? '').trim();
}
