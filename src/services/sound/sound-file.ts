import { viewOf, textAt, type ByteReader } from './byte-reader.ts';
import { openFrames } from './frame-sound.ts';
import { openMp4 } from './mp4-sound.ts';
import { openWav } from './wav-sound.ts';
import { WaveException } from './wave.ts';

/** Bytes that a browser decodes by themselves. */
export interface SoundSlice {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Second of the file at which the decoded sound begins. */
  readonly begin: number;
}

/** A sound file that is decoded in pieces. */
export interface SoundFile {
  readonly isExact: boolean;
  /** A piece that holds at least these seconds of the file. */
  slice(begin: number, end: number): Promise<SoundSlice>;
}

/** A file of another format is decoded as a whole, as long as that is not too much to hold. */
const WHOLE_BYTES = 24 * 1024 * 1024;
const WHOLE_S = 20 * 60;

/** Finds out how a file is built. @param duration seconds, as the server has it */
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
