import type { FileHandle } from 'node:fs/promises';

/** So many bytes of a file from a place on; fewer where it ends. */
export async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** More than so many tags one after another are no sound. */
const MOST_TAGS = 8;

/** Where the ID3 tags at the start of a file end. */
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
