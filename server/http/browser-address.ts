import type { IncomingMessage, Server } from 'node:http';
import { isPrivateAddress } from './outside.ts';

/** Where this server is for the browser that sends a request. */
export interface BrowserAddress {
  readonly protocol: 'http' | 'https';
  /** Name and port, as in `Host`. */
  readonly host: string;
  /** Path below which the server is found, without a slash at the end: '' or like `/earmark`. */
  readonly base: string;
}

/** `/`, `earmark` or `/earmark/` as a base path; undefined when it is none that can stand in a page. */
export function readBasePath(text: string): string | undefined {
  const path = text.trim().replace(/^\/*/, '/').replace(/\/+$/, '');
  return /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+){0,8}$/.test(path) && path.length <= 200 ? path : undefined;
}

/** A target without the base path in front, if it has it: its path, with the query as it was. */
export function withoutBase(target: string, base: string): string {
  const rest = target.slice(base.length);
  return base !== '' && target.startsWith(base) && /^(?:$|[/?#])/.test(rest) ? rest.replace(/^(?!\/)/, '/') : target;
}

/**
 * Lets a server answer below a base path: that of a reverse proxy in `X-Forwarded-Prefix`, else `configured`.
 * Before anything else reads a request, the path is taken off its target, whether the reverse proxy has done so or not.
 */
export function serveBelow(server: Server, configured: string): void {
  const enter = (request: IncomingMessage): void => {
    const base = readBasePath(firstOf(request.headers['x-forwarded-prefix'])) || configured;
    request.headers['x-forwarded-prefix'] = base;
    request.url = withoutBase(request.url ?? '/', base);
  };
  server.prependListener('request', enter).prependListener('upgrade', enter);
}

/**
 * The address of a request that has come in through {@link serveBelow}. What a reverse proxy says of it counts when it
 * is in the own network.
 */
export function browserAddress({ headers, socket }: IncomingMessage): BrowserAddress {
  const forwarded = isFromProxy(socket.remoteAddress) ? headers : {};
  return {
    protocol: firstOf(forwarded['x-forwarded-proto']).toLowerCase() === 'https' ? 'https' : 'http',
    host: /^[\w.:[\]-]+$/.exec(firstOf(forwarded['x-forwarded-host']))?.[0] ?? headers.host ?? '',
    base: firstOf(headers['x-forwarded-prefix']),
  };
}

/** Whether what it says of the browser counts. */
export const isFromProxy = (address = ''): boolean => isPrivateAddress(address);

/** The first entry of a list in a header: that of the proxy nearest to the browser. */
function firstOf(header: string | string[] | undefined): string {
  return (String(header ?? '').split(',', 1)[0] ?? '').trim();
}
