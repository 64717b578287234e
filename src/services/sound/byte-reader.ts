/** Reads bytes of a remote file. */
export interface ByteReader {
  readonly size: number;
  /** Bytes past the end are omitted. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Bytes from `begin` up to `end`, exclusive; never an empty range. */
export type FetchRange = (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;

const BLOCK = 64 * 1024;
const KEPT_BLOCKS = 48;

/** Caches the last 3 MB of small reads: tables are read many times, sound once. */
export function createByteReader(fetchRange: FetchRange, size: number): ByteReader {
  const blocks = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();
  const blockAt = (index: number) => {
    const known = blocks.get(index);
    blocks.delete(index);
    const block = known ?? fetchRange(index * BLOCK, Math.min(size, (index + 1) * BLOCK));
    blocks.set(index, block);
    if (!known) block.catch(() => blocks.delete(index));
    const oldest = blocks.keys().next().value;
    if (blocks.size > KEPT_BLOCKS && oldest !== undefined) blocks.delete(oldest);
    return block;
  };
  return {
    size,
    async read(begin, wanted) {
      const end = Math.min(size, wanted);
      if (end <= begin) return new Uint8Array(0);
      if (end - begin > 2 * BLOCK) return fetchRange(begin, end);
      const first = Math.floor(begin / BLOCK);
      const last = Math.floor((end - 1) / BLOCK);
      const read = await Promise.all(Array.from({ length: last - first + 1 }, (_, index) => blockAt(first + index)));
      const bytes = new Uint8Array(end - begin);
      read.forEach((block, index) => {
        const at = (first + index) * BLOCK - begin;
        const from = Math.max(0, -at);
        bytes.set(block.subarray(from, Math.max(from, end - (first + index) * BLOCK)), Math.max(0, at));
      });
      return bytes;
    },
  };
}

export const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
