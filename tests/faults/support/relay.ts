import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

/** One request on its way through a relay, read whole. */
export interface Exchange {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  /** The connection of the client. */
  readonly socket: Socket;
  /** Sends it on; the client gets no answer yet. */
  forward(): Promise<Answer>;
  /** Sends it on and lets the answer through as it arrives. */
  pass(): void;
  /** Answers the client, if it still waits. */
  answer(answer: Answer): void;
  /** Writes the head and a half of the body, then ends the connection. */
  answerHalf(answer: Answer): void;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
}

export interface Relay {
  readonly url: string;
  /** Ends all connections, and refuses new ones while it is set. */
  isDown: boolean;
  /** Sockets of the live connection are refused while it is set. */
  isSilent: boolean;
  close(): void;
}

/** A text as the answer of a proxy. */
export const textAnswer = (status: number, text: string, type = 'text/plain', headers = {}): Answer => ({
  status,
  headers: { 'content-type': type, ...headers },
  body: Buffer.from(text),
});

export const jsonOf = (body: Buffer): Record<string, unknown> => {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** A relay before a server: each request goes through `handle`, which may change it in any way. */
export async function startRelay(target: string, handle: (exchange: Exchange) => unknown): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isDown = false;
  let isSilent = false;
  const live = new Set<Socket>();

  const server = http.createServer(async (request, response) => {
    if (isDown) return request.socket.destroy();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks);
    // Answers are readable here: nothing is packed.
    const { 'transfer-encoding': _, 'accept-encoding': _packed, ...headers } = request.headers;
    const send = () => {
      const outgoing = http.request({ hostname, port, method: request.method, path: request.url, headers });
      outgoing.end(body);
      return new Promise<http.IncomingMessage>((resolve, reject) => {
        outgoing.on('response', resolve).on('error', reject);
      });
    };
    const isMissing = () => response.destroyed || response.writableEnded || request.socket.destroyed;
    void handle({
      method: request.method ?? '',
      path: (request.url ?? '').split('?')[0] ?? '',
      headers: request.headers,
      body,
      socket: request.socket,
      async forward() {
        const incoming = await send();
        const parts: Buffer[] = [];
        for await (const part of incoming) parts.push(part as Buffer);
        const { 'transfer-encoding': _chunked, ...kept } = incoming.headers;
        return { status: incoming.statusCode ?? 0, headers: kept, body: Buffer.concat(parts) };
      },
      pass() {
        send().then(
          (incoming) => {
            if (isMissing()) return incoming.destroy();
            response.writeHead(incoming.statusCode ?? 0, incoming.headers);
            response.on('close', () => incoming.destroy());
            incoming.on('error', () => response.destroy()).pipe(response);
            return undefined;
          },
          () => request.socket.destroy(),
        );
      },
      answer(answer) {
        if (isMissing()) return;
        response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
        response.end(answer.body);
      },
      answerHalf(answer) {
        if (isMissing()) return;
        response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length + 2 });
        response.write(answer.body.subarray(0, Math.ceil(answer.body.length / 2)), () => request.socket.destroy());
      },
    });
    return undefined;
  });
  // A browser repeats a request by itself when a reused connection is reset.
  server.keepAliveTimeout = 300_000;
  server.on('connection', (socket) => {
    if (isDown) return socket.destroy();
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    return undefined;
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    if (isDown || isSilent) return socket.destroy();
    live.add(socket);
    const upstream = net.connect(Number(port), hostname, () => {
      const lines = request.rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [`${name}: ${request.rawHeaders[at + 1]}`] : [],
      );
      upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    socket.on('close', () => live.delete(socket));
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get isDown() {
      return isDown;
    },
    set isDown(value) {
      isDown = value;
      if (value) for (const socket of sockets) socket.destroy();
    },
    get isSilent() {
      return isSilent;
    },
    set isSilent(value) {
      isSilent = value;
      if (value) for (const socket of live) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
