import { open } from 'node:fs/promises';

/** Largest page of an ogg file, in bytes. */
const LARGEST_PAGE = 65_307;
const OPUS_RATE = 48_000;

/**
 * Length of an ogg file (Opus, Vorbis, FLAC or Speex) in seconds: the position of its last page, counted in samples.
 * Null without one. Reads only the first and the last page.
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

/** Samples per second, 0 for unknown codecs. */
function rateOf(page: Buffer): number {
  const head = page.subarray(0, 256);
  if (head.includes('OpusHead')) return OPUS_RATE;
  const at = (mark: string, place: number): number => (head.includes(mark) ? head.indexOf(mark) + place : -1);
  const vorbis = at('\u0001vorbis', 12);
  if (vorbis >= 0) return head.readUInt32LE(vorbis);
  const speex = at('Speex   ', 36);
  if (speex >= 0) return head.readUInt32LE(speex);
  const flac = at('\u007FFLAC', 27);
  return flac >= 0 ? head.readUIntBE(flac, 3) >> 4 : 0;
}
