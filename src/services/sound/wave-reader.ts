import { AppException } from '../../schemas/app-error.ts';
import { createByteReader, type FetchRange } from './byte-reader.ts';
import { openSoundFile, type SoundFile } from './sound-file.ts';
import { PER_SECOND, WaveException, type WaveFile, type WavePart, type WaveReader } from './wave.ts';

export interface DecodedSound {
  readonly channels: readonly Float32Array[];
  readonly rate: number;
}

export interface WaveTools {
  readonly fetchRange: (ino: string, signal: AbortSignal) => FetchRange;
  /** Rejects for a format that this browser can't decode. */
  readonly decode: (bytes: ArrayBuffer) => Promise<DecodedSound>;
  readonly measure: (sound: DecodedSound, from: number, count: number) => Promise<Pick<WavePart, 'peaks' | 'quiet'>>;
  readonly close: () => void;
}

/** Server errors pass through; others mean a wrong format. */
function refuse(cause: unknown): never {
  if (cause instanceof AppException || cause instanceof WaveException) throw cause;
  throw new WaveException('format', { cause });
}

/** Files whose tables stay cached. */
const KEPT_FILES = 4;

export function createWaveReader(tools: WaveTools): WaveReader {
  const ended = new AbortController();
  const files = new Map<string, Promise<SoundFile>>();
  const fileOf = ({ ino, size, duration }: WaveFile) => {
    const known = files.get(ino);
    files.delete(ino);
    // The tables belong to the reader, not to the first caller: its abort must not end the request.
    const file = known ?? openSoundFile(createByteReader(tools.fetchRange(ino, ended.signal), size), duration);
    files.set(ino, file);
    if (!known) file.catch(() => files.delete(ino));
    const oldest = files.keys().next().value;
    if (files.size > KEPT_FILES && oldest !== undefined) files.delete(oldest);
    return file;
  };
  return {
    async read(file, begin, end, signal) {
      const opened = await fileOf(file).catch(refuse);
      const slice = await opened.slice(begin, end).catch(refuse);
      signal.throwIfAborted();
      const sound = await tools.decode(slice.bytes.buffer).catch((cause: unknown) => {
        throw new WaveException('format', { cause });
      });
      signal.throwIfAborted();
      const count = Math.round((end - begin) * PER_SECOND);
      const part = await tools.measure(sound, begin - slice.begin, count);
      return { ...part, isExact: opened.isExact };
    },
    close() {
      ended.abort();
      tools.close();
    },
  };
}
