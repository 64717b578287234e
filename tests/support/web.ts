import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A web server on this machine with answers by path; unknown paths are 404. `asked` are the requested paths in order,
 * with query.
 */
export interface Web {
  readonly url: string;
  readonly requested: string[];
  readonly headers: http.IncomingHttpHeaders[];
  answer(path: string, body: string | Buffer, type?: string): void;
  handle(path: string, handler: (request: http.IncomingMessage, response: http.ServerResponse) => void): void;
  stop(): Promise<void>;
}

export async function startWeb(): Promise<Web> {
  const handlers = new Map<string, (request: http.IncomingMessage, response: http.ServerResponse) => void>();
  const requested: string[] = [];
  const headers: http.IncomingHttpHeaders[] = [];
  const server = http.createServer((request, response) => {
    requested.push(request.url ?? '');
    headers.push(request.headers);
    const handler = handlers.get(new URL(request.url ?? '/', 'http://x').pathname);
    if (handler) handler(request, response);
    else response.writeHead(404).end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    headers,
    answer: (at, body, type = 'text/xml') =>
      void handlers.set(at, (_request, response) => void response.setHeader('content-type', type).end(body)),
    handle: (at, handler) => void handlers.set(at, handler),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
