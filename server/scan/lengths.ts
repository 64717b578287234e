import type { FileHandle } from 'node:fs/promises';
import { measureFrames } from './frames.ts';
import { readAt } from './read-at.ts';

/** Facts of a container about its sound; lengths in seconds. */
export interface SoundFacts {
  readonly duration: number | null;
  readonly codec?: string | undefined;
  readonly sampleRate?: number | undefined;
  readonly channels?: number | undefined;
  /** Bits per second. */
  readonly bitRate?: number | undefined;
  /** Texts beside the sound, by name. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** Bytes at the end of a FLAC file that are searched for its last frame. */
const FLAC_TAIL = 512 * 1024;
const FLAC_BLOCKS = [0, 192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768];

function crc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x80 ? (crc << 1) ^ 0x07 : crc << 1) & 0xff;
  }
  return crc;
}

/** The samples of the frame at an offset, counted from the start of the sound; null for anything else. */
function flacSamplesAt(bytes: Buffer, at: number, blockSize: number): { from: number; to: number } | null {
  const byte = (index: number): number => bytes[at + index] ?? 0;
  if (byte(0) !== 0xff || (byte(1) & 0xfe) !== 0xf8 || byte(3) & 1) return null;
  const [blockCode, rateCode] = [byte(2) >> 4, byte(2) & 15];
  const more = byte(4) < 0x80 ? 0 : Math.clz32(~(byte(4) << 24)) - 1;
  if (blockCode === 0 || rateCode === 15 || byte(3) >> 4 > 10 || more > 6) return null;
  let number = more === 0 ? byte(4) : byte(4) & (0x3f >> more);
  for (let i = 1; i <= more; i += 1) number = number * 64 + (byte(4 + i) & 0x3f);
  let end = 5 + more;
  const own =
    blockCode === 6 ? byte(end) + 1 : blockCode === 7 ? byte(end) * 256 + byte(end + 1) + 1 : FLAC_BLOCKS[blockCode];
  end += blockCode === 6 ? 1 : blockCode === 7 ? 2 : 0;
  end += rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0;
  if (at + end >= bytes.length || crc8(bytes.subarray(at, at + end)) !== byte(end)) return null;
  const from = byte(1) & 1 ? number : number * blockSize;
  return { from, to: from + (own ?? 0) };
}

/** Samples until the end of the last frame, by the last two that follow each other; else by the last one. */
function flacEnd(tail: Buffer, blockSize: number): { samples: number; isSure: boolean } | null {
  const ends = new Map<number, number>();
  let last: number | undefined;
  for (let at = tail.lastIndexOf(0xff); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(0xff, at - 1)) {
    const found = flacSamplesAt(tail, at, blockSize);
    if (!found) continue;
    const end = ends.get(found.to);
    if (end !== undefined) return { samples: end, isSure: true };
    last ??= found.to;
    ends.set(found.from, found.to);
  }
  return last === undefined ? null : { samples: last, isSure: false };
}

/** FLAC that was written to a pipe has no length, and one that was cut a false one: its last frames give it. */
export async function flacFacts(handle: FileHandle, start: number, size: number): Promise<SoundFacts> {
  const info = await readAt(handle, start, 42);
  if (info.length < 42) return { duration: null };
  const sampleRate = info.readUIntBE(18, 3) >> 4;
  const said = (info.readUInt8(21) & 15) * 2 ** 32 + info.readUInt32BE(22);
  if (sampleRate === 0) return { duration: null };
  const tail = await readAt(handle, Math.max(start + 42, size - FLAC_TAIL), FLAC_TAIL);
  const end = flacEnd(tail, info.readUInt16BE(8));
  const samples = end && (said === 0 || end.isSure) ? end.samples : said;
  return { duration: samples > 0 ? samples / sampleRate : null };
}

type Chunked = 'riff' | 'iff' | 'caf';

/** The chunks of a RIFF, RF64, AIFF or CAF file: their names, and where they begin and end. */
async function chunksOf(
  handle: FileHandle,
  at: number,
  size: number,
  kind: Chunked,
): Promise<Map<string, { start: number; end: number }>> {
  const chunks = new Map<string, { start: number; end: number }>();
  const isCaf = kind === 'caf';
  for (let place = at, count = 0; place + 8 <= size && count < 1000; count += 1) {
    const head = await readAt(handle, place, 12);
    if (head.length < (isCaf ? 12 : 8)) break;
    const start = place + (isCaf ? 12 : 8);
    const length = isCaf
      ? Number(head.readBigInt64BE(4))
      : kind === 'iff'
        ? head.readUInt32BE(4)
        : head.readUInt32LE(4);
    const isOpen = length < 0 || start + length > size || (!isCaf && length === 0xffffffff);
    const name = head.toString('latin1', 0, 4);
    // Sound written to a pipe has no length: it goes on until the end.
    const end = isOpen || (length === 0 && /^(?:data|SSND)$/.test(name)) ? size : start + length;
    if (!chunks.has(name)) chunks.set(name, { start, end });
    place = end + (isCaf ? 0 : (end - start) % 2);
  }
  return chunks;
}

const WAVE_CODECS: Readonly<Record<number, string>> = {
  1: 'pcm',
  3: 'pcm',
  2: 'adpcm',
  17: 'adpcm',
  80: 'mp2',
  85: 'mp3',
  255: 'aac',
};

/** Length of a wave file: the bytes of its sound and of one second, or its frames. */
export async function waveFacts(handle: FileHandle, start: number, size: number): Promise<SoundFacts> {
  const chunks = await chunksOf(handle, start + 12, size, 'riff');
  const [format, data] = [chunks.get('fmt '), chunks.get('data')];
  const head = format ? await readAt(handle, format.start, 40) : Buffer.alloc(0);
  if (!data || head.length < 16) return { duration: null };
  const tag = head.readUInt16LE(0);
  const codec = WAVE_CODECS[tag === 0xfffe && head.length >= 26 ? head.readUInt16LE(24) : tag];
  const framed = codec === 'pcm' ? null : await measureFrames(handle, data.start, data.end);
  if (framed) return framed;
  const sampleRate = head.readUInt32LE(4);
  const bytesPerSecond = (codec === 'pcm' && head.readUInt16LE(12) * sampleRate) || head.readUInt32LE(8);
  return {
    duration: bytesPerSecond > 0 ? (data.end - data.start) / bytesPerSecond : null,
    codec,
    sampleRate,
    channels: head.readUInt16LE(2),
  };
}

/** Length of an AIFF file: the bytes of its sound; compressed sound (AIFC) has the declared one. */
export async function aiffFacts(handle: FileHandle, start: number, size: number): Promise<SoundFacts> {
  const chunks = await chunksOf(handle, start + 12, size, 'iff');
  const [common, data] = [chunks.get('COMM'), chunks.get('SSND')];
  const head = common ? await readAt(handle, common.start, Math.min(common.end - common.start, 22)) : Buffer.alloc(0);
  if (!data || head.length < 18) return { duration: null };
  const [channels, bits] = [head.readUInt16BE(0), head.readUInt16BE(6)];
  // A float of 80 bits.
  const sampleRate = head.readUInt32BE(10) * 2 ** ((head.readUInt16BE(8) & 0x7fff) - 16_383 - 31);
  const bytesPerSecond = channels * Math.ceil(bits / 8) * sampleRate;
  const isPlain = /^(?:|NONE|raw |twos|sowt|fl32|FL32|fl64|FL64|in24|in32)$/.test(head.toString('latin1', 18, 22));
  if (!isPlain || !(bytesPerSecond > 0)) return { duration: null };
  return { duration: (data.end - data.start - 8) / bytesPerSecond, codec: 'pcm', sampleRate, channels };
}

const CAF_CODECS: Readonly<Record<string, string>> = {
  lpcm: 'pcm',
  ima4: 'adpcm',
  '.mp3': 'mp3',
  '.mp2': 'mp2',
  ulaw: 'pcm',
  alaw: 'pcm',
};

/** Length of a Core Audio file: its packet table, or its bytes where all packets have one size. */
export async function cafFacts(handle: FileHandle, start: number, size: number): Promise<SoundFacts> {
  const chunks = await chunksOf(handle, start + 8, size, 'caf');
  const [desc, data, table, info] = ['desc', 'data', 'pakt', 'info'].map((name) => chunks.get(name));
  const head = desc ? await readAt(handle, desc.start, 32) : Buffer.alloc(0);
  if (head.length < 32) return { duration: null };
  const sampleRate = head.readDoubleBE(0);
  const codec = head.toString('latin1', 8, 12).trim();
  const [packetBytes, packetFrames] = [head.readUInt32BE(16), head.readUInt32BE(20)];
  const counts = table ? await readAt(handle, table.start, 24) : Buffer.alloc(0);
  const counted = counts.length === 24 ? Number(counts.readBigInt64BE(8)) : 0;
  const frames =
    counted > 0 ? counted : data && packetBytes > 0 ? ((data.end - data.start - 4) / packetBytes) * packetFrames : 0;
  const words = info
    ? (await readAt(handle, info.start, Math.min(info.end - info.start, 64 * 1024))).subarray(4)
    : Buffer.alloc(0);
  const texts = words.toString('utf8').split('\0');
  return {
    duration: sampleRate > 0 && frames > 0 ? frames / sampleRate : null,
    codec: CAF_CODECS[codec] ?? codec,
    sampleRate,
    channels: head.readUInt32BE(24),
    texts: new Map(texts.flatMap((key, i) => (i % 2 === 0 && key ? [[key.toUpperCase(), texts[i + 1] ?? '']] : []))),
  };
}

/** Bytes of a frame of 20 ms by its kind, narrow and wide band. */
const AMR_SIZES = [12, 13, 15, 17, 19, 20, 26, 31, 5];
const AMR_WIDE_SIZES = [17, 23, 32, 36, 40, 46, 50, 58, 60, 5];

/** Length of AMR: counts its frames. */
export async function amrFacts(handle: FileHandle, start: number, size: number): Promise<SoundFacts> {
  const isWide = (await readAt(handle, start, 9)).toString('latin1').startsWith('#!AMR-WB');
  const sizes = isWide ? AMR_WIDE_SIZES : AMR_SIZES;
  let frames = 0;
  for (let at = start + (isWide ? 9 : 6); at < size;) {
    const bytes = await readAt(handle, at, 1024 * 1024);
    let place = 0;
    for (; place < bytes.length; place += 1 + (sizes[((bytes[place] ?? 0) >> 3) & 15] ?? 0)) frames += 1;
    at += Math.max(place, 1);
  }
  return {
    duration: frames / 50,
    codec: isWide ? 'amr_wb' : 'amr_nb',
    sampleRate: isWide ? 16_000 : 8000,
    channels: 1,
  };
}
