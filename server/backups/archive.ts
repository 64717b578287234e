import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import yazl from 'yazl';

/** Largest entry that is read as text, in bytes. */
const MOST_TEXT = 4096;

/**
 * Opens an archive of any size while the work lasts; entries are streamed, names that lead out of a folder are errors.
 */
async function withArchive<Result>(file: string, work: (archive: ZipFile) => Promise<Result>): Promise<Result> {
  const archive = await openPromise(file, { lazyEntries: true, autoClose: false });
  try {
    return await work(archive);
  } finally {
    archive.close();
  }
}

/** Entries of an archive by name: a text, files that stay unchanged, and files that may change meanwhile. */
export interface ArchiveContent {
  readonly text: readonly [name: string, text: string];
  readonly fixed: readonly [name: string, path: string];
  /** Stored uncompressed as they are at their turn; one that is missing by then is left out. */
  readonly living: AsyncIterable<readonly [name: string, path: string]>;
}

export async function pack(target: string, { text, fixed, living }: ArchiveContent): Promise<void> {
  const zip = new yazl.ZipFile();
  zip.on('error', (cause: unknown) =>
    (zip.outputStream as Readable).destroy(cause instanceof Error ? cause : new Error(String(cause))),
  );
  const written = pipeline(zip.outputStream, createWriteStream(target));
  const feed = async (): Promise<void> => {
    zip.addBuffer(Buffer.from(text[1]), text[0]);
    zip.addFile(fixed[1], fixed[0]);
    for await (const [name, file] of living) {
      const handle = await fs.open(file).catch(() => null);
      if (!handle) continue;
      const { mtime, mode } = await handle.stat();
      const stream = handle.createReadStream();
      // Not by size: a file replaced meanwhile would break the archive. The entry is as long as the bytes that were
      // read.
      zip.addReadStream(stream, name, { mtime, mode, compress: false });
      await Promise.race([finished(stream), written]);
    }
    zip.end();
  };
  await Promise.all([written, feed()]);
}

/** Names of all entries. Rejects for anything but an archive. */
export function entryNames(file: string): Promise<string[]> {
  return withArchive(file, async (archive) => {
    const names: string[] = [];
    for await (const { fileName } of archive.eachEntry()) names.push(fileName);
    return names;
  });
}

/**
 * Text of a small entry, read without the rest of the archive; null when missing. Rejects for anything but an archive.
 */
export function readText(file: string, name: string): Promise<string | null> {
  return withArchive(file, async (archive) => {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== name) continue;
      if (entry.uncompressedSize > MOST_TEXT) throw new Error(`"${name}" is too long`);
      const chunks: Buffer[] = [];
      for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString('utf8');
    }
    return null;
  });
}

/**
 * Unpacks entries to the path below `folder` that `placeOf` returns; null leaves one out. Rejects before it writes
 * anything when less than `reserve` bytes would stay free.
 */
export async function unpack(
  file: string,
  folder: string,
  placeOf: (name: string) => string | null,
  reserve: number,
): Promise<string[]> {
  const wanted = ({ fileName }: Entry) => (fileName.endsWith('/') ? null : placeOf(fileName));
  const size = await withArchive(file, async (archive) => {
    let sum = 0;
    for await (const entry of archive.eachEntry()) if (wanted(entry) !== null) sum += entry.uncompressedSize;
    return sum;
  });
  await fs.mkdir(folder, { recursive: true });
  const { bavail, bsize } = await fs.statfs(folder);
  if (size > bavail * bsize - reserve)
    throw Object.assign(new Error('The backup does not fit on the disk'), { code: 'ENOSPC' });
  return withArchive(file, async (archive) => {
    const placed: string[] = [];
    for await (const entry of archive.eachEntry()) {
      const place = wanted(entry);
      if (place === null) continue;
      const target = path.resolve(folder, place);
      if (!target.startsWith(folder + path.sep)) throw new Error(`"${entry.fileName}" leads out of the backup`);
      await fs.mkdir(path.dirname(target), { recursive: true });
      await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(target));
      placed.push(place);
    }
    return placed;
  });
}
