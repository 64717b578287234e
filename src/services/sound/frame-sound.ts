import { textAt, viewOf, type ByteReader } from './byte-reader.ts';
import type { SoundFile } from './sound-file.ts';

/** Header of an mp3 frame, or of an aac frame in ADTS. */
interface Frame {
  readonly kind: 'mp3' | 'aac';
  /** Bytes with header. */
  readonly length: number;
  readonly rate: number;
  /** Per channel. */
  readonly samples: number;
  /** Bit/s; 0 for variable frame lengths. */
  readonly bitRate: number;
  readonly isMono: boolean;
  /** MPEG 2 and 2.5: half the samples per frame. */
  readonly isLow: boolean;
}

const RATES = [44_100, 48_000, 32_000];
const AAC_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
const KILOBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const LOW_KILOBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

export function frameAt(bytes: Uint8Array, at: number): Frame | null {
  const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = bytes.subarray(at, at + 6);
  if (one !== 0xff || (two & 0xe0) !== 0xe0) return null;
  if ((two & 0xf6) === 0xf0) {
    const rate = AAC_RATES[(three >> 2) & 15];
    const length = ((four & 3) << 11) | (five << 3) | (six >> 5);
    return rate === undefined || length < 7
      ? null
      : { kind: 'aac', length, rate, samples: 1024, bitRate: 0, isMono: false, isLow: false };
  }
  const version = (two >> 3) & 3;
  const isLow = version !== 3;
  const kilobits = (isLow ? LOW_KILOBITS : KILOBITS)[three >> 4] ?? 0;
  const base = RATES[(three >> 2) & 3] ?? 0;
  if (((two >> 1) & 3) !== 1 || version === 1 || kilobits === 0 || base === 0) return null;
  const rate = base / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = isLow ? 576 : 1152;
  const length = Math.floor((samples * kilobits * 125) / rate) + ((three >> 1) & 1);
  return { kind: 'mp3', length, rate, samples, bitRate: kilobits * 1000, isMono: four >> 6 === 3, isLow };
}

/** Next frame that is followed by another; -1: none. */
export function findFrame(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 6 <= bytes.length; at += 1) {
    const frame = frameAt(bytes, at);
    if (!frame) continue;
    const next = at + frame.length;
    if (next + 6 > bytes.length || frameAt(bytes, next)?.rate === frame.rate) return at;
  }
  return -1;
}

interface Layout {
  /** Offset of the first frame with sound. */
  readonly first: number;
  readonly frame: Frame;
  readonly isExact: boolean;
  /** Bytes after the first frame, for a second, and the inverse. */
  readonly offsetOf: (time: number) => number;
  readonly timeOf: (offset: number) => number;
}

const SEARCHED = 128 * 1024;
/** Frames: one may need bytes of those before it. */
const LEAD = 4;
/** Frames to check for equal lengths. */
const LOOKED_AT = 24;

/** Opens mp3, or aac in ADTS. Null without a frame. */
export async function openFrames(reader: ByteReader, duration: number): Promise<SoundFile | null> {
  const layout = await layoutOf(reader, duration);
  if (!layout) return null;
  const { first, frame, isExact, offsetOf, timeOf } = layout;
  const lead = (LEAD * frame.samples) / frame.rate;
  return {
    isExact,
    async slice(begin, end) {
      const from = Math.max(first, Math.floor(first + offsetOf(Math.max(0, begin - lead))) - frame.length);
      const to = Math.ceil(first + offsetOf(end + lead)) + 2 * frame.length;
      const read = await reader.read(from, Math.max(to, from + 4 * frame.length));
      const at = findFrame(read, 0);
      const bytes = read.slice(Math.max(0, at));
      return { bytes, begin: timeOf(from + Math.max(0, at) - first) };
    },
  };
}

async function layoutOf(reader: ByteReader, duration: number): Promise<Layout | null> {
  const tag = await reader.read(0, 10);
  const isTagged = textAt(tag, 0, 3) === 'ID3';
  const [a = 0, b = 0, c = 0, d = 0] = tag.subarray(6, 10);
  const tagEnd = isTagged ? 10 + ((a << 21) | (b << 14) | (c << 7) | d) : 0;
  const bytes = await reader.read(tagEnd, tagEnd + SEARCHED);
  const at = findFrame(bytes, 0);
  const frame = frameAt(bytes, at);
  if (at === -1 || !frame) return null;
  const heading = frame.kind === 'mp3' ? headingAt(bytes, at, frame) : null;
  const first = tagEnd + at + (heading ? frame.length : 0);
  const sound = reader.size - first;
  const delay = heading?.delay ?? 0;
  if (heading?.toc && heading.frames > 0) {
    const { toc } = heading;
    const length = (heading.frames * frame.samples) / frame.rate;
    return { first, frame, isExact: false, ...byTable(toc, sound, length) };
  }
  const isEven = heading?.isConstant ?? (frame.bitRate > 0 && isOfOneRate(bytes, at, frame));
  if (!isEven) {
    const perSecond = sound / Math.max(1, duration);
    return { first, frame, isExact: false, offsetOf: (time) => time * perSecond, timeOf: (bytes) => bytes / perSecond };
  }
  const perSecond = frame.bitRate / 8;
  const seconds = frame.samples / frame.rate;
  return {
    first,
    frame,
    isExact: true,
    offsetOf: (time) => (time + delay) * perSecond,
    timeOf: (offset) => Math.round(offset / perSecond / seconds) * seconds - delay,
  };
}

function isOfOneRate(bytes: Uint8Array, first: number, { bitRate }: Frame): boolean {
  let at = first;
  for (let count = 0; count < LOOKED_AT; count += 1) {
    const frame = frameAt(bytes, at);
    if (!frame) return true;
    if (frame.bitRate !== bitRate) return false;
    at += frame.length;
  }
  return true;
}

interface Heading {
  readonly isConstant: boolean;
  readonly frames: number;
  /** Position of each hundredth of the time, in 256ths of the bytes. */
  readonly toc: Uint8Array | null;
  /** Seconds of silence by the encoder, which players skip. */
  readonly delay: number;
}

const DECODER_DELAY = 529;

/** Encoder header in the first frame, in place of sound. */
function headingAt(bytes: Uint8Array, at: number, { isMono, isLow, rate }: Frame): Heading | null {
  const begin = at + 4 + (isLow ? (isMono ? 9 : 17) : isMono ? 17 : 32);
  const kind = textAt(bytes, begin, 4);
  if (kind !== 'Xing' && kind !== 'Info') return null;
  const view = viewOf(bytes);
  const flags = view.getUint32(begin + 4);
  let next = begin + 8;
  const skip = (flag: number, length: number) => {
    if ((flags & flag) === 0) return -1;
    next += length;
    return next - length;
  };
  const framesAt = skip(1, 4);
  skip(2, 4);
  const tocAt = skip(4, 100);
  skip(8, 4);
  const isLame = /^La[mv]|^LAME/.test(textAt(bytes, next, 4));
  const [high = 0, low = 0] = bytes.subarray(next + 21, next + 23);
  const delay = isLame ? ((high << 4) | (low >> 4)) + DECODER_DELAY : 0;
  return {
    isConstant: kind === 'Info',
    frames: framesAt === -1 ? 0 : view.getUint32(framesAt),
    toc: tocAt === -1 || kind === 'Info' ? null : bytes.slice(tocAt, tocAt + 100),
    delay: delay / rate,
  };
}

function byTable(toc: Uint8Array, size: number, length: number): Pick<Layout, 'offsetOf' | 'timeOf'> {
  const shareAt = (index: number) => (index >= 100 ? 256 : (toc[index] ?? 256)) / 256;
  const offsetOf = (time: number) => {
    const at = Math.min(100, Math.max(0, (time / length) * 100));
    const whole = Math.min(99, Math.floor(at));
    return (shareAt(whole) + (shareAt(whole + 1) - shareAt(whole)) * (at - whole)) * size;
  };
  const timeOf = (offset: number) => {
    const share = offset / size;
    let whole = 0;
    while (whole < 99 && shareAt(whole + 1) <= share) whole += 1;
    const step = shareAt(whole + 1) - shareAt(whole);
    return ((whole + (step > 0 ? (share - shareAt(whole)) / step : 0)) / 100) * length;
  };
  return { offsetOf, timeOf };
}
