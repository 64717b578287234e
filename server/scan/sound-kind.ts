import type { FileHandle } from 'node:fs/promises';
import { agreeingFrames } from './frames.ts';

/** A container of sound by what its bytes are. */
export interface SoundKind {
  /** As ffprobe calls the format. */
  readonly format: string;
  readonly mimeType: string;
  /** The usual ending of such a file, without the dot. */
  readonly ext: string;
}

const KINDS = {
  mp4: { format: 'QuickTime / MOV', mimeType: 'audio/mp4', ext: 'm4a' },
  ogg: { format: 'Ogg', mimeType: 'audio/ogg', ext: 'ogg' },
  flac: { format: 'raw FLAC', mimeType: 'audio/flac', ext: 'flac' },
  wav: { format: 'WAV / WAVE (Waveform Audio)', mimeType: 'audio/wav', ext: 'wav' },
  aiff: { format: 'Audio IFF', mimeType: 'audio/x-aiff', ext: 'aiff' },
  webm: { format: 'Matroska / WebM', mimeType: 'audio/webm', ext: 'webm' },
  matroska: { format: 'Matroska / WebM', mimeType: 'audio/x-matroska', ext: 'mka' },
  caf: { format: 'Apple CAF (Core Audio Format)', mimeType: 'audio/x-caf', ext: 'caf' },
  asf: { format: 'ASF (Advanced / Active Streaming Format)', mimeType: 'audio/x-ms-wma', ext: 'wma' },
  amr: { format: '3GPP AMR', mimeType: 'audio/amr-wb', ext: 'awb' },
  mpeg: { format: 'MP2/3 (MPEG audio layer 2/3)', mimeType: 'audio/mpeg', ext: 'mp3' },
  adts: { format: 'raw ADTS AAC (Advanced Audio Coding)', mimeType: 'audio/aac', ext: 'aac' },
} as const satisfies Record<string, SoundKind>;

export type SoundKindName = keyof typeof KINDS;
export const kindOf = (name: SoundKindName): SoundKind => KINDS[name];

/** First bytes, read as Latin-1. */
const STARTS: readonly (readonly [SoundKindName, RegExp])[] = [
  ['mp4', /^....(?:ftyp|moov|mdat|free|skip|wide|pnot)/s],
  ['ogg', /^OggS/],
  ['flac', /^fLaC/],
  ['wav', /^(?:RIFF|RF64|BW64)....WAVE/s],
  ['aiff', /^FORM....AIF[FC]/s],
  ['webm', /^.E\xDF\xA3.{0,60}webm/s],
  ['matroska', /^.E\xDF\xA3/s],
  ['caf', /^caff/],
  ['asf', /^0&\xB2u\x8Ef\xCF/],
  ['amr', /^#!AMR/],
];

/** So much is searched for the first frame of MPEG sound. */
const LOOKED_AT = 256 * 1024;
/** More than so many tags one after another are no sound. */
const MOST_TAGS = 8;

/** Where the ID3 tags at the start of a file end. */
async function endOfTags(handle: FileHandle): Promise<number> {
  let at = 0;
  for (let i = 0; i < MOST_TAGS; i += 1) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(10), 0, 10, at);
    if (bytesRead < 10 || buffer.toString('latin1', 0, 3) !== 'ID3') break;
    const size = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + (buffer.readUInt8(index) & 0x7f), 0);
    at += 10 + size + (buffer.readUInt8(5) & 0x10 ? 10 : 0);
  }
  return at;
}

/** What the bytes of a file are, and where its sound begins; null for what is no known sound. */
export async function soundKindOf(handle: FileHandle): Promise<{ name: SoundKindName; start: number } | null> {
  const tagsEnd = await endOfTags(handle);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, tagsEnd);
  const start = buffer.toString('latin1', 0, Math.min(bytesRead, 80));
  const found = STARTS.find(([, pattern]) => pattern.test(start));
  if (found) return { name: found[0], start: tagsEnd };
  const first = agreeingFrames(buffer.subarray(0, bytesRead), 0);
  return first ? { name: first.frame.codec === 'aac' ? 'adts' : 'mpeg', start: tagsEnd + first.at } : null;
}
