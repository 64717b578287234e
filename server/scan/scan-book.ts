import { readFile } from 'node:fs/promises';
import { messageOf } from '../errors.ts';
import { readComic, readEpub, type EbookFacts } from './ebooks.ts';
import { probeAudio, type EmbeddedPicture, type ProbeResult } from './audio-probe.ts';
import { decodeXml } from '../items/decode-text.ts';
import { extensionOf, stem } from '../items/file-kinds.ts';
import { fieldsFromPath } from './folder-name.ts';
import { parseNames } from '../items/names.ts';
import { fieldsFromOpf } from './opf.ts';
import { fieldsFromBookJson, fieldsFromNfo, fieldsFromTags } from './sidecars.ts';
import { chaptersOf, orderTracks } from './tracks.ts';
import type { AudioFile, EbookFile, LibraryFile } from '../items/files.types.ts';
import type { BookFields, FoundCover, FoundFile, FoundItem, ScanLog, ScannedBook } from './types.ts';

/** Largest text file that is read for metadata, in bytes. */
const MAX_SIDECAR = 2 * 1024 * 1024;

export interface BookScanOptions {
  now: number;
  /** Low to high priority (library setting). */
  precedence: readonly string[];
  audiobooksOnly: boolean;
  parseSubtitle: boolean;
  /** Metadata edited on this server (in the form of metadata.json), null without edits; it wins. */
  edited: string | null;
  /** Audio files read before, by path; one with the same size and time is not read again. */
  known: ReadonlyMap<string, AudioFile>;
  log: ScanLog;
  /** Reads an audio file; by default in this thread. */
  probe?: typeof probeAudio;
}

/** A file of a folder as stored in an item. `now` in ms since 1970. */
export function toLibraryFile(file: FoundFile, now: number): LibraryFile {
  return {
    ino: file.ino,
    metadata: file.metadata,
    isSupplementary: null,
    addedAt: now,
    updatedAt: now,
    fileType: file.fileType,
  };
}

/** Whether a file is unchanged: then it is not read again. */
export const sameFile = (a: FoundFile['metadata'], b: FoundFile['metadata']): boolean =>
  a.path === b.path && a.size === b.size && a.mtimeMs === b.mtimeMs;

const unreadable = (cause: unknown): ProbeResult => ({ ok: false, reason: messageOf(cause) });

/** Reads the audio files of an item; unreadable ones are logged and left out. */
export async function probeAll(
  item: FoundItem,
  options: Pick<BookScanOptions, 'now' | 'known' | 'log' | 'probe'>,
): Promise<{ files: AudioFile[]; picture: EmbeddedPicture | null; broken: number }> {
  const files: AudioFile[] = [];
  let picture: EmbeddedPicture | null = null;
  let broken = 0;
  for (const file of item.files.filter((candidate) => candidate.fileType === 'audio')) {
    const before = options.known.get(file.metadata.path);
    if (before && sameFile(before.metadata, file.metadata)) {
      files.push({ ...before, ino: file.ino, metadata: file.metadata });
      continue;
    }
    const probe = await (options.probe ?? probeAudio)(file, options.now).catch(unreadable);
    if (probe.ok) {
      files.push(
        before
          ? {
              ...probe.audio,
              addedAt: before.addedAt,
              exclude: before.exclude,
              manuallyVerified: before.manuallyVerified,
            }
          : probe.audio,
      );
      picture ??= probe.picture;
    } else {
      broken += 1;
      options.log('warn', `Audio file "${file.metadata.path}" cannot be used: ${probe.reason}`);
    }
  }
  return { files, picture, broken };
}

/** Text of a small file in any encoding, '' when it cannot be read. */
export async function readSidecar(file: FoundFile | undefined): Promise<string> {
  if (!file || file.metadata.size > MAX_SIDECAR) return '';
  return readFile(file.metadata.path).then(decodeXml, () => '');
}

/** Most pictures of a folder that are tried as its cover. */
const MOST_COVERS = 20;

/** Candidates for a folder's cover: first files named `cover`, of unusual kinds too, then the other pictures. */
export function folderCovers(item: FoundItem): FoundCover[] {
  const images = item.files.filter((file) => file.fileType === 'image');
  const unusual = item.files.filter((file) => file.fileType === 'unknown');
  const isNamed = (file: FoundFile) => stem(file.metadata.filename).toLowerCase() === 'cover';
  const named = [...images, ...unusual].filter(isNamed);
  const files = [...named, ...images.filter((file) => !isNamed(file))];
  return files.slice(0, MOST_COVERS).map((file) => ({ path: file.metadata.path }));
}

function choosePrimaryEbook(files: readonly LibraryFile[]): LibraryFile | undefined {
  return files.find((file) => extensionOf(file.metadata.filename) === 'epub') ?? files[0];
}

const EBOOK_READERS: Readonly<Record<string, typeof readEpub>> = { epub: readEpub, cbz: readComic, cbr: readComic };

async function readEbook(ebook: EbookFile | null, log: ScanLog): Promise<EbookFacts> {
  const read = ebook && EBOOK_READERS[ebook.ebookFormat];
  if (!read) return { fields: {}, cover: null };
  return read(ebook.metadata.path, ebook.metadata.size).catch((cause: unknown) => {
    log('warn', `Ebook "${ebook.metadata.path}" cannot be read: ${messageOf(cause)}`);
    return { fields: {}, cover: null };
  });
}

/** Applies edits over the scanned fields; a field that was emptied stays empty. */
function withEdits(fields: BookFields, edited: string): BookFields {
  const json = JSON.parse(edited) as Record<string, unknown>;
  const kept = Object.entries(fields).filter(([key]) => !(key in json));
  return { ...Object.fromEntries(kept), ...fieldsFromBookJson(edited) };
}

type Source = (item: FoundItem) => Promise<BookFields>;

const named = (item: FoundItem, test: (name: string) => boolean): FoundFile | undefined =>
  item.files.find((file) => test(file.metadata.filename.toLowerCase()));

async function fieldsFromTexts(item: FoundItem): Promise<BookFields> {
  const description = (await readSidecar(named(item, (name) => name === 'desc.txt'))).trim();
  const reader = (await readSidecar(named(item, (name) => name === 'reader.txt'))).trim();
  return { ...(description ? { description } : {}), ...(reader ? { narrators: parseNames(reader) } : {}) };
}

/** Reads one source; logs its errors. */
async function tried(
  name: string,
  item: FoundItem,
  source: Source,
  log: ScanLog,
  otherwise: BookFields = {},
): Promise<BookFields> {
  return source(item).catch((cause: unknown) => {
    log('warn', `Metadata (${name}) of "${item.path}" cannot be read: ${messageOf(cause)}`);
    return otherwise;
  });
}

/** Reads a book: its files, and metadata from every source in the order of precedence. */
export async function scanBook(item: FoundItem, options: BookScanOptions): Promise<ScannedBook> {
  const { now, log } = options;
  const probed = await probeAll(item, options);
  const audioFiles = orderTracks(probed.files);
  const libraryFiles = item.files.map((file) => toLibraryFile(file, now));
  const ebooks = libraryFiles.filter((file) => file.fileType === 'ebook');
  const primary = options.audiobooksOnly ? undefined : choosePrimaryEbook(ebooks);
  for (const file of ebooks) file.isSupplementary = file !== primary;
  const ebookFile: EbookFile | null = primary
    ? { ...primary, isSupplementary: null, ebookFormat: extensionOf(primary.metadata.filename) }
    : null;
  const ebook = await readEbook(ebookFile, log);
  const sources: Record<string, Source> = {
    folderStructure: async () =>
      fieldsFromPath(item.relPath, { isFile: item.isFile, parseSubtitle: options.parseSubtitle }),
    audioMetatags: async () => (audioFiles[0] ? fieldsFromTags(audioFiles[0].metaTags) : ebook.fields),
    nfoFile: async () => {
      const text = await readSidecar(named(item, (name) => name.endsWith('.nfo')));
      return text ? fieldsFromNfo(text) : {};
    },
    txtFiles: fieldsFromTexts,
    opfFile: async () => {
      const text = await readSidecar(named(item, (name) => name.endsWith('.opf')));
      return text ? fieldsFromOpf(text) : {};
    },
    absMetadata: async () => {
      const text = await readSidecar(named(item, (name) => name === 'metadata.json'));
      return text ? fieldsFromBookJson(text) : {};
    },
  };
  let fields: BookFields = {};
  for (const name of options.precedence) {
    const source = sources[name];
    if (source) fields = { ...fields, ...(await tried(name, item, source, log)) };
  }
  const { edited } = options;
  if (edited !== null) fields = await tried('edits', item, async () => withEdits(fields, edited), log, fields);
  return {
    mediaType: 'book',
    fields,
    audioFiles,
    ebookFile,
    libraryFiles,
    covers: [...folderCovers(item), probed.picture, ebook.cover].filter((picture) => picture !== null),
    chapters: fields.chapters ?? chaptersOf(audioFiles.filter((file) => !file.exclude)),
    isInvalid: probed.broken > 0 && audioFiles.length === 0 && !ebookFile,
  };
}
