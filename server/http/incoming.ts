import type { FastifyInstance } from 'fastify';
import { fail } from './errors.ts';

/** Least bytes of a body within the stall time, unless it ends. */
const LEAST_BYTES = 1024;
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** Refuses unreadable forms, and ends connections whose body stalls. `stallMs`: time for the next 1024 bytes, in ms. */
export function boundIncoming(app: FastifyInstance, stallMs: number): void {
  app.addHook('onRequest', async ({ headers, raw }, reply) => {
    if (/^multipart\/form-data(?!.*;\s*boundary=.)/i.test(headers['content-type'] ?? '')) throw fail(400);
    if (raw.complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)) return;
    const { socket } = raw;
    let before = socket.bytesRead;
    const watching = setInterval(() => {
      if (raw.complete) return clearInterval(watching);
      const received = socket.bytesRead - before;
      before = socket.bytesRead;
      // Unread bytes here wait for the server, not for the client.
      if (received >= LEAST_BYTES || raw.readableLength > 0) return;
      clearInterval(watching);
      if (!reply.raw.headersSent) socket.write(TOO_SLOW);
      socket.destroySoon();
    }, stallMs).unref();
    raw.once('close', () => clearInterval(watching));
  });
}
