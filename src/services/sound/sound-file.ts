import { viewOf, textAt, type ByteReader } from './byte-reader.ts';
import { openFrames } from './frame-sound.ts';
import { openMp4 } from './mp4-sound.ts';
import { openWav } from './wav-sound.ts';
import { WaveException } from './wave.ts';

export interface SoundSlice {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Second of the file at which the decoded sound begins. */
  readonly begin: number;
}

export interface SoundFile {
  readonly isExact: boolean;
  slice(begin: number, end: number): Promise<SoundSlice>;
}

/** Limits for other formats, which decode as a whole. */
const WHOLE_BYTES = 24 * 1024 * 1024;
const WHOLE_S = 20 * 60;

/** `duration` in seconds, from the server. */
export async function openSoundFile(reader: ByteReader, duration: number): Promise<SoundFile> {
  const head = await reader.read(0, 12);
  const piecewise = await openPiecewise(reader, head, duration);
  if (piecewise) return piecewise;
  if (reader.size > WHOLE_BYTES || duration > WHOLE_S) throw new WaveException('format');
  return {
    isExact: true,
    slice: async () => ({ bytes: (await reader.read(0, reader.size)).slice(), begin: 0 }),
  };
}

function openPiecewise(reader: ByteReader, head: Uint8Array, duration: number): Promise<SoundFile | null> {
  if (head.length < 12) return Promise.resolve(null);
  if (textAt(head, 4, 4) === 'ftyp') return openMp4(reader);
  if (textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 4) === 'WAVE') return openWav(reader);
  const isTagged = textAt(head, 0, 3) === 'ID3';
  if (isTagged || (viewOf(head).getUint16(0) & 0xff_e0) === 0xff_e0) return openFrames(reader, duration);
  return Promise.resolve(null);
}
