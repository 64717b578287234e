import { BookException } from './engine.ts';
import { readDirectory, readEntry, type ZipEntry } from './zip-directory.ts';

/** The most that an archive may hold unpacked, in bytes: more is no book, or a zip bomb. */
const MOST_BYTES = 2 * 1024 ** 3;
/** The most files. */
const MOST_FILES = 20_000;

/**
 * A file of at most so many bytes is read once, as a whole: each reading of a part goes through another process of the
 * browser, which takes as long as some hundred kilobytes.
 */
const MOST_HELD = 8 * 1024 ** 2;

/** A zip whose files are unpacked one by one: a large file itself stays where it is. */
export interface Archive {
  /** Sizes of its files, unpacked, in bytes, by name. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The bytes of a file; null when there is none of this name. Throws when it is damaged. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The same as text. */
  readText(name: string): Promise<string | null>;
}

/** Throws a BookException: `empty`, `corrupt`, `protected` (its files are encrypted) or `tooLarge`. */
export async function openArchive(file: Blob): Promise<Archive> {
  if (file.size === 0) throw new BookException('empty');
  const zip = file.size <= MOST_HELD ? await attempt(() => file.arrayBuffer()) : file;
  const entries = await attempt(() => readDirectory(zip));
  checkSize(entries.map(({ size }) => size));
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new BookException('protected');
  const byName = new Map<string, ZipEntry>(entries.map((entry) => [entry.name, entry]));
  const read = async (name: string) => {
    const entry = byName.get(name);
    return entry ? attempt(() => readEntry(zip, entry)) : null;
  };
  return {
    sizes: new Map(entries.map(({ name, size }) => [name, size])),
    read,
    async readText(name) {
      const bytes = await read(name);
      return bytes && new TextDecoder().decode(bytes);
    },
  };
}

/** Throws when files of these sizes, in bytes, are more than a book has. */
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
