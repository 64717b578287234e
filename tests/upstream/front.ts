import http, { type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHostCheck } from '../../server/http/hosts.ts';
import { createUpstreamProxy, type UpstreamOptions } from '../../server/proxy/upstream-proxy.ts';

type Client = Parameters<typeof createUpstreamProxy>[1];

const NO_CLIENT: Client = { respond: () => false, has: () => false };

export interface Listening {
  /** Without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Earmark in front of an existing server. */
export const startFront = (
  upstream: string,
  options: UpstreamOptions & { readonly client?: Client } = {},
): Promise<Listening> =>
  listen(
    createUpstreamProxy(
      new URL(upstream),
      options.client ?? NO_CLIENT,
      createHostCheck(['books.example.org']),
      options,
    ),
  );

export interface Got {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A request with exactly these headers, also `Host`. */
export function send(
  url: string,
  headers: OutgoingHttpHeaders = {},
  { method = 'GET', body }: { method?: string; body?: string | Buffer } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent: false }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => void parts.push(part)).on('error', reject);
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: String(Buffer.concat(parts)) }),
      );
    });
    request.on('error', reject).end(body);
  });
}
