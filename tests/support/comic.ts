import { strToU8, zipSync } from 'fflate';

/** The smallest picture that browsers show: one black pixel. */
const PIXEL = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='), (letter) =>
  letter.charCodeAt(0),
);

/** A comic (cbz) of so many pages of one pixel, and other files by name. */
export function createComic(pages: number, files: Readonly<Record<string, string>> = {}): Uint8Array<ArrayBuffer> {
  const pictures = Array.from({ length: pages }, (_, index) => [`page${index + 1}.gif`, PIXEL] as const);
  const texts = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries([...pictures, ...texts]));
}

const DIRECTORY_ENTRY = 0x02014b50;

/** The same archive with other bytes in the directory at its end: at this place of each entry. */
export function withDirectory(
  zip: Uint8Array<ArrayBuffer>,
  change: (view: DataView, entry: number) => void,
): Uint8Array<ArrayBuffer> {
  const copy = zip.slice();
  const view = new DataView(copy.buffer);
  for (let at = 0; at < copy.length - 46; at++) if (view.getUint32(at, true) === DIRECTORY_ENTRY) change(view, at);
  return copy;
}

/** Its header says that its files need a password. */
export const asEncrypted = (zip: Uint8Array<ArrayBuffer>) =>
  withDirectory(zip, (view, entry) => view.setUint16(entry + 8, 1, true));

/** Its header says that each of its files is this large unpacked, in bytes. */
export const asLarge = (zip: Uint8Array<ArrayBuffer>, bytes: number) =>
  withDirectory(zip, (view, entry) => view.setUint32(entry + 24, bytes, true));
