import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { fail } from '../http/errors.ts';

/** Bytes that stay free on the disk after an upload. */
const RESERVE_BYTES = 256 * 1024 ** 2;

export interface ReceivedFile {
  /** As the client named it, without folders. */
  readonly name: string;
  /** Temporary place. */
  readonly path: string;
}

export interface ReceivedForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly ReceivedFile[];
  /** Removes the remaining files. */
  discard(): Promise<void>;
}

/**
 * Receives a multipart form: text fields and files, streamed into a folder of their own below `directory` (the fields
 * that name the target may come after them). Rejects with 413 when it is larger than allowed or than the disk, and then
 * leaves nothing.
 */
export async function receive(request: FastifyRequest, directory: string, maxBytes: number): Promise<ReceivedForm> {
  const folder = path.join(directory, randomUUID());
  await fs.promises.mkdir(folder, { recursive: true });
  const discard = (): Promise<void> => fs.promises.rm(folder, { recursive: true, force: true });
  try {
    const { bavail, bsize } = await fs.promises.statfs(folder);
    const room = Math.min(maxBytes, bavail * bsize - RESERVE_BYTES);
    if (Number(request.headers['content-length'] ?? 0) > room) throw fail(413);
    const fields = new Map<string, string>();
    const files: ReceivedFile[] = [];
    let left = room;
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw fail(400, `The field "${part.fieldname.slice(0, 50)}" is too long`);
        if (typeof part.value === 'string') fields.set(part.fieldname, part.value);
        continue;
      }
      const file = path.join(folder, String(files.length));
      await pipeline(
        part.file,
        async function* count(source: AsyncIterable<Buffer>) {
          for await (const chunk of source) {
            left -= chunk.length;
            if (left < 0) throw fail(413);
            yield chunk;
          }
        },
        fs.createWriteStream(file, { flags: 'wx' }),
      );
      files.push({ name: path.posix.basename(part.filename.replaceAll('\\', '/')), path: file });
    }
    return { fields, files, discard };
  } catch (cause) {
    await discard();
    throw cause;
  }
}
