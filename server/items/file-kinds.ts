import type { FileType } from './files.types.ts';

/** File kinds by extension. */
const KINDS: Record<Exclude<FileType, 'unknown'>, readonly string[]> = {
  audio: [
    'm4b',
    'mp3',
    'm4a',
    'flac',
    'opus',
    'ogg',
    'oga',
    'mp4',
    'aac',
    'wma',
    'aiff',
    'aif',
    'wav',
    'webm',
    'webma',
    'mka',
    'awb',
    'caf',
    'mpeg',
    'mpg',
  ],
  ebook: ['epub', 'pdf', 'mobi', 'azw3', 'cbr', 'cbz'],
  image: ['png', 'jpg', 'jpeg', 'webp'],
  metadata: ['opf', 'abs', 'xml', 'json'],
  text: ['txt'],
  info: ['nfo'],
};

const BY_EXTENSION = new Map(
  Object.entries(KINDS).flatMap(([kind, list]) => list.map((ext): [string, FileType] => [ext, kind as FileType])),
);

const MIME_TYPES: Record<string, string> = {
  m4b: 'audio/mp4',
  m4a: 'audio/mp4',
  mp4: 'audio/mp4',
  mp3: 'audio/mpeg',
  mpeg: 'audio/mpeg',
  mpg: 'audio/mpeg',
  flac: 'audio/flac',
  opus: 'audio/ogg',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  aac: 'audio/aac',
  wma: 'audio/x-ms-wma',
  aiff: 'audio/x-aiff',
  aif: 'audio/x-aiff',
  wav: 'audio/wav',
  webm: 'audio/webm',
  webma: 'audio/webm',
  mka: 'audio/x-matroska',
  awb: 'audio/amr-wb',
  caf: 'audio/x-caf',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
  mobi: 'application/x-mobipocket-ebook',
  azw3: 'application/vnd.amazon.mobi8-ebook',
  cbr: 'application/vnd.comicbook-rar',
  cbz: 'application/vnd.comicbook+zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
  nfo: 'text/plain; charset=utf-8',
  json: 'application/json',
  opf: 'application/oebps-package+xml',
  xml: 'application/xml',
};

/** Extension in lower case without the dot; '' when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** What a file is by its name. */
export function fileTypeOf(name: string): FileType {
  return BY_EXTENSION.get(extensionOf(name)) ?? 'unknown';
}

/** Content type by file name, `application/octet-stream` when unknown. */
export function mimeTypeOf(name: string): string {
  return MIME_TYPES[extensionOf(name)] ?? 'application/octet-stream';
}

/** The name of a file without its extension. */
export function stem(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
