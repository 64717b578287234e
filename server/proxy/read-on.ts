import type { Socket } from 'node:net';

const patient = new WeakSet<Socket>();

/**
 * Keeps a connection open after its writing side failed: a server that refuses an upload answers and closes while the
 * upload is still being sent. Node would drop the answer with the failed write; here that write counts as done, and
 * reading goes on to the answer or the end of the connection.
 */
export function readOnAfterClosed(socket: Socket): void {
  if (patient.has(socket)) return;
  patient.add(socket);
  const done =
    (callback: (error?: Error | null) => void) =>
    (error?: Error | null): void =>
      callback(isClosed(error) ? null : error);
  const write = socket['_write'].bind(socket);
  const writeMany = socket['_writev']?.bind(socket);
  Object.assign(socket, {
    _write: (...[chunk, encoding, callback]: Parameters<Socket['_write']>) => write(chunk, encoding, done(callback)),
    ...(writeMany && {
      _writev: (...[chunks, callback]: Parameters<typeof writeMany>) => writeMany(chunks, done(callback)),
    }),
  });
}

const isClosed = (error: Error | null | undefined): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
