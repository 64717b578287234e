import type { FileHandle } from 'node:fs/promises';
import { readAt } from './read-at.ts';

/** A frame of MPEG sound (layers 1 to 3), of raw AAC, AC-3 or E-AC-3. */
export interface Frame {
  readonly codec: 'mp1' | 'mp2' | 'mp3' | 'aac' | 'ac3' | 'eac3';
  /** Bytes with its header. */
  readonly size: number;
  readonly samples: number;
  readonly sampleRate: number;
  readonly channels: number;
}

/** kbit/s by index, of MPEG 1 (layers 1, 2, 3) and of MPEG 2 and 2.5 (layer 1, layers 2 and 3). */
const BIT_RATES = {
  '1-1': [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1-2': [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-1': [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2-2': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const AAC_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];

const AC3_RATES = [48_000, 44_100, 32_000];
const AC3_BIT_RATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];
const AC3_CHANNELS = [2, 1, 2, 3, 3, 4, 4, 5];

/** The frame at an offset; null for anything else. */
export function frameAt(bytes: Uint8Array, at: number): Frame | null {
  if (at + 7 > bytes.length) return null;
  const byte = (index: number): number => bytes[at + index] ?? 0;
  if (byte(0) === 0x0b && byte(1) === 0x77) return byte(5) >> 3 > 10 ? eac3Frame(byte) : ac3Frame(byte);
  if (byte(0) !== 0xff) return null;
  if ((byte(1) & 0xe0) !== 0xe0) return null;
  const layer = 4 - ((byte(1) >> 1) & 3);
  if (layer === 4) return aacFrame(byte);
  const version = (byte(1) >> 3) & 3; // 3 is MPEG 1, 2 MPEG 2, 0 MPEG 2.5
  const rate = SAMPLE_RATES[(byte(2) >> 2) & 3];
  const bitRate = BIT_RATES[version === 3 ? (`1-${layer}` as '1-1') : layer === 1 ? '2-1' : '2-2'][(byte(2) >> 4) - 1];
  if (version === 1 || rate === undefined || bitRate === undefined) return null;
  const sampleRate = rate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = layer === 1 ? 384 : layer === 3 && version !== 3 ? 576 : 1152;
  const slot = layer === 1 ? 4 : 1;
  const slots = Math.floor((samples * bitRate * 125) / sampleRate / slot) + ((byte(2) >> 1) & 1);
  const channels = byte(3) >> 6 === 3 ? 1 : 2;
  return { codec: `mp${layer as 1 | 2 | 3}`, size: slots * slot, samples, sampleRate, channels };
}

function aacFrame(byte: (index: number) => number): Frame | null {
  const sampleRate = AAC_RATES[(byte(2) >> 2) & 15];
  const size = ((byte(3) & 3) << 11) | (byte(4) << 3) | (byte(5) >> 5);
  if ((byte(1) & 0xf6) !== 0xf0 || sampleRate === undefined || size < 8) return null;
  const channels = ((byte(2) & 1) << 2) | (byte(3) >> 6);
  return { codec: 'aac', size, samples: 1024 * ((byte(6) & 3) + 1), sampleRate, channels: channels || 2 };
}

function ac3Frame(byte: (index: number) => number): Frame | null {
  const [sampleRate, bitRate] = [AC3_RATES[byte(4) >> 6], AC3_BIT_RATES[(byte(4) & 63) >> 1]];
  if (sampleRate === undefined || bitRate === undefined || byte(5) >> 3 > 8) return null;
  const padding = sampleRate === 44_100 ? byte(4) & 1 : 0;
  const size = 2 * (Math.floor((bitRate * 96_000) / sampleRate) + padding);
  const mode = byte(6) >> 5;
  const before = (mode & 1 && mode !== 1 ? 2 : 0) + (mode & 4 ? 2 : 0) + (mode === 2 ? 2 : 0);
  const channels = (AC3_CHANNELS[mode] ?? 2) + ((byte(6) >> (4 - before)) & 1);
  return { codec: 'ac3', size, samples: 1536, sampleRate, channels };
}

function eac3Frame(byte: (index: number) => number): Frame | null {
  const [rate, second] = [byte(4) >> 6, (byte(4) >> 4) & 3];
  const sampleRate = rate === 3 ? (AC3_RATES[second] ?? 0) / 2 : (AC3_RATES[rate] ?? 0);
  if (sampleRate === 0 || byte(5) >> 3 > 16) return null;
  const blocks = rate === 3 ? 6 : ([1, 2, 3, 6][second] ?? 6);
  // Further channels of the same moment are frames of their own.
  const isFurther = (byte(2) & 0xf8) !== 0;
  return {
    codec: 'eac3',
    size: 2 * ((((byte(2) & 7) << 8) | byte(3)) + 1),
    samples: isFurther ? 0 : 256 * blocks,
    sampleRate,
    channels: (AC3_CHANNELS[(byte(4) >> 1) & 7] ?? 2) + (byte(4) & 1),
  };
}

const agree = (a: Frame, b: Frame | null): boolean => b?.codec === a.codec && b.sampleRate === a.sampleRate;

/** The first of two consecutive frames from an offset on: a single match may be chance. */
export function agreeingFrames(bytes: Uint8Array, from: number): { at: number; frame: Frame } | null {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0xff && bytes[at] !== 0x0b) continue;
    const frame = frameAt(bytes, at);
    if (frame && agree(frame, frameAt(bytes, at + frame.size))) return { at, frame };
  }
  return null;
}

/** Sound of frames, counted or measured. */
export interface FramedSound {
  readonly codec: Frame['codec'];
  /** Seconds. */
  readonly duration: number;
  readonly sampleRate: number;
  readonly channels: number;
  /** Bits per second. */
  readonly bitRate: number;
}

const CHUNK = 1024 * 1024;
/** Below this (bytes) all frames are counted: quicker than checking a header. */
const SMALL = 2 * 1024 * 1024;
const LOOKS = 12;
const LOOK = 16 * 1024;

/** In bytes. */
export const LONGEST_FRAME = 8200;

/** Counts all frames and skips other bytes. Seconds. */
async function countFrames(handle: FileHandle, start: number, end: number): Promise<number> {
  let duration = 0;
  let isInStep = false;
  for (let at = start; at < end;) {
    const bytes = await readAt(handle, at, Math.min(CHUNK, end - at));
    const isLast = bytes.length === 0 || at + bytes.length >= end;
    let place = 0;
    while (place < bytes.length) {
      const frame = isInStep ? frameAt(bytes, place) : null;
      if (frame && place + frame.size <= bytes.length) {
        duration += frame.samples / frame.sampleRate;
        place += frame.size;
        continue;
      }
      if (isInStep && (frame || place + 7 > bytes.length)) break; // It goes on in the next part.
      const next = agreeingFrames(bytes, place);
      isInStep = next !== null;
      place = next?.at ?? Math.max(place, bytes.length - LONGEST_FRAME);
      if (!next) break;
    }
    if (isLast) break;
    at += place;
  }
  return duration;
}

/** Sizes of frames at positions all over the sound; none where one of them has no frames. */
async function sampleSizes(handle: FileHandle, start: number, end: number): Promise<number[]> {
  const sizes: number[] = [];
  for (let i = 0; i < LOOKS; i += 1) {
    const bytes = await readAt(handle, Math.floor(start + ((end - start) * (i + 0.5)) / LOOKS), LOOK);
    const first = agreeingFrames(bytes, 0);
    if (!first) return [];
    let place = first.at;
    for (let frame = frameAt(bytes, place); frame; frame = frameAt(bytes, place)) {
      sizes.push(frame.size);
      place += frame.size;
    }
  }
  return sizes;
}

/** Header in the first frame of many files: the number and bytes of the others, 0 when missing. */
function infoIn(frame: Buffer): { isInfo: boolean; frames: number; bytes: number } {
  const head = frame.toString('latin1', 0, 64);
  const xing = /Xing|Info/.exec(head)?.index;
  const vbri = head.indexOf('VBRI');
  const u32 = (at: number): number => (at + 4 <= frame.length ? frame.readUInt32BE(at) : 0);
  if (xing !== undefined) {
    const flags = u32(xing + 4);
    const hasFrames = (flags & 1) !== 0;
    const bytes = flags & 2 ? u32(xing + (hasFrames ? 12 : 8)) : 0;
    return { isInfo: true, frames: hasFrames ? u32(xing + 8) : 0, bytes };
  }
  return vbri >= 0
    ? { isInfo: true, frames: u32(vbri + 14), bytes: u32(vbri + 10) }
    : { isInfo: false, frames: 0, bytes: 0 };
}

/** End of the sound, before the tags at the end. */
async function endOfSound(handle: FileHandle, size: number): Promise<number> {
  let end = size;
  if ((await readAt(handle, Math.max(0, end - 128), 3)).toString('latin1') === 'TAG') end -= 128;
  const footer = await readAt(handle, Math.max(0, end - 32), 32);
  if (footer.length === 32 && footer.toString('latin1', 0, 8) === 'APETAGEX')
    end -= footer.readUInt32LE(12) + (footer.readUInt32LE(20) & 0x80000000 ? 32 : 0);
  return Math.max(0, end);
}

/**
 * The length of MPEG sound, raw AAC or AC-3 from `start`. Avoids counting large files frame by frame: a header that
 * matches frames all over the file, or a constant frame size, is enough. A header that does not match is ignored.
 */
export async function measureFrames(handle: FileHandle, start: number, size: number): Promise<FramedSound | null> {
  const head = await readAt(handle, start, LOOK);
  const first = frameAt(head, 0);
  if (!first) return null;
  const isMpeg = first.codec.startsWith('mp');
  const info = isMpeg ? infoIn(head.subarray(0, Math.max(first.size, 200))) : { isInfo: false, frames: 0, bytes: 0 };
  const from = start + (info.isInfo ? first.size : 0);
  const end = Math.max(from, await endOfSound(handle, size));
  const of = (frames: number): number => (frames * first.samples) / first.sampleRate;
  const sound = (duration: number): FramedSound => ({
    codec: first.codec,
    duration,
    sampleRate: first.sampleRate,
    channels: first.channels,
    bitRate: Math.round(((end - from) * 8) / duration / 1000) * 1000,
  });
  if (end - from <= SMALL) return sound(await countFrames(handle, from, end));
  const sizes = await sampleSizes(handle, from, end);
  const mean = sizes.reduce((sum, one) => sum + one, 0) / sizes.length;
  // Frames of one bit rate differ by the padding only.
  const areEqual =
    sizes.length > 0 && Math.max(...sizes) - Math.min(...sizes) <= 4 && (isMpeg || first.codec === 'ac3');
  if (areEqual) return sound(of((end - from) / mean));
  const isNear = (said: number, measured: number, share: number): boolean =>
    Math.abs(said - measured) <= measured * share;
  const isTrue =
    info.frames > 0 &&
    isNear(info.frames * mean, end - from, 0.3) &&
    (info.bytes === 0 || isNear(info.bytes, end - start, 0.01));
  return sound(isTrue && info.bytes > 0 ? of(info.frames) : await countFrames(handle, from, end));
}
