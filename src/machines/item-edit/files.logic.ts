import type { AudioFile, FileMetadata } from '../../schemas/api/audio-file.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

/** A file of an item as the tab lists it (EDT-044). */
export interface ItemFile {
  readonly ino: string;
  readonly metadata: FileMetadata;
  /** audio, ebook, image, text, metadata, video or unknown. */
  readonly fileType: string;
  /** The ebook that the reader opens by default. */
  readonly isPrimary: boolean;
  /** In ms; null when the server does not say. */
  readonly addedAt: number | null;
  /** What the scan read of its sound; null of other files. */
  readonly sound: AudioFile | null;
}

const soundsOf = (item: LibraryItemExpanded): readonly AudioFile[] =>
  item.mediaType === 'book'
    ? item.media.audioFiles.items
    : item.media.episodes.items.flatMap(({ audioFile }) => (audioFile ? [audioFile] : []));

/** All files of an item, in the order of the server. */
export function filesOf(item: LibraryItemExpanded): readonly ItemFile[] {
  const sounds = new Map(soundsOf(item).map((sound) => [sound.ino, sound]));
  const primary = item.mediaType === 'book' ? item.media.ebookFile?.ino : undefined;
  return item.libraryFiles.items.map(({ ino, metadata, fileType, addedAt }) => ({
    ino,
    metadata,
    fileType,
    isPrimary: ino === primary,
    addedAt: addedAt ?? null,
    sound: sounds.get(ino) ?? null,
  }));
}

/** The ebooks among them, the main one first. */
export const ebooksIn = (files: readonly ItemFile[]): readonly ItemFile[] =>
  files.filter(({ fileType }) => fileType === 'ebook').toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));

/** The audio tracks of a book, in their order. */
export const tracksIn = (files: readonly ItemFile[]): readonly ItemFile[] =>
  files
    .filter(({ sound }) => sound !== null && (sound.index ?? 0) > 0)
    .toSorted((a, b) => (a.sound?.index ?? 0) - (b.sound?.index ?? 0));

/** The tags of a sound file that say something, by name: `tagAlbum` is 'Album'. */
export function tagsOf(sound: AudioFile): readonly (readonly [name: string, value: string])[] {
  return Object.entries(sound.metaTags ?? {}).flatMap(([key, value]) =>
    value ? [[key.replace(/^tag/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' '), value] as const] : [],
  );
}
