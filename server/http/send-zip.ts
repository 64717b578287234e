import type { FastifyReply } from 'fastify';
import yazl from 'yazl';
import { attachment } from './send-file.ts';
import { isServed } from './served-files.ts';

export interface ZipEntry {
  /** Path on disk, from the store, never from the request. */
  readonly path: string;
  readonly name: string;
}

/** Streams files as one archive, uncompressed: audio does not shrink. Links to outside are left out. */
export async function sendZip(reply: FastifyReply, name: string, entries: readonly ZipEntry[]): Promise<FastifyReply> {
  const zip = new yazl.ZipFile();
  zip.on('error', (cause: unknown) => reply.raw.destroy(cause instanceof Error ? cause : new Error(String(cause))));
  for (const entry of entries)
    if (await isServed(reply.server, entry.path)) zip.addFile(entry.path, entry.name, { compress: false });
  zip.end();
  return reply.type('application/zip').header('content-disposition', attachment(name)).send(zip.outputStream);
}
