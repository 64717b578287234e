import type { FileHandle } from 'node:fs/promises';
import { decodeText } from '../items/decode-text.ts';
import type { Mark } from './chapters.ts';
import { readAt } from './read-at.ts';

export interface MatroskaFacts {
  /** Seconds; null where neither the file nor its blocks have it. */
  readonly duration: number | null;
  readonly codec: string | null;
  readonly sampleRate: number | null;
  readonly channels: number | null;
  readonly marks: Mark[];
}

/** Elements by their ids. */
const [SEGMENT, INFO, TRACKS, CHAPTERS, CLUSTER] = [0x18538067, 0x1549a966, 0x1654ae6b, 0x1043a770, 0x1f43b675];
/** Children of the segment: one of these ends a cluster of unknown size. */
const TOP = new Set([SEGMENT, INFO, TRACKS, CHAPTERS, CLUSTER, 0x114d9b74, 0x1c53bb6b, 0x1254c367, 0x1941a469]);
/** Largest element that is read whole, in bytes, and most elements that are read. */
const MAX_READ = 8 * 1024 * 1024;
const MAX_ELEMENTS = 2_000_000;

interface Element {
  readonly id: number;
  readonly start: number;
  /** Infinity for an unknown size. */
  readonly end: number;
}

/** The element whose head is at an offset of some bytes; `base` is their offset in the file. */
function elementAt(bytes: Buffer, at: number, base: number): Element | null {
  const first = bytes[at] ?? 0;
  const idLength = Math.clz32(first) - 23;
  const sizeByte = bytes[at + idLength] ?? 0;
  const sizeLength = Math.clz32(sizeByte) - 23;
  const head = at + idLength + sizeLength;
  if (idLength > 4 || sizeLength > 8 || head > bytes.length) return null;
  let id = 0;
  for (let i = 0; i < idLength; i += 1) id = id * 256 + (bytes[at + i] ?? 0);
  let size = sizeByte & (0xff >> sizeLength);
  let isUnknown = size === 0xff >> sizeLength;
  for (let i = 1; i < sizeLength; i += 1) {
    const byte = bytes[at + idLength + i] ?? 0;
    isUnknown &&= byte === 0xff;
    size = size * 256 + byte;
  }
  return { id, start: base + head, end: isUnknown ? Infinity : base + head + size };
}

/** The elements directly in some bytes. */
function* childrenOf(bytes: Buffer): Generator<{ id: number; body: Buffer }> {
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes, at, 0);
    if (!element) return;
    yield { id: element.id, body: bytes.subarray(element.start, Math.min(element.end, bytes.length)) };
    at = element.end;
  }
}

const all = (bytes: Buffer | undefined, id: number): Buffer[] =>
  bytes ? [...childrenOf(bytes)].filter((child) => child.id === id).map(({ body }) => body) : [];
const one = (bytes: Buffer | undefined, id: number): Buffer | undefined => all(bytes, id)[0];

const uint = (bytes: Buffer | undefined): number => bytes?.reduce((value, byte) => value * 256 + byte, 0) ?? 0;
const float = (bytes: Buffer | undefined): number =>
  bytes?.length === 8 ? bytes.readDoubleBE(0) : bytes?.length === 4 ? bytes.readFloatBE(0) : 0;
const text = (bytes: Buffer | undefined): string => (bytes ? (decodeText(bytes).split('\0', 1)[0] ?? '') : '');

const NANO = 1e9;
const MAX_DEPTH = 8;

/** Chapters of an edition: those without children; hidden and disabled ones are left out. */
function marksIn(edition: Buffer, depth = 0): Mark[] {
  return all(edition, 0xb6).flatMap((atom) => {
    const isShown = uint(one(atom, 0x98)) === 0 && uint(one(atom, 0x4598) ?? Buffer.of(1)) === 1;
    if (!isShown || depth > MAX_DEPTH) return [];
    const inner = marksIn(atom, depth + 1);
    const end = one(atom, 0x92);
    const own = {
      start: uint(one(atom, 0x91)) / NANO,
      ...(end ? { end: uint(end) / NANO } : {}),
      title: text(one(one(atom, 0x80), 0x85)),
    };
    return inner.length > 0 ? inner : [own];
  });
}

function editionOf(chapters: Buffer): Buffer | undefined {
  const editions = all(chapters, 0x45b9).filter((edition) => uint(one(edition, 0x45bd)) === 0);
  return editions.find((edition) => uint(one(edition, 0x45db)) === 1) ?? editions[0];
}

const CODECS: readonly (readonly [RegExp, string])[] = [
  [/^A_AAC/, 'aac'],
  [/^A_MPEG\/L3/, 'mp3'],
  [/^A_MPEG\/L2/, 'mp2'],
  [/^A_PCM/, 'pcm'],
  [/^A_EAC3/, 'eac3'],
];
const codecName = (id: string): string =>
  CODECS.find(([pattern]) => pattern.test(id))?.[1] ?? id.replace(/^A_/, '').split('/', 1)[0]?.toLowerCase() ?? '';

/** Reads a Matroska or WebM file: its chapters, and its length, from its blocks where it declares none. */
export async function readMatroska(handle: FileHandle, size: number): Promise<MatroskaFacts> {
  const next = async (at: number): Promise<Element | null> => elementAt(await readAt(handle, at, 16), 0, at);
  const bodyOf = async ({ start, end }: Element): Promise<Buffer> => {
    const length = Math.max(0, Math.min(end, size) - start);
    return length > MAX_READ ? Buffer.alloc(0) : readAt(handle, start, length);
  };
  let [scale, said, clusterTime, last, step] = [1_000_000, 0, 0, 0, 0];
  let marks: Mark[] = [];
  let track: Buffer | undefined;
  let lastCluster: Element | null = null;
  /** Time of a block of the current cluster. */
  const noteBlock = async (element: Element): Promise<void> => {
    const start = await readAt(handle, element.start, 12);
    const numberLength = Math.clz32(start[0] ?? 0) - 23;
    if (start.length < numberLength + 2) return;
    const time = clusterTime + start.readInt16BE(numberLength);
    if (time > last) [step, last] = [time - last, time];
  };
  const walk = async (from: number, until: number, isInCluster: boolean): Promise<number> => {
    let at = from;
    for (let count = 0; at < until && count < MAX_ELEMENTS; count += 1) {
      const element = await next(at);
      if (!element || (isInCluster && TOP.has(element.id))) break;
      if (element.id === 0xe7) clusterTime = uint(await bodyOf(element));
      else if (element.id === 0xa3) await noteBlock(element);
      else if (element.id === 0xa0) await walk(element.start, Math.min(element.end, size), true);
      else if (element.id === 0xa1) await noteBlock(element);
      at = element.end;
    }
    return at;
  };
  let at = 0;
  for (let count = 0; at < size && count < MAX_ELEMENTS; count += 1) {
    const element = await next(at);
    if (!element) break;
    if (element.id === SEGMENT) {
      at = element.start;
      continue;
    }
    if (element.id === INFO) {
      const info = await bodyOf(element);
      scale = uint(one(info, 0x2ad7b1)) || scale;
      said = float(one(info, 0x4489));
    } else if (element.id === TRACKS) {
      track = all(await bodyOf(element), 0xae).find((entry) => uint(one(entry, 0x83)) === 2);
    } else if (element.id === CHAPTERS) {
      const edition = editionOf(await bodyOf(element));
      if (edition) marks = marksIn(edition);
    } else if (element.id === CLUSTER) {
      if (element.end === Infinity) {
        at = await walk(element.start, size, true);
        continue;
      }
      lastCluster = element;
    }
    at = element.end;
  }
  if (lastCluster) await walk(lastCluster.start, Math.min(lastCluster.end, size), true);
  const audio = one(track, 0xe1);
  const frame = uint(one(track, 0x23e383)) / NANO || (step * scale) / NANO;
  const measured = last > 0 ? (last * scale) / NANO + Math.min(frame, 1) : 0;
  const rate = float(one(audio, 0xb5));
  const declared = (said * scale) / NANO;
  const isDeclared = declared > 0 && (measured === 0 || Math.abs(declared - measured) <= 2 + declared * 0.02);
  return {
    duration: (isDeclared ? declared : measured) || null,
    codec: track ? codecName(text(one(track, 0x86))) : null,
    sampleRate: rate || null,
    channels: uint(one(audio, 0x9f)) || null,
    marks,
  };
}
