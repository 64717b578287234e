import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';

/** Stands before a server and prevents compression: requests accept plain answers only. Sockets pass through. */
export async function packNothing(url) {
  const { hostname, port } = new URL(url);
  const plain = http.createServer((request, response) => {
    const { 'accept-encoding': _, ...headers } = request.headers;
    const outgoing = http.request(
      { hostname, port, method: request.method, path: request.url, headers },
      (incoming) => {
        response.writeHead(incoming.statusCode, incoming.rawHeaders);
        incoming.pipe(response);
      },
    );
    outgoing.on('error', () => response.destroy());
    request.pipe(outgoing);
  });
  plain.on('upgrade', (request, socket, head) => {
    const upstream = net.connect(Number(port), hostname, () => {
      const lines = request.rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [`${name}: ${request.rawHeaders[at + 1]}`] : [],
      );
      upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ])
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  plain.listen(0, '127.0.0.1');
  await once(plain, 'listening');
  return {
    url: `http://127.0.0.1:${plain.address().port}`,
    close: () => {
      plain.close();
      plain.closeAllConnections();
    },
  };
}
