import type { FastifyReply } from 'fastify';
import yazl from 'yazl';
import { attachment } from './send-file.ts';

export interface ZipEntry {
  /** File on disk, from the store, never from the request. */
  readonly path: string;
  /** Name inside the archive. */
  readonly name: string;
}

/** Streams files as one archive. Audio does not shrink, so nothing is compressed. */
export function sendZip(reply: FastifyReply, name: string, entries: readonly ZipEntry[]): FastifyReply {
  const zip = new yazl.ZipFile();
  for (const entry of entries) zip.addFile(entry.path, entry.name, { compress: false });
  zip.end();
  zip.on('error', (cause: unknown) => reply.raw.destroy(cause instanceof Error ? cause : new Error(String(cause))));
  return reply.type('application/zip').header('content-disposition', attachment(name)).send(zip.outputStream);
}
