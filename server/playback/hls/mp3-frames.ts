import type { FileHandle } from 'node:fs/promises';
import { endOfTags } from '../../scan/read-at.ts';

/** Start of a stretch of an mp3 file: byte offset and time of its first frame (s from the start of the file). */
export interface FrameMark {
  readonly offset: number;
  readonly time: number;
}

export interface FrameIndex {
  /** First audio frame. */
  readonly start: FrameMark;
  /** One mark per requested time within the file: the first frame at or after it. */
  readonly marks: readonly FrameMark[];
  /** Behind the last whole frame. */
  readonly end: FrameMark;
}

interface FrameHeader {
  readonly size: number;
  readonly duration: number;
}

const bitrates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const bitrates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRates = [44_100, 48_000, 32_000];

/** Reads the four bytes of an MPEG layer III frame header; undefined for anything else. */
export function readFrameHeader(bytes: Buffer, at: number): FrameHeader | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined;
  const [second = 0, third = 0] = [bytes[at + 1], bytes[at + 2]];
  const version = (second >> 3) & 3; // 3 is MPEG 1, 2 MPEG 2, 0 MPEG 2.5
  if ((second & 0xe0) !== 0xe0 || version === 1 || ((second >> 1) & 3) !== 1) return undefined;
  const rate = sampleRates[(third >> 2) & 3];
  const bitrate = (version === 3 ? bitrates1 : bitrates2)[third >> 4];
  if (rate === undefined || !bitrate) return undefined;
  const sampleRate = rate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = version === 3 ? 1152 : 576;
  return {
    size: Math.floor((samples / 8) * ((bitrate * 1000) / sampleRate)) + ((third >> 1) & 1),
    duration: samples / sampleRate,
  };
}

const CHUNK = 1 << 20;

/** Walks over all frames of an mp3 file. `times` (s, ascending) are the places to mark. Skips damaged stretches. */
export async function indexFrames(handle: FileHandle, times: readonly number[]): Promise<FrameIndex> {
  const chunk = Buffer.alloc(CHUNK);
  let [chunkStart, chunkLength] = [0, 0];
  const has = async (offset: number, length: number): Promise<boolean> => {
    if (offset >= chunkStart && offset + length <= chunkStart + chunkLength) return true;
    chunkStart = offset;
    chunkLength = (await handle.read(chunk, 0, CHUNK, offset)).bytesRead;
    return chunkLength >= length;
  };

  let offset = await endOfTags(handle);
  let time = 0;
  let start: FrameMark | undefined;
  const marks: FrameMark[] = [];
  let end: FrameMark = { offset, time };
  while (await has(offset, 4)) {
    const header = readFrameHeader(chunk, offset - chunkStart);
    if (!header) {
      // The next byte that may begin a frame, or the part of the chunk that could be its start.
      const next = chunk.subarray(0, chunkLength).indexOf(0xff, offset - chunkStart + 1);
      offset = chunkStart + (next < 0 ? Math.max(chunkLength, offset - chunkStart + 1) : next);
      continue;
    }
    if (!start && (await has(offset, Math.min(header.size, 64))) && isInfoFrame(chunk, offset - chunkStart)) {
      offset += header.size;
      continue;
    }
    start ??= { offset, time };
    while (marks.length < times.length && time >= (times[marks.length] ?? 0) - 1e-9) marks.push({ offset, time });
    offset += header.size;
    time += header.duration;
    end = { offset, time };
  }
  return { start: start ?? end, marks, end };
}

/** In many files the first frame holds a table of contents instead of sound. */
function isInfoFrame(bytes: Buffer, at: number): boolean {
  const head = bytes.toString('latin1', at, at + 64);
  return head.includes('Xing') || head.includes('Info') || head.includes('VBRI');
}

/** An ID3 tag with the time of the first frame, as packed audio in HLS needs it (90 kHz clock of 33 bits). */
export function timestampTag(seconds: number): Buffer {
  const owner = Buffer.from('com.apple.streaming.transportStreamTimestamp\0', 'latin1');
  const clock = Buffer.alloc(8);
  clock.writeBigUInt64BE(BigInt(Math.round(seconds * 90_000)) & 0x1_ffff_ffffn);
  const content = Buffer.concat([owner, clock]);
  const frame = Buffer.concat([
    Buffer.from('PRIV', 'latin1'),
    synchsafeBytes(content.length),
    Buffer.alloc(2),
    content,
  ]);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), synchsafeBytes(frame.length), frame]);
}

function synchsafeBytes(value: number): Buffer {
  return Buffer.from([(value >> 21) & 0x7f, (value >> 14) & 0x7f, (value >> 7) & 0x7f, value & 0x7f]);
}
