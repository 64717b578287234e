import { unzipSync } from 'fflate';
import { BookException } from './engine.ts';

/** The most that an archive may hold unpacked, in bytes: more is no book, or a zip bomb. */
const MOST_BYTES = 2 * 1024 ** 3;
/** The most files. */
const MOST_FILES = 20_000;

/** The files of an archive by name, with their size in bytes. Nothing is unpacked. */
export function listArchive(bytes: Uint8Array): ReadonlyMap<string, number> {
  if (bytes.byteLength === 0) throw new BookException('empty');
  const files = new Map<string, number>();
  const look = () =>
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        files.set(name, originalSize);
        return false;
      },
    });
  attempt(look);
  checkSize([...files.values()]);
  return files;
}

/** Throws when files of these sizes, in bytes, are more than a book has. */
export function checkSize(sizes: readonly number[]): void {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > MOST_BYTES || sizes.length > MOST_FILES) throw new BookException('tooLarge');
}

/** A text file of an archive; null when it has none of this name. */
export function readText(bytes: Uint8Array, wanted: string): string | null {
  const files = attempt(() => unzipSync(bytes, { filter: ({ name }) => name === wanted }));
  const file = files[wanted];
  return file ? new TextDecoder().decode(file) : null;
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw new BookException('corrupt', { cause });
  }
}
