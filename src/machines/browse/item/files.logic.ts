import type { SnapshotFrom } from 'xstate';
import type { AudioFile, FileMetadata } from '../../../schemas/api/audio-file.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { filesMachine } from './files.machine.ts';

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

type FilesSnapshot = SnapshotFrom<typeof filesMachine>;

export const selectFiles = ({ context }: FilesSnapshot) => context.files;
export const selectFilesItemId = ({ context }: FilesSnapshot) => context.item.id;
export const selectHasOrder = ({ context }: FilesSnapshot) =>
  context.files.filter(({ sound }) => sound !== null).length > 1;
export const selectShowsPaths = ({ context }: FilesSnapshot) => context.showsPaths;
export const selectOpenedFile = ({ context: { files, opened } }: FilesSnapshot) =>
  files.find(({ ino }) => ino === opened);
export const selectProbe = ({ context }: FilesSnapshot) => context.probe;
export const selectProbeError = ({ context }: FilesSnapshot) => context.probeError;
export const selectIsFileChecked = (snapshot: FilesSnapshot) => snapshot.matches({ content: { opened: 'checking' } });
export const selectChangingFile = ({ context }: FilesSnapshot) => context.changing;
export const selectDownload = ({ context }: FilesSnapshot) => context.download;
export const selectFileFailure = ({ context }: FilesSnapshot) => context.failure;

/** Only items with a folder of their own can be rescanned. */
export const hasFolder = ({ isFile }: LibraryItemExpanded): boolean => !isFile;
/** Also false for a missing folder. */
export const mayRescan = (item: LibraryItemExpanded): boolean => hasFolder(item) && !item.isMissing;

export const countOfTracks = (item: LibraryItemExpanded): number =>
  item.mediaType === 'book' ? item.media.tracks.items.length : 0;
