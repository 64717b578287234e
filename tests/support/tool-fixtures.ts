import type { AudioFile } from '../../src/schemas/api/audio-file.ts';
import { bookBody } from './item-fixtures.ts';

interface Media {
  readonly audioFiles: readonly { readonly metadata: object }[];
  readonly tracks: readonly object[];
}

const { audioFiles, tracks } = bookBody.media as unknown as Media;

/**
 * The book of the fixtures with one mono mp3 of 48 kbit/s for each ino, of the same name where no other is given; as a
 * server answers it.
 */
export function bookOfFiles(...inos: readonly (string | readonly string[])[]): object {
  const own = inos.filter((ino) => typeof ino === 'string');
  const names = inos.find((ino) => typeof ino !== 'string') ?? own;
  const files = own.map((ino, index) => ({
    ...audioFiles[0],
    index: index + 1,
    ino,
    codec: 'mp3',
    bitRate: 48_000,
    channels: 1,
    channelLayout: 'mono',
    duration: 100,
    exclude: false,
    metadata: {
      ...audioFiles[0]?.metadata,
      filename: `${names[index]}.mp3`,
      path: `/books/${names[index]}.mp3`,
      relPath: `${names[index]}.mp3`,
    },
  }));
  const media = {
    ...bookBody.media,
    audioFiles: files,
    tracks: files.map(({ ino, index, metadata }) => ({ ...tracks[0], ino, index, metadata })),
  };
  return { ...bookBody, media };
}

/** A file of a book as the client reads it, at this path below its folder. */
export function fileOf(fields: Partial<AudioFile> & { readonly ino: string }, relPath: string): AudioFile {
  const filename = relPath.split('/').at(-1) ?? relPath;
  const metadata = { filename, ext: '.mp3', path: `/books/${relPath}`, relPath, size: 1 };
  return { index: 1, exclude: false, ...fields, metadata };
}
