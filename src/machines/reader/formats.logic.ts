import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { EngineName } from '../../services/reader/engine.ts';

const ENGINES: ReadonlyMap<string, EngineName> = new Map([
  ['epub', 'epub'],
  ['mobi', 'mobi'],
  ['azw3', 'mobi'],
  ['kf8', 'mobi'],
  ['cbz', 'comic'],
  ['cbr', 'comic'],
  ['pdf', 'pdf'],
]);

export function engineOf(format: string): EngineName | null {
  return ENGINES.get(format.toLowerCase()) ?? null;
}

export function isReadable(format: string | null | undefined): boolean {
  return format != null && engineOf(format) !== null;
}

/** `size` in bytes. */
export interface BookFile {
  readonly ino: string;
  readonly name: string;
  readonly format: string;
  readonly size: number;
  readonly isMain: boolean;
}

/** Null when there is none. */
export function bookFileOf(item: LibraryItemExpanded, ino: string | null): BookFile | null {
  if (item.mediaType !== 'book') return null;
  const main = item.media.ebookFile;
  if (main && (ino === null || ino === main.ino))
    return toFile(main, main.ebookFormat.toLowerCase() || formatOf(main.metadata.ext), true);
  const file = item.libraryFiles.items.find((one) => one.fileType === 'ebook' && one.ino === ino);
  return file ? toFile(file, formatOf(file.metadata.ext), false) : null;
}

/** 'epub' for '.EPUB'. */
export function formatOf(ext: string): string {
  return ext.replace(/^\./, '').toLowerCase();
}

type AnyFile = { readonly ino: string; readonly metadata: { readonly filename: string; readonly size: number } };

function toFile({ ino, metadata }: AnyFile, format: string, isMain: boolean): BookFile {
  return { ino, name: metadata.filename, format, size: metadata.size, isMain };
}
