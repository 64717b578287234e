import type { FileHandle } from 'node:fs/promises';
import { decodeText } from '../items/decode-text.ts';
import { fullest, type Mark } from './chapters.ts';

/** Largest `moov` that is read, in bytes: a book of a hundred hours needs some ten million. */
const MAX_MOOV = 64 * 1024 * 1024;

export interface Mp4Facts {
  /** The fuller one of the two tables that a file may have. */
  marks: Mark[];
  /** Channels of the AAC stream itself; the sample description of many files says 2 for mono. Null for other codecs. */
  channels: number | null;
  /** Of the first track with sound; null without one. */
  codec: string | null;
  /** Seconds by the samples of the first track with sound, or its fragments; null without any. */
  duration: number | null;
  /** True when the file ends before the media data does. */
  isTruncated: boolean;
}

interface Box {
  type: string;
  body: Buffer;
}

/** The boxes directly inside `data`; stops at the first one that does not fit. */
function boxes(data: Buffer): Box[] {
  const out: Box[] = [];
  let at = 0;
  while (at + 8 <= data.length) {
    let size = data.readUInt32BE(at);
    let head = 8;
    if (size === 1 && at + 16 <= data.length) {
      size = Number(data.readBigUInt64BE(at + 8));
      head = 16;
    } else if (size === 0) size = data.length - at;
    if (size < head || at + size > data.length) break;
    out.push({ type: data.toString('latin1', at + 4, at + 8), body: data.subarray(at + head, at + size) });
    at += size;
  }
  return out;
}

const child = (data: Buffer | undefined, ...path: string[]): Buffer | undefined =>
  path.reduce<Buffer | undefined>(
    (found, type) => (found ? boxes(found).find((box) => box.type === type)?.body : undefined),
    data,
  );

/**
 * Nero chapters: a count after 4 bytes (8 since version 1), then per chapter a 64-bit start in 100 ns, a length byte
 * and text. There are 255 at most.
 */
function neroChapters(body: Buffer | undefined): Mark[] {
  const out: Mark[] = [];
  const first = (body?.[0] ?? 0) === 0 ? 4 : 8;
  let at = first + 1;
  if (!body) return out;
  for (let left = body[first] ?? 0; left > 0 && at + 9 <= body.length; left -= 1) {
    const end = at + 9 + body.readUInt8(at + 8);
    out.push({ start: Number(body.readBigUInt64BE(at)) / 1e7, title: decodeText(body.subarray(at + 9, end)) });
    at = end;
  }
  return out;
}

const u32 = (data: Buffer | undefined, at: number): number =>
  data && at + 4 <= data.length ? data.readUInt32BE(at) : 0;

/** Entries of a table of sample times: no more than it holds. */
const entriesOf = (stts: Buffer | undefined): number => Math.min(u32(stts, 4), ((stts?.length ?? 8) - 8) / 8);

/** Length of all samples of a track, in its timescale. */
function sampleTime(track: Buffer | undefined): number {
  const stts = child(track, 'mdia', 'minf', 'stbl', 'stts');
  let time = 0;
  for (let i = 0; i < entriesOf(stts); i += 1) time += u32(stts, 8 + i * 8) * u32(stts, 12 + i * 8);
  return time;
}

/** Byte positions of the samples of a track, from its sample tables. */
function samplePositions(table: Buffer): { at: number; size: number; start: number }[] {
  const [stts, stsc, stsz, stco, co64] = ['stts', 'stsc', 'stsz', 'stco', 'co64'].map((type) => child(table, type));
  const count = Math.min(u32(stsz, 8), 10_000);
  const fixed = u32(stsz, 4);
  const times: number[] = [];
  let time = 0;
  for (let i = 0; i < entriesOf(stts) && times.length < count; i += 1) {
    for (let n = u32(stts, 8 + i * 8); n > 0 && times.length < count; n -= 1) {
      times.push(time);
      time += u32(stts, 12 + i * 8);
    }
  }
  const out: { at: number; size: number; start: number }[] = [];
  const chunks = u32(stco ?? co64, 4);
  for (let chunk = 0, run = 0; chunk < chunks && out.length < count; chunk += 1) {
    while (run + 1 < u32(stsc, 4) && u32(stsc, 8 + (run + 1) * 12) <= chunk + 1) run += 1;
    const perChunk = u32(stsc, 12 + run * 12) || 1;
    let at = stco
      ? u32(stco, 8 + chunk * 4)
      : co64 && 16 + chunk * 8 <= co64.length
        ? Number(co64.readBigUInt64BE(8 + chunk * 8))
        : 0;
    for (let n = 0; n < perChunk && out.length < count; n += 1) {
      const size = fixed || u32(stsz, 12 + out.length * 4);
      out.push({ at, size, start: times[out.length] ?? 0 });
      at += size;
    }
  }
  return out;
}

const tracksOf = (moov: Buffer): Buffer[] =>
  boxes(moov)
    .filter((box) => box.type === 'trak')
    .map((box) => box.body);
const handlerOf = (track: Buffer): string => child(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12) ?? '';
const isText = (track: Buffer): boolean => ['text', 'sbtl', 'subt'].includes(handlerOf(track));
const timescaleOf = (track: Buffer): number => {
  const header = child(track, 'mdia', 'mdhd');
  return u32(header, header?.[0] === 1 ? 20 : 12) || 1000;
};

/** QuickTime chapters: a text track named by the audio track's `tref/chap`; a sample is a 16-bit length and text. */
async function textTrackChapters(moov: Buffer, file: FileHandle): Promise<Mark[]> {
  const tracks = tracksOf(moov);
  const idOf = (track: Buffer): number => {
    const header = child(track, 'tkhd');
    return header?.[0] === 1 ? u32(header, 20) : u32(header, 12);
  };
  // Beside the texts it may name pictures.
  const named = new Set(
    tracks.flatMap((track) => {
      const list = child(track, 'tref', 'chap');
      return Array.from({ length: Math.floor((list?.length ?? 0) / 4) }, (_, i) => u32(list, i * 4));
    }),
  );
  const track = tracks.find((candidate) => named.has(idOf(candidate)) && isText(candidate));
  const table = child(track, 'mdia', 'minf', 'stbl');
  if (!track || !table) return [];
  const timescale = timescaleOf(track);
  const out: Mark[] = [];
  for (const sample of samplePositions(table)) {
    const bytes = Buffer.alloc(Math.min(sample.size, 4096));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, sample.at);
    const length = bytesRead < 2 ? 0 : bytes.readUInt16BE(0);
    out.push({
      start: sample.start / timescale,
      title: decodeText(bytes.subarray(2, Math.max(2, Math.min(2 + length, bytesRead)))),
    });
  }
  return out;
}

/** Codecs by the names of sample entries. */
const CODECS: Readonly<Record<string, string>> = {
  'ac-3': 'ac3',
  'ec-3': 'eac3',
  'ac-4': 'ac4',
  alac: 'alac',
  fLaC: 'flac',
  Opus: 'opus',
  '.mp3': 'mp3',
  samr: 'amr_nb',
  sawb: 'amr_wb',
  lpcm: 'pcm',
  sowt: 'pcm',
  twos: 'pcm',
  in24: 'pcm',
  in32: 'pcm',
  fl32: 'pcm',
  dtsc: 'dts',
  dtsh: 'dts',
  dtsl: 'dts',
  dtse: 'dts',
};
/** Codecs of `mp4a` by the type in its descriptor; others are AAC. */
const OBJECT_CODECS: Readonly<Record<number, string>> = {
  0x69: 'mp3',
  0x6b: 'mp3',
  0xa5: 'ac3',
  0xa6: 'eac3',
  0xa9: 'dts',
  0xad: 'opus',
};

function codecOf(moov: Buffer): string | null {
  const track = tracksOf(moov).find((candidate) => handlerOf(candidate) === 'soun');
  const [entry] = boxes(child(track, 'mdia', 'minf', 'stbl', 'stsd')?.subarray(8) ?? Buffer.alloc(0));
  if (!entry) return null;
  if (entry.type !== 'mp4a') return CODECS[entry.type] ?? entry.type.trim().toLowerCase();
  return OBJECT_CODECS[decoderOf(entry.body)?.[0] ?? 0] ?? 'aac';
}

/**
 * The body of a descriptor of `esds` (a tag byte, a length of up to four 7-bit bytes), or undefined for another tag.
 */
function descriptor(data: Buffer, tag: number): Buffer | undefined {
  if (data[0] !== tag) return undefined;
  let at = 1;
  while (at < 4 && (data[at] ?? 0) >= 0x80) at += 1;
  return data.subarray(at + 1);
}

/** The decoder's part of the description of an `mp4a` entry. */
function decoderOf(entry: Buffer | undefined): Buffer | undefined {
  const stream = descriptor(child(entry?.subarray(28), 'esds')?.subarray(4) ?? Buffer.alloc(0), 3);
  return stream && descriptor(stream.subarray(3), 4);
}

/** Channels from the AudioSpecificConfig of the AAC track: 5 bits of type, 4 of frequency, 4 of channels. */
function aacChannels(moov: Buffer): number | null {
  for (const track of tracksOf(moov)) {
    const entries = child(track, 'mdia', 'minf', 'stbl', 'stsd')?.subarray(8);
    const entry = entries && child(entries, 'mp4a');
    const decoder = decoderOf(entry);
    const config = decoder && descriptor(decoder.subarray(13), 5);
    if (!config || config.length < 2) continue;
    const [first = 0, second = 0] = config;
    const hasOwnFrequency = (((first & 7) << 1) | (second >> 7)) === 15;
    const channels = (second >> 3) & 15;
    return hasOwnFrequency || channels === 0 || channels > 6 ? null : channels;
  }
  return null;
}

/** End of the last fragment of the track with sound, in its timescale; 0 for a fragment of others. */
function endOfFragment(moof: Buffer, trackId: number, defaults: number, before: number): number {
  let end = 0;
  for (const { body } of boxes(moof).filter((box) => box.type === 'traf')) {
    const [head, time] = [child(body, 'tfhd'), child(body, 'tfdt')];
    if (!head || u32(head, 4) !== trackId) continue;
    const flags = u32(head, 0) & 0xffffff;
    const place = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
    const each = flags & 8 ? u32(head, place) : defaults;
    let at = time ? (time[0] === 1 ? u32(time, 4) * 2 ** 32 + u32(time, 8) : u32(time, 4)) : before;
    for (const { body: run } of boxes(body).filter((box) => box.type === 'trun')) {
      const runFlags = u32(run, 0) & 0xffffff;
      const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => runFlags & flag).length;
      const first = 8 + (runFlags & 1 ? 4 : 0) + (runFlags & 4 ? 4 : 0);
      const count = u32(run, 4);
      if (!(runFlags & 0x100)) at += count * each;
      else
        for (let i = 0; i < count && first + i * fields * 4 < run.length; i += 1)
          at += u32(run, first + i * fields * 4);
    }
    end = at;
  }
  return end;
}

/** Largest description of a fragment that is read, in bytes. */
const MAX_MOOF = 4 * 1024 * 1024;

/** Reads facts of an mp4 file (m4b, m4a) that are missing in tags: chapters, codec, channels, length of fragments. */
export async function readMp4Facts(file: FileHandle): Promise<Mp4Facts> {
  const { size: end } = await file.stat();
  const head = Buffer.alloc(16);
  let isTruncated = false;
  let moov: Buffer | null = null;
  let [trackId, timescale, defaults, soundEnd] = [0, 1, 0, 0];
  for (let at = 0; at + 8 <= end;) {
    const { bytesRead } = await file.read(head, 0, 16, at);
    let size = head.readUInt32BE(0);
    let skip = 8;
    if (size === 1 && bytesRead === 16) {
      size = Number(head.readBigUInt64BE(8));
      skip = 16;
    } else if (size === 0) size = end - at;
    if (size < skip) break;
    const type = head.toString('latin1', 4, 8);
    const isWhole = at + size <= end;
    if (!isWhole) isTruncated = true;
    if (isWhole && size <= (type === 'moov' ? MAX_MOOV : type === 'moof' ? MAX_MOOF : 0)) {
      const body = Buffer.alloc(size - skip);
      await file.read(body, 0, body.length, at + skip);
      if (type === 'moof') soundEnd = endOfFragment(body, trackId, defaults, soundEnd) || soundEnd;
      else {
        moov = body;
        const track = tracksOf(body).find((candidate) => handlerOf(candidate) === 'soun');
        const header = child(track, 'tkhd');
        trackId = u32(header, header?.[0] === 1 ? 20 : 12);
        timescale = track ? timescaleOf(track) : 1;
        soundEnd = sampleTime(track);
        const trackDefaults = boxes(child(body, 'mvex') ?? Buffer.alloc(0)).find(
          (box) => box.type === 'trex' && u32(box.body, 4) === trackId,
        );
        defaults = u32(trackDefaults?.body, 12);
      }
    }
    at += size;
  }
  if (!moov) return { marks: [], channels: null, codec: null, duration: null, isTruncated: true };
  return {
    marks: fullest([neroChapters(child(moov, 'udta', 'chpl')), await textTrackChapters(moov, file)]),
    channels: aacChannels(moov),
    codec: codecOf(moov),
    duration: soundEnd > 0 ? soundEnd / timescale : null,
    isTruncated,
  };
}
