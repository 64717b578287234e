import type { AudioFile, FileMetadata } from '../../schemas/api/audio-file.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

export interface ItemFile {
  readonly ino: string;
  readonly metadata: FileMetadata;
  /** audio, ebook, image, text, metadata, video or unknown. */
  readonly fileType: string;
  readonly isPrimary: boolean;
  /** In ms. */
  readonly addedAt: number | null;
  readonly sound: AudioFile | null;
}

const soundsOf = (item: LibraryItemExpanded): readonly AudioFile[] =>
  item.mediaType === 'book'
    ? item.media.audioFiles.items
    : item.media.episodes.items.flatMap(({ audioFile }) => (audioFile ? [audioFile] : []));

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

export const ebooksIn = (files: readonly ItemFile[]): readonly ItemFile[] =>
  files.filter(({ fileType }) => fileType === 'ebook').toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));

export const tracksIn = (files: readonly ItemFile[]): readonly ItemFile[] =>
  files
    .filter(({ sound }) => sound !== null && (sound.index ?? 0) > 0)
    .toSorted((a, b) => (a.sound?.index ?? 0) - (b.sound?.index ?? 0));

/** Non-empty tags by name: `tagAlbum` is 'Album'. */
export function tagsOf(sound: AudioFile): readonly (readonly [name: string, value: string])[] {
  return Object.entries(sound.metaTags ?? {}).flatMap(([key, value]) =>
    value ? [[key.replace(/^tag/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' '), value] as const] : [],
  );
}
