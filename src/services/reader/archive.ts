import { BookException } from './engine.ts';
import { readDirectory, readEntry, type ZipEntry } from './zip-directory.ts';

/** Unpacked bytes: more is no book, or a zip bomb. */
const MOST_BYTES = 2 * 1024 ** 3;
const MOST_FILES = 20_000;

/** Bytes; smaller files are read once: each part crosses browser processes, which costs as much as some hundred kB. */
const MOST_HELD = 8 * 1024 ** 2;

/**
 * A zip whose files are unpacked one by one: a large file is not held in memory. Names are in the composed form of
 * Unicode.
 */
export interface Archive {
  readonly sizes: ReadonlyMap<string, number>;
  /** null when missing. Throws when it is damaged. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  readText(name: string): Promise<string | null>;
}

/** @throws BookException `empty`, `corrupt`, `protected` (encrypted files) or `tooLarge` */
export async function openArchive(file: Blob): Promise<Archive> {
  if (file.size === 0) throw new BookException('empty');
  const zip = file.size <= MOST_HELD ? await attempt(() => file.arrayBuffer()) : file;
  const entries = await attempt(() => readDirectory(zip));
  checkSize(entries.map(({ size }) => size));
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new BookException('protected');
  const byName = new Map<string, ZipEntry>(entries.map((entry) => [entry.name.normalize(), entry]));
  const read = async (name: string) => {
    const entry = byName.get(name);
    return entry ? attempt(() => readEntry(zip, entry)) : null;
  };
  return {
    sizes: new Map([...byName].map(([name, { size }]) => [name, size])),
    read,
    async readText(name) {
      const bytes = await read(name);
      return bytes && new TextDecoder().decode(bytes);
    },
  };
}

/** @param sizes bytes. @throws BookException `tooLarge` */
export function checkSize(sizes: readonly number[]): void {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > MOST_BYTES || sizes.length > MOST_FILES) throw new BookException('tooLarge');
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new BookException('corrupt', { cause });
  }
}
