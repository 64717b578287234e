import type { FileHandle } from 'node:fs/promises';
import { agreeingFrames, LONGEST_FRAME } from './frames.ts';
import { endOfTags, readAt } from './read-at.ts';

/** A container of sound by its bytes. */
export interface SoundKind {
  /** The format's name in ffprobe. */
  readonly format: string;
  readonly mimeType: string;
  /** The usual extension of such a file, without the dot. */
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
  ac3: { format: 'raw AC-3', mimeType: 'audio/ac3', ext: 'ac3' },
  eac3: { format: 'raw E-AC-3', mimeType: 'audio/eac3', ext: 'eac3' },
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

const FRAMES = { mp1: 'mpeg', mp2: 'mpeg', mp3: 'mpeg', aac: 'adts', ac3: 'ac3', eac3: 'eac3' } as const;

/** Bytes that are searched for the first frame of sound without a container, and at a time. */
const MOST_SEARCHED = 16 * 1024 * 1024;
const SEARCHED_AT_ONCE = 256 * 1024;

/** The first frame from an offset on: damage or padding may be before it. */
async function firstFrame(handle: FileHandle, from: number): Promise<{ name: SoundKindName; start: number } | null> {
  for (let at = from; at < from + MOST_SEARCHED; at += SEARCHED_AT_ONCE) {
    const bytes = await readAt(handle, at, SEARCHED_AT_ONCE + LONGEST_FRAME * 2);
    const found = agreeingFrames(bytes, 0);
    if (found) return { name: FRAMES[found.frame.codec], start: at + found.at };
    if (bytes.length < SEARCHED_AT_ONCE) return null;
  }
  return null;
}

/** The kind of sound in a file, and the offset where it begins; null for anything else. */
export async function soundKindOf(handle: FileHandle): Promise<{ name: SoundKindName; start: number } | null> {
  const tagsEnd = await endOfTags(handle);
  const start = (await readAt(handle, tagsEnd, 80)).toString('latin1');
  const found = STARTS.find(([, pattern]) => pattern.test(start));
  if (found) return { name: found[0], start: tagsEnd };
  // A tag with a false size may cover the sound.
  return (await firstFrame(handle, tagsEnd)) ?? (tagsEnd > 0 ? firstFrame(handle, 0) : null);
}
