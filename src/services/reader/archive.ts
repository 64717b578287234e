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
  let total = 0;
  const look = () =>
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        total += originalSize;
        files.set(name, originalSize);
        return false;
      },
    });
  attempt(look);
  if (total > MOST_BYTES || files.size > MOST_FILES) throw new BookException('tooLarge');
  return files;
}

/** A text file of an archive; null when it has none of this name. */
export function readText(bytes: Uint8Array, wanted: string): string | null {
  const files = attempt(() => unzipSync(bytes, { filter: ({ name }) => name === wanted }));
  const file = files[wanted];
  return file ? new TextDecoder().decode(file) : null;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const ENCRYPTED = 1;

/** Whether a file of an archive that `listArchive` has read needs a password. */
export function isEncrypted(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end > 0 && view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= bytes.length && view.getUint32(at, true) === DIRECTORY_ENTRY) {
    if (view.getUint16(at + 8, true) & ENCRYPTED) return true;
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return false;
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw new BookException('corrupt', { cause });
  }
}
