import type { FileType } from './files.types.ts';

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

/** Extension in lower case without the dot; '' when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

export function fileTypeOf(name: string): FileType {
  return BY_EXTENSION.get(extensionOf(name)) ?? 'unknown';
}

export function stem(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
