import { joined, textAt, viewOf, type ByteReader } from './byte-reader.ts';
import type { SoundFile } from './sound-file.ts';

/** `begin` and `end` of the content. */
interface Box {
  readonly type: string;
  readonly begin: number;
  readonly end: number;
}

const MOST_BOXES = 2000;
/** Bytes; limit of tables read as a whole. The long one of sizes is read in parts. */
const MOST_TABLE = 4 * 1024 * 1024;
/** Bytes; closer samples are read together. */
const NEAR = 32 * 1024;
/** Limits of one piece, against malicious files. */
const MOST_SAMPLES = 20_000;
const MOST_BYTES = 32 * 1024 * 1024;
/** The aac decoder needs the frame before. */
const LEAD = 2;

async function boxesIn(reader: ByteReader, begin: number, end: number): Promise<readonly Box[]> {
  const boxes: Box[] = [];
  let at = begin;
  while (at + 8 <= end && boxes.length < MOST_BOXES) {
    const head = await reader.read(at, Math.min(end, at + 16));
    const view = viewOf(head);
    const short = view.getUint32(0);
    const isLong = short === 1 && head.length >= 16;
    const length = isLong ? Number(view.getBigUint64(8)) : short === 0 ? end - at : short;
    const content = at + (isLong ? 16 : 8);
    if (length < content - at) break;
    boxes.push({ type: textAt(head, 4, 4), begin: content, end: Math.min(end, at + length) });
    at += length;
  }
  return boxes;
}

async function find(reader: ByteReader, within: Box, ...path: readonly string[]): Promise<Box | null> {
  let box = within;
  for (const type of path) {
    const found = (await boxesIn(reader, box.begin, box.end)).find((one) => one.type === type);
    if (!found) return null;
    box = found;
  }
  return box;
}

/** Opens mp4 (m4b, m4a): aac or mp3 as standalone frames. Null for other content. */
export async function openMp4(reader: ByteReader): Promise<SoundFile | null> {
  const whole: Box = { type: '', begin: 0, end: reader.size };
  const movie = await find(reader, whole, 'moov');
  if (!movie) return null;
  for (const track of await boxesIn(reader, movie.begin, movie.end)) {
    if (track.type !== 'trak') continue;
    const handler = await find(reader, track, 'mdia', 'hdlr');
    if (!handler || textAt(await reader.read(handler.begin + 8, handler.begin + 12), 0, 4) !== 'soun') continue;
    return openTrack(reader, track);
  }
  return null;
}

async function openTrack(reader: ByteReader, track: Box): Promise<SoundFile | null> {
  const stbl = await find(reader, track, 'mdia', 'minf', 'stbl');
  const header = await find(reader, track, 'mdia', 'mdhd');
  if (!stbl || !header) return null;
  const tables = new Map((await boxesIn(reader, stbl.begin, stbl.end)).map((box) => [box.type, box]));
  const content = async (box: Box | undefined) =>
    box && box.end - box.begin <= MOST_TABLE ? reader.read(box.begin, box.end) : null;
  const [format, times, runs, chunks] = await Promise.all([
    content(tables.get('stsd')),
    content(tables.get('stts')),
    content(tables.get('stsc')),
    content(tables.get('stco') ?? tables.get('co64')),
  ]);
  const sizes = tables.get('stsz');
  const wrap = format && wrapperOf(format);
  if (!wrap || !times || !runs || !chunks || !sizes) return null;
  const mdhd = viewOf(await reader.read(header.begin, Math.min(header.end, header.begin + 24)));
  const timescale = mdhd.getUint32(mdhd.getUint8(0) === 1 ? 20 : 12);
  const sizeHead = viewOf(await reader.read(sizes.begin, sizes.begin + 12));
  const fixed = sizeHead.getUint32(4);
  const count = sizeHead.getUint32(8);
  if (timescale === 0 || count === 0) return null;
  const skipped = await editOf(reader, track);
  const isWide = tables.has('co64');
  const index = { times: viewOf(times), runs: viewOf(runs), chunks: viewOf(chunks), isWide, count };

  const sizesOf = async (from: number, to: number) => {
    if (fixed !== 0) return Array.from({ length: to - from }, () => fixed);
    const view = viewOf(await reader.read(sizes.begin + 12 + from * 4, sizes.begin + 12 + to * 4));
    return Array.from({ length: Math.floor(view.byteLength / 4) }, (_, at) => view.getUint32(at * 4));
  };

  return {
    isExact: true,
    async slice(begin, end) {
      const first = sampleAt(index, Math.max(0, begin) * timescale + skipped);
      const last = sampleAt(index, Math.max(0, end) * timescale + skipped);
      const from = Math.max(0, first.sample - LEAD);
      const to = Math.min(count, last.sample + 2, from + MOST_SAMPLES);
      const places = await placesOf(index, from, to, sizesOf);
      const sound = await readPlaces(reader, places);
      const start = first.time - (first.sample - from) * first.delta;
      return { bytes: joined(sound.flatMap(wrap)), begin: (start - skipped) / timescale };
    },
  };
}

/** Start that players skip, in units of the track. */
async function editOf(reader: ByteReader, track: Box): Promise<number> {
  const list = await find(reader, track, 'edts', 'elst');
  if (!list) return 0;
  const bytes = await reader.read(list.begin, Math.min(list.end, list.begin + 8 + 20 * 8));
  const view = viewOf(bytes);
  const isLong = view.getUint8(0) === 1;
  const length = isLong ? 20 : 12;
  for (let at = 8; at + length <= bytes.length; at += length) {
    const begin = isLong ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4);
    if (begin >= 0) return begin;
  }
  return 0;
}

interface SampleIndex {
  readonly times: DataView;
  readonly runs: DataView;
  readonly chunks: DataView;
  readonly isWide: boolean;
  readonly count: number;
}

/** Sample at a time; both in units of the track. */
function sampleAt({ times, count }: SampleIndex, time: number): { sample: number; time: number; delta: number } {
  const entries = Math.min(times.getUint32(4), Math.floor((times.byteLength - 8) / 8));
  let sample = 0;
  let start = 0;
  let delta = 1;
  for (let entry = 0; entry < entries; entry += 1) {
    const samples = times.getUint32(8 + entry * 8);
    delta = times.getUint32(12 + entry * 8);
    if (delta > 0 && time < start + samples * delta) {
      const ahead = Math.floor((time - start) / delta);
      return { sample: sample + ahead, time: start + ahead * delta, delta };
    }
    sample += samples;
    start += samples * delta;
  }
  const last = Math.max(0, Math.min(count, sample) - 1);
  return { sample: last, time: start - delta, delta };
}

interface Place {
  readonly offset: number;
  readonly size: number;
}

async function placesOf(
  { runs, chunks, isWide }: SampleIndex,
  from: number,
  to: number,
  sizesOf: (from: number, to: number) => Promise<readonly number[]>,
): Promise<readonly Place[]> {
  const entries = Math.min(runs.getUint32(4), Math.floor((runs.byteLength - 8) / 12));
  const chunkCount = Math.min(chunks.getUint32(4), Math.floor((chunks.byteLength - 8) / (isWide ? 8 : 4)));
  const offsetOf = (chunk: number) =>
    isWide ? Number(chunks.getBigUint64(8 + chunk * 8)) : chunks.getUint32(8 + chunk * 4);
  const places: Place[] = [];
  let sample = 0;
  for (let entry = 0; entry < entries && sample < to; entry += 1) {
    const begin = runs.getUint32(8 + entry * 12) - 1;
    const perChunk = runs.getUint32(12 + entry * 12);
    const end = entry + 1 < entries ? runs.getUint32(8 + (entry + 1) * 12) - 1 : chunkCount;
    if (perChunk === 0 || end < begin) continue;
    const skipped = Math.max(0, Math.min(end - begin, Math.floor((from - sample) / perChunk)));
    sample += skipped * perChunk;
    for (let chunk = begin + skipped; chunk < Math.min(end, chunkCount) && sample < to; chunk += 1) {
      const sizes = await sizesOf(sample, Math.min(sample + perChunk, to));
      let offset = offsetOf(chunk);
      for (const [ahead, size] of sizes.entries()) {
        if (sample + ahead >= from) places.push({ offset, size });
        offset += size;
      }
      sample += perChunk;
    }
  }
  return places;
}

async function readPlaces(reader: ByteReader, places: readonly Place[]): Promise<readonly Uint8Array[]> {
  const samples: Uint8Array[] = [];
  for (let at = 0; at < places.length;) {
    const begin = places[at]?.offset ?? 0;
    let end = begin;
    let next = at;
    for (; next < places.length; next += 1) {
      const place = places[next];
      if (!place || place.offset < end - 1 || place.offset > end + NEAR) break;
      end = place.offset + place.size;
    }
    if (next === at || end - begin > MOST_BYTES) break;
    const bytes = await reader.read(begin, end);
    for (const { offset, size } of places.slice(at, next))
      samples.push(bytes.subarray(offset - begin, offset - begin + size));
    at = next;
  }
  return samples;
}

type Wrap = (sample: Uint8Array) => readonly Uint8Array[];

export function wrapperOf(description: Uint8Array): Wrap | null {
  if (textAt(description, 12, 4) !== 'mp4a') return null;
  const at = textAt(description, 0, description.length).indexOf('esds');
  if (at === -1) return null;
  const config = decoderConfigOf(description, at + 8);
  if (!config) return null;
  if (config.kind === 0x6b || config.kind === 0x69) return (sample) => [sample];
  const aac = config.specific && adtsOf(config.specific);
  return aac ? (sample) => [headOf(aac, sample.length), sample] : null;
}

/** Reads the descriptors of an esds box: stream kind and decoder config. */
function decoderConfigOf(bytes: Uint8Array, begin: number): { kind: number; specific: Uint8Array | null } | null {
  let at = begin;
  let kind: number | null = null;
  while (at + 2 < bytes.length) {
    const tag = bytes[at] ?? 0;
    at += 1;
    let length = 0;
    for (let digits = 0; digits < 4; digits += 1) {
      const digit = bytes[at] ?? 0;
      at += 1;
      length = (length << 7) | (digit & 0x7f);
      if ((digit & 0x80) === 0) break;
    }
    if (tag === 3) {
      const flags = bytes[at + 2] ?? 0;
      at +=
        3 +
        ((flags & 0x80) === 0 ? 0 : 2) +
        ((flags & 0x40) === 0 ? 0 : 1 + (bytes[at + 3] ?? 0)) +
        ((flags & 0x20) === 0 ? 0 : 2);
    } else if (tag === 4) {
      kind = bytes[at] ?? 0;
      at += 13;
    } else if (tag === 5 && kind !== null) return { kind, specific: bytes.subarray(at, at + length) };
    else if (kind !== null) return { kind, specific: null };
    else return null;
  }
  return kind === null ? null : { kind, specific: null };
}

interface Adts {
  readonly profile: number;
  readonly rateIndex: number;
  readonly channels: number;
}

/** Null if ADTS lacks the kind. */
function adtsOf(specific: Uint8Array): Adts | null {
  let at = 0;
  const take = (bits: number): number => {
    let value = 0;
    for (let bit = 0; bit < bits; bit += 1, at += 1)
      value = (value << 1) | (((specific[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
  const object = take(5);
  const rateIndex = take(4);
  if (rateIndex === 15) return null;
  const channels = take(4);
  const isExtended = object === 5 || object === 29;
  if (isExtended && take(4) === 15) take(24);
  const core = isExtended ? take(5) : object;
  return core < 1 || core > 4 || channels === 0 ? null : { profile: core - 1, rateIndex, channels };
}

function headOf({ profile, rateIndex, channels }: Adts, size: number): Uint8Array {
  const length = size + 7;
  return Uint8Array.of(
    0xff,
    0xf1,
    (profile << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  );
}
