import { once } from 'node:events';
import type { Server } from 'node:http';
import { StartError } from '../errors.ts';

/** The error of a failed `listen` in words for the terminal; unknown ones as they are. */
export function explainListenError(
  cause: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is taken by another program. Choose another with --port.`);
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this account. Choose one above 1023 with --port.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`The address ${host} is not one of this machine. Choose another with --host.`);
  return cause;
}

/** `http://host:port` of a listening server. */
export function addressOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** How long (ms) a server that closes waits for calls under way; a stream can last for hours. */
const GRACE_MS = 2000;

/** Resolves when a server that is closing has ended all its connections. */
export async function endConnections(server: Server): Promise<void> {
  // A connection whose call ended meanwhile would wait for another one.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const all = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await once(server, 'close');
  clearInterval(idle);
  clearTimeout(all);
}
