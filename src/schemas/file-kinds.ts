import { keysOf } from './keys.ts';
export type FileKind = 'audio' | 'ebook' | 'image' | 'metadata' | 'text' | 'info';

export const FILE_ENDINGS: Readonly<Record<FileKind, readonly string[]>> = {
  audio: 'm4b mp3 m4a flac opus ogg oga mp4 aac wma aiff aif wav webm webma mka awb caf mpeg mpg'.split(' '),
  ebook: ['epub', 'pdf', 'mobi', 'azw3', 'cbr', 'cbz'],
  image: ['png', 'jpg', 'jpeg', 'webp'],
  metadata: ['opf', 'abs', 'xml', 'json'],
  text: ['txt'],
  info: ['nfo'],
};

const KIND_OF = new Map(
  keysOf(FILE_ENDINGS).flatMap((kind) => FILE_ENDINGS[kind].map((ending): [string, FileKind] => [ending, kind])),
);

/** In lower case without the dot; '' when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The kind of a file by its name; null when servers do not accept it. */
export function fileKindOf(name: string): FileKind | null {
  return KIND_OF.get(extensionOf(name)) ?? null;
}
