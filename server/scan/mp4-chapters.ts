import { open, type FileHandle } from 'node:fs/promises';

/** Largest `moov` that is read, in bytes: a book of a hundred hours needs some ten million. */
const MAX_MOOV = 64 * 1024 * 1024;

export interface Mp4Facts {
  /** Chapter starts in seconds with their titles, in order; ends are the next start. */
  chapters: { start: number; title: string }[];
  /** Channels of the AAC stream itself; the sample description of many files says 2 for mono. Null for other codecs. */
  channels: number | null;
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

/** Nero chapters: a count after 8 bytes, then per chapter a 64-bit start in 100 ns, a length byte and UTF-8 text. */
function neroChapters(body: Buffer): { start: number; title: string }[] {
  const out: { start: number; title: string }[] = [];
  let at = 9;
  for (let left = body.length > 8 ? body.readUInt8(8) : 0; left > 0 && at + 9 <= body.length; left -= 1) {
    const length = body.readUInt8(at + 8);
    out.push({
      start: Number(body.readBigUInt64BE(at)) / 1e7,
      title: body.toString('utf8', at + 9, Math.min(at + 9 + length, body.length)),
    });
    at += 9 + length;
  }
  return out;
}

const u32 = (data: Buffer | undefined, at: number): number =>
  data && at + 4 <= data.length ? data.readUInt32BE(at) : 0;

/** Byte positions of the samples of a track, from its sample tables. */
function samplePositions(table: Buffer): { at: number; size: number; start: number }[] {
  const [stts, stsc, stsz, stco, co64] = ['stts', 'stsc', 'stsz', 'stco', 'co64'].map((type) => child(table, type));
  const count = Math.min(u32(stsz, 8), 10_000);
  const fixed = u32(stsz, 4);
  const times: number[] = [];
  let time = 0;
  for (let i = 0; i < u32(stts, 4) && times.length < count; i += 1) {
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

/** QuickTime chapters: a text track named by the audio track's `tref/chap`; a sample is a 16-bit length and text. */
async function textTrackChapters(moov: Buffer, file: FileHandle): Promise<{ start: number; title: string }[]> {
  const tracks = boxes(moov)
    .filter((box) => box.type === 'trak')
    .map((box) => box.body);
  const idOf = (track: Buffer): number => {
    const header = child(track, 'tkhd');
    return header?.[0] === 1 ? u32(header, 20) : u32(header, 12);
  };
  const named = tracks.map((track) => u32(child(track, 'tref', 'chap'), 0)).find((id) => id > 0);
  const track = tracks.find((candidate) => named !== undefined && idOf(candidate) === named);
  const header = child(track, 'mdia', 'mdhd');
  const table = child(track, 'mdia', 'minf', 'stbl');
  if (!track || !header || !table) return [];
  const timescale = u32(header, header[0] === 1 ? 20 : 12) || 1000;
  const out: { start: number; title: string }[] = [];
  for (const sample of samplePositions(table)) {
    const bytes = Buffer.alloc(Math.min(sample.size, 4096));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, sample.at);
    if (bytesRead < 2) break;
    const text = bytes.subarray(2, Math.min(2 + bytes.readUInt16BE(0), bytesRead));
    const title =
      text[0] === 0xfe && text[1] === 0xff
        ? new TextDecoder('utf-16be').decode(text.subarray(2))
        : text.toString('utf8');
    out.push({ start: sample.start / timescale, title });
  }
  return out;
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

/** Channels from the AudioSpecificConfig of the AAC track: 5 bits of type, 4 of frequency, 4 of channels. */
function aacChannels(moov: Buffer): number | null {
  for (const track of boxes(moov).filter((box) => box.type === 'trak')) {
    const entries = child(track.body, 'mdia', 'minf', 'stbl', 'stsd')?.subarray(8);
    const entry = entries && child(entries, 'mp4a');
    const stream = descriptor(child(entry?.subarray(28), 'esds')?.subarray(4) ?? Buffer.alloc(0), 3);
    const decoder = stream && descriptor(stream.subarray(3), 4);
    const config = decoder && descriptor(decoder.subarray(13), 5);
    if (!config || config.length < 2) continue;
    const [first = 0, second = 0] = config;
    const hasOwnFrequency = (((first & 7) << 1) | (second >> 7)) === 15;
    const channels = (second >> 3) & 15;
    return hasOwnFrequency || channels === 0 || channels > 6 ? null : channels;
  }
  return null;
}

/** Reads chapters of an mp4 file (m4b, m4a) from `moov/udta/chpl`, else from a chapter text track. */
export async function readMp4Facts(path: string): Promise<Mp4Facts> {
  const file = await open(path, 'r');
  try {
    const { size: end } = await file.stat();
    const head = Buffer.alloc(16);
    let isTruncated = false;
    let moov: Buffer | null = null;
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
      if (at + size > end) isTruncated = true;
      if (type === 'moov' && size <= MAX_MOOV && at + size <= end) {
        moov = Buffer.alloc(size - skip);
        await file.read(moov, 0, moov.length, at + skip);
      }
      at += size;
    }
    if (!moov) return { chapters: [], channels: null, isTruncated: true };
    const chpl = child(moov, 'udta', 'chpl');
    const chapters = chpl ? neroChapters(chpl) : [];
    return {
      chapters: chapters.length ? chapters : await textTrackChapters(moov, file),
      channels: aacChannels(moov),
      isTruncated,
    };
  } finally {
    await file.close();
  }
}
