import type { FileHandle } from 'node:fs/promises';

/** Reads `length` bytes of a file from an offset; fewer at its end. */
export async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** More consecutive tags mean that the file is no sound. */
const MOST_TAGS = 8;

/** End of the ID3 tags at the start of a file. */
export async function endOfTags(handle: FileHandle): Promise<number> {
  let at = 0;
  for (let i = 0; i < MOST_TAGS; i += 1) {
    const head = await readAt(handle, at, 10);
    if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') break;
    const size = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + (head.readUInt8(index) & 0x7f), 0);
    at += 10 + size + (head.readUInt8(5) & 0x10 ? 10 : 0);
  }
  return at;
}
