import { extensionOf } from '../items/file-kinds.ts';
import { numberTracks, type BookItem } from '../items/model.ts';
import { chaptersOf } from './tracks.ts';
import type { AudioFile, EbookFile, LibraryFile } from '../items/files.types.ts';

/** Finds the earlier version of a file by its path or, when it was renamed, by its inode. */
const findBefore = <File extends { readonly ino: string; readonly metadata: { readonly path: string } }>(
  files: readonly File[],
  file: File,
): File | undefined =>
  files.find((entry) => entry.metadata.path === file.metadata.path) ?? files.find((entry) => entry.ino === file.ino);

/**
 * A scanned book with earlier decisions of people: excluded audio files, their order if set (new files follow), and the
 * main ebook.
 */
export function keepDecisions(scanned: BookItem, before: BookItem): BookItem {
  const audioFiles = orderedAsBefore(scanned.audioFiles, before.audioFiles);
  const { libraryFiles, ebookFile } = ebooksAsBefore(scanned, before);
  const isSameOrder = audioFiles.every(
    (file, index) => file.ino === scanned.audioFiles[index]?.ino && file.exclude === scanned.audioFiles[index]?.exclude,
  );
  const derived =
    JSON.stringify(scanned.chapters) === JSON.stringify(chaptersOf(scanned.audioFiles.filter((file) => !file.exclude)));
  const chapters = isSameOrder || !derived ? scanned.chapters : chaptersOf(audioFiles.filter((file) => !file.exclude));
  return { ...scanned, audioFiles, libraryFiles, ebookFile, chapters };
}

function orderedAsBefore(files: readonly AudioFile[], before: readonly AudioFile[]): AudioFile[] {
  const known = files.map((file) => {
    const last = findBefore(before, file);
    return { file: last ? { ...file, exclude: last.exclude, manuallyVerified: last.manuallyVerified } : file, last };
  });
  const isOrdered = known.some(({ last }) => last?.manuallyVerified);
  if (isOrdered)
    known.sort((a, b) => (a.last?.index ?? Infinity) - (b.last?.index ?? Infinity) || a.file.index - b.file.index);
  return numberTracks(known.map(({ file }) => file));
}

/**
 * Someone chose if the earlier ebook differs from the one that a scan of the same files would choose, or if all are
 * supplementary.
 */
function ebooksAsBefore(
  scanned: BookItem,
  before: BookItem,
): { libraryFiles: LibraryFile[]; ebookFile: EbookFile | null } {
  const { libraryFiles, ebookFile } = scanned;
  const had = before.libraryFiles.some((file) => file.fileType === 'ebook');
  if (!ebookFile || !had) return { libraryFiles, ebookFile };
  const ebooks = libraryFiles.filter((file) => file.fileType === 'ebook');
  const chosen = before.ebookFile === null ? null : findBefore<LibraryFile>(ebooks, before.ebookFile);
  if (chosen === undefined) return { libraryFiles, ebookFile };
  return {
    libraryFiles: libraryFiles.map((file) =>
      file.fileType === 'ebook' ? { ...file, isSupplementary: file.ino !== chosen?.ino } : file,
    ),
    ebookFile: chosen && { ...chosen, isSupplementary: null, ebookFormat: extensionOf(chosen.metadata.filename) },
  };
}
