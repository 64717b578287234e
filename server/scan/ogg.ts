import { open } from 'node:fs/promises';

/** A page of an ogg file is never larger, in bytes. */
const LARGEST_PAGE = 65_307;
const OPUS_RATE = 48_000;

/**
 * Length of an ogg file (Opus or Vorbis) in seconds: the place of its last page, counted in samples. Null when it has
 * none. Only the first and the last page are read.
 */
export async function oggDuration(file: string): Promise<number | null> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (start: number) =>
      (await handle.read(Buffer.alloc(LARGEST_PAGE), 0, LARGEST_PAGE, Math.max(0, start))).buffer;
    const rate = rateOf(await read(0));
    const tail = await read(size - LARGEST_PAGE);
    if (rate === 0) return null;
    let page = tail.lastIndexOf('OggS');
    while (page >= 0) {
      const samples = page + 14 <= tail.length ? Number(tail.readBigInt64LE(page + 6)) : 0;
      if (samples > 0) return samples / rate;
      page = page === 0 ? -1 : tail.lastIndexOf('OggS', page - 1);
    }
    return null;
  } finally {
    await handle.close();
  }
}

/** Samples per second, 0 when it is neither Opus nor Vorbis. */
function rateOf(head: Buffer): number {
  if (head.subarray(0, 128).includes('OpusHead')) return OPUS_RATE;
  const vorbis = head.subarray(0, 128).indexOf('\u0001vorbis');
  return vorbis < 0 ? 0 : head.readUInt32LE(vorbis + 12);
}
