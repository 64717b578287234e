import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** The default base path of a real server. */
export const REAL_BASE = '/audiobookshelf';

export interface RealWays {
  /** `http://127.0.0.1:port`, without the base path. */
  readonly url: string;
  /** Requests as they came in, newest last. */
  readonly seen: { readonly target: string; readonly headers: http.IncomingHttpHeaders }[];
  stop(): Promise<void>;
}

/** Larger JSON bodies are refused before they arrive. */
const MOST_JSON = 10 * 1024 * 1024;

/**
 * An embedded server behind the ways of a real one, which treats addresses differently.
 * - It answers with and without its base path, ignores `X-Forwarded-Prefix`, and packs nothing.
 * - Tracks of shares and HLS playlists come with the base path; feeds name the requested address, with the base path
 *   if that had it.
 * - A redirect within it is absolute, by `Host` and `X-Forwarded-Proto`.
 * - A provider returns to `Host` and the subfolder; one that was never saved is `undefined` there.
 * - `newer` (after 2.26): a callback must have the requested origin and a path below the base path.
 * - `withoutWebsocket`: a proxy before it refuses the upgrade.
 * - An oversized JSON body is refused at once, and the connection is closed.
 */
export async function startRealWays(
  embedded: string,
  { newer = false, withoutWebsocket = false } = {},
): Promise<RealWays> {
  const seen: RealWays['seen'] = [];
  const open = new Set<Duplex>();
  let hasSubfolder = false;

  const forward = (request: IncomingMessage, target: string) => {
    const { 'x-forwarded-prefix': _prefix, 'accept-encoding': _packed, ...headers } = request.headers;
    return http.request(embedded + target, { method: request.method, headers, agent: false });
  };

  const server = http.createServer({ requestTimeout: 0 }, (request, response) => {
    const { headers, url: requested = '/' } = request;
    seen.push({ target: requested, headers });
    const origin = `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${headers.host}`;
    const hasBase = requested.startsWith(`${REAL_BASE}/`);
    const target = hasBase ? requested.slice(REAL_BASE.length) : requested;
    if (headers['content-type'] === 'application/json' && Number(headers['content-length']) > MOST_JSON) {
      response.writeHead(413, { 'content-type': 'text/html', connection: 'close' }).end('Payload Too Large');
      response.on('finish', () => request.socket.destroySoon());
      return;
    }
    const callback = new URL(target, origin).searchParams.get('callback');
    if (newer && target.startsWith('/auth/openid?') && callback !== null && !isOwnPage(callback, origin)) {
      response.writeHead(400).end('Invalid callback URL - must be same-origin');
      return;
    }
    const outgoing = forward(request, target);
    outgoing.on('response', (incoming) => {
      answer(incoming, response, {
        location: (location) =>
          location.startsWith('/')
            ? origin + REAL_BASE + location
            : hasSubfolder
              ? location
              : location.replace('%2Fauth%2Fopenid', '%2Fundefined%2Fauth%2Fopenid'),
        body: target.startsWith('/feed/')
          ? (xml) => xml.replaceAll(/https?:\/\/[^/"<]+(?=\/(?:feed|item)\/)/g, hasBase ? origin + REAL_BASE : origin)
          : (json) => json.replaceAll(/"contentUrl":"(?=\/(?:public\/share|hls)\/)/g, `"contentUrl":"${REAL_BASE}`),
      });
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    if (request.method === 'PATCH' && target === '/api/auth-settings')
      request.on('data', (part) => (hasSubfolder ||= String(part).includes('authOpenIDSubfolderForRedirectURLs')));
    request.pipe(outgoing);
  });

  server.on('upgrade', (request, socket, head) => {
    if (withoutWebsocket) {
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
      return;
    }
    open.add(socket);
    seen.push({ target: request.url ?? '', headers: request.headers });
    const outgoing = forward(request, (request.url ?? '').replace(`${REAL_BASE}/`, '/'));
    outgoing.on('upgrade', (incoming, other, first) => {
      const lines = incoming.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
      socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
      socket.write(first);
      other.write(head);
      socket.pipe(other).pipe(socket);
      for (const [one, end] of [
        [socket, other],
        [other, socket],
      ] as const)
        one.on('error', () => end.destroy()).on('close', () => end.destroy());
    });
    outgoing.on('error', () => socket.destroy()).end();
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As newer servers check it. */
function isOwnPage(callback: string, origin: string): boolean {
  if (callback.startsWith('/')) return callback.startsWith(`${REAL_BASE}/`);
  const url = new URL(callback);
  return url.origin === origin && url.pathname.startsWith(REAL_BASE);
}

interface Changes {
  readonly location: (location: string) => string;
  readonly body: (text: string) => string;
}

/** Texts with their addresses changed; all else unchanged. */
function answer(incoming: IncomingMessage, response: ServerResponse, { location, body }: Changes): void {
  const { 'content-length': _length, ...headers } = incoming.headers;
  if (headers.location !== undefined) headers.location = location(headers.location);
  if (!/^(?:application\/json|text\/xml)/.test(headers['content-type'] ?? '')) {
    response.writeHead(incoming.statusCode ?? 502, { ...incoming.headers, ...headers });
    incoming.pipe(response);
    return;
  }
  const parts: Buffer[] = [];
  incoming.on('data', (part: Buffer) => void parts.push(part));
  incoming.on('end', () =>
    response.writeHead(incoming.statusCode ?? 502, headers).end(body(String(Buffer.concat(parts)))),
  );
}
