import http, { type IncomingMessage, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ClientFiles } from '../client/client-files.ts';
import { browserAddress, serveBelow, type BrowserAddress } from '../http/browser-address.ts';
import { GUARDS } from '../http/guards.ts';
import { hostRefusal, type HostCheck } from '../http/hosts.ts';
import { createAddresses } from './addresses.ts';
import { isFeed, sendFeed } from './feeds.ts';
import { answerHeaders, requestHeaders } from './headers.ts';
import { sendAnswer } from './pack.ts';
import { readOnAfterClosed } from './read-on.ts';

/** Timeout until the upstream begins to answer, in ms. */
const PATIENCE_MS = 120_000;

export interface UpstreamOptions {
  /** Base path for the browser, without a slash at the end. */
  readonly base?: string;
  /** The upstream gets its own name as `Host`, not the browser's. */
  readonly hasOwnHost?: boolean;
  readonly patienceMs?: number;
}

/**
 * Serves the client and passes everything else to an existing server, streaming both ways: ranges, uploads and the
 * websocket included; JSON is packed on its way. The upstream sees the address that the browser uses, and may itself
 * sit below a base path.
 */
export function createUpstreamProxy(
  upstream: URL,
  client: Pick<ClientFiles, 'respond' | 'has'>,
  isOurHost: HostCheck,
  { base = '', hasOwnHost = false, patienceMs = PATIENCE_MS }: UpstreamOptions = {},
): Server {
  const transport = upstream.protocol === 'https:' ? https : http;
  const hostname = upstream.hostname.replace(/^\[|\]$/g, '');
  const addresses = createAddresses(upstream, hasOwnHost);
  const open = new Set<Duplex>();

  const forward = (request: IncomingMessage, browser: BrowserAddress, extra: OutgoingHttpHeaders = {}) => {
    const outgoing = transport.request({
      protocol: upstream.protocol,
      hostname,
      servername: isIP(hostname) === 0 ? hostname : '',
      port: upstream.port,
      method: request.method,
      path: addresses.targetThere(request.url ?? '/', browser),
      headers: { ...requestHeaders(request, browser, addresses), ...extra },
      timeout: patienceMs,
    });
    outgoing.on('timeout', () => outgoing.destroy(new SilentError(patienceMs)));
    return outgoing.on('socket', readOnAfterClosed);
  };

  const pass = (request: IncomingMessage, response: ServerResponse, browser: BrowserAddress): void => {
    const renaming = isFeed(request) ? addresses.renamingInFeeds(browser) : undefined;
    const outgoing = forward(request, browser, renaming && { 'accept-encoding': 'identity' });
    outgoing.on('response', (incoming) => {
      outgoing.setTimeout(0);
      // An answer that ends before its request has: the rest of the upload is discarded.
      incoming.on('end', () => request.unpipe(outgoing).resume());
      const headers = answerHeaders(incoming, browser, addresses);
      if (renaming) sendFeed(incoming, response, headers, renaming);
      else sendAnswer(request, incoming, response, headers);
    });
    outgoing.on('error', (cause: NodeJS.ErrnoException) => {
      // The upstream has closed an idle connection.
      const isStale = outgoing.reusedSocket && cause.code === 'ECONNRESET' && isRepeatable(request);
      if (isStale && !response.headersSent && !response.destroyed) pass(request, response, browser);
      else answerUnreachable(request, response, upstream, cause);
    });
    response.on('close', () => outgoing.destroy());
    request.pipe(outgoing);
  };

  const server = http.createServer({ requestTimeout: 0 }, (request, response) => {
    if (!isOurHost(request.headers.host)) {
      response.writeHead(403, PLAIN).end(hostRefusal(request.headers.host));
      return;
    }
    const browser = browserAddress(request);
    const target = request.url ?? '/';
    request.url = addresses.withoutBase(target);
    if (request.url !== target && client.has(request))
      response.writeHead(302, { ...GUARDS, location: browser.base + request.url }).end();
    else if (!client.respond(request, response)) pass(request, response, browser);
  });
  serveBelow(server, base);

  server.on('upgrade', (request, socket, head) => {
    if (!isOurHost(request.headers.host)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      return;
    }
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    request.url = addresses.withoutBase(request.url ?? '/');
    const outgoing = forward(request, browserAddress(request), {
      connection: 'Upgrade',
      upgrade: request.headers.upgrade ?? 'websocket',
    });
    outgoing.on('upgrade', (incoming, upstreamSocket, upstreamHead) => {
      upstreamSocket.setTimeout(0);
      socket.write(statusLines(incoming));
      if (upstreamHead.length > 0) socket.write(upstreamHead);
      if (head.length > 0) upstreamSocket.write(head);
      join(socket, upstreamSocket);
    });
    outgoing.on('response', (incoming) => {
      socket.end(`HTTP/1.1 ${incoming.statusCode ?? 502} ${incoming.statusMessage ?? ''}\r\nconnection: close\r\n\r\n`);
      incoming.resume();
    });
    outgoing.on('error', () => socket.destroy());
    socket.on('error', () => outgoing.destroy());
    outgoing.end();
  });
  // `closeAllConnections` does not include upgraded sockets.
  server.on('close', () => open.forEach((socket) => socket.destroy()));
  return server;
}

const PLAIN = { ...GUARDS, 'content-type': 'text/plain; charset=utf-8' };

class SilentError extends Error {
  constructor(patienceMs: number) {
    super(`nothing came for ${patienceMs / 1000} seconds`);
  }
}

/** Whether a request can be sent again: it changes nothing, and has no body in flight. */
const isRepeatable = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

function statusLines(incoming: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${incoming.statusCode ?? 101} ${incoming.statusMessage ?? 'Switching Protocols'}`];
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function join(one: Duplex, other: Duplex): void {
  one.pipe(other).pipe(one);
  for (const [socket, partner] of [
    [one, other],
    [other, one],
  ] as const) {
    socket.on('error', () => partner.destroy()).on('close', () => partner.destroy());
  }
}

function answerUnreachable(request: IncomingMessage, response: ServerResponse, upstream: URL, cause: Error): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  request.unpipe().resume();
  response
    .writeHead(cause instanceof SilentError ? 504 : 502, PLAIN)
    .end(`The server at ${upstream.origin} does not answer (${cause.message})`);
}
