import http, { type IncomingMessage, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { ClientFiles } from '../client/client-files.ts';
import { GUARDS } from '../http/guards.ts';
import { hostRefusal, type HostCheck } from '../http/hosts.ts';
import { sendAnswer } from './pack.ts';

/** Headers of one connection, which a proxy must not pass on. */
const hopHeaders = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Serves the client and passes everything else to a server that is already there, streaming both ways: ranges, uploads
 * and the websocket included; JSON is packed on its way. The upstream may sit below a base path.
 */
export function createUpstreamProxy(upstream: URL, client: ClientFiles, isOurHost: HostCheck): Server {
  const transport = upstream.protocol === 'https:' ? https : http;
  const basePath = upstream.pathname.replace(/\/+$/, '');
  const open = new Set<Duplex>();

  const forward = (request: IncomingMessage, extra: OutgoingHttpHeaders) =>
    transport.request({
      protocol: upstream.protocol,
      hostname: upstream.hostname.replace(/^\[|\]$/g, ''),
      port: upstream.port,
      method: request.method,
      path: upstreamPath(request.url ?? '/', basePath),
      headers: { ...withoutHopHeaders(request.headers), ...forwardedHeaders(request), ...extra, host: upstream.host },
    });

  const server = http.createServer({ requestTimeout: 0 }, (request, response) => {
    if (!isOurHost(request.headers.host)) {
      response
        .writeHead(403, { ...GUARDS, 'content-type': 'text/plain; charset=utf-8' })
        .end(hostRefusal(request.headers.host));
      return;
    }
    if (client.respond(request, response)) return;
    const outgoing = forward(request, {});
    outgoing.on('response', (incoming) => {
      sendAnswer(request, incoming, response, answerHeaders(incoming, upstream, basePath));
    });
    outgoing.on('error', (cause) => answerUnreachable(response, upstream, cause));
    response.on('close', () => outgoing.destroy());
    request.pipe(outgoing);
  });

  server.on('upgrade', (request, socket, head) => {
    if (!isOurHost(request.headers.host)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      return;
    }
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    const outgoing = forward(request, { connection: 'Upgrade', upgrade: request.headers.upgrade ?? 'websocket' });
    outgoing.on('upgrade', (incoming, upstreamSocket, upstreamHead) => {
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
  // Upgraded sockets are not among the connections which `closeAllConnections` knows.
  server.on('close', () => open.forEach((socket) => socket.destroy()));
  return server;
}

function upstreamPath(url: string, basePath: string): string {
  return basePath === '' || url === basePath || url.startsWith(`${basePath}/`) ? url : basePath + url;
}

function withoutHopHeaders(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.includes(name)));
}

function forwardedHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const { headers, socket } = request;
  const chain = [headers['x-forwarded-for'], socket.remoteAddress]
    .flat()
    .filter((entry) => entry !== undefined && entry !== '');
  return {
    'x-forwarded-for': chain.join(', '),
    'x-forwarded-host': headers['x-forwarded-host'] ?? headers.host ?? '',
    'x-forwarded-proto': headers['x-forwarded-proto'] ?? 'http',
  };
}

/**
 * Headers of an answer as they hold for this address: cookies without domain and base path, redirects within the
 * upstream relative.
 */
function answerHeaders(incoming: IncomingMessage, upstream: URL, basePath: string): OutgoingHttpHeaders {
  const headers = { ...withoutHopHeaders(incoming.headers), ...GUARDS };
  const cookies = incoming.headers['set-cookie'];
  if (cookies) headers['set-cookie'] = cookies.map((cookie) => localCookie(cookie, upstream, basePath));
  const { location } = incoming.headers;
  if (location?.startsWith(`${upstream.origin}/`))
    headers['location'] = stripBase(location.slice(upstream.origin.length), basePath);
  return headers;
}

/** The browser speaks plain http to this proxy, so a cookie that an https upstream marks Secure would be lost. */
function localCookie(cookie: string, upstream: URL, basePath: string): string {
  const parts = cookie.split(/;\s*/).filter((part) => {
    const name = part.split('=', 1)[0]?.toLowerCase();
    return name !== 'domain' && !(name === 'secure' && upstream.protocol === 'https:');
  });
  return parts.map((part) => (/^path=/i.test(part) ? `Path=${stripBase(part.slice(5), basePath)}` : part)).join('; ');
}

function stripBase(target: string, basePath: string): string {
  if (basePath === '' || !(target === basePath || target.startsWith(`${basePath}/`))) return target;
  return target.slice(basePath.length) || '/';
}

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

function answerUnreachable(response: ServerResponse, upstream: URL, cause: Error): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response
    .writeHead(502, { ...GUARDS, 'content-type': 'text/plain; charset=utf-8' })
    .end(`The server at ${upstream.origin} does not answer (${cause.message})`);
}
