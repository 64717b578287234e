import fs from 'node:fs/promises';
import path from 'node:path';
import { decode } from 'bmp-ts';
import sharp, { type Sharp } from 'sharp';
import { fileTypeOf } from './file-kinds.ts';

/** Largest picture that is decoded, in pixels: a cover is never larger. */
const MAX_PIXELS = 100_000_000;

export const MAX_PICTURE_BYTES = 25 * 1024 * 1024;

/** First bytes of the formats that every browser shows: jpeg, png, webp. */
const SHOWN: readonly RegExp[] = [/^\xFF\xD8\xFF/, /^\x89PNG/, /^RIFF....WEBP/s];
/** First bytes of the formats that can be covers. */
const STARTS: readonly RegExp[] = [
  ...SHOWN,
  /^GIF8/,
  /^BM/,
  /^....ftyp(?:avif|avis|mif1|heic|heix)/s,
  /^(?:II\*|MM.\*)/s,
];

const START_BYTES = 16;
const beginsAs = (kinds: readonly RegExp[], bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, START_BYTES)).toString('latin1');
  return kinds.some((pattern) => pattern.test(start));
};

/** Whether bytes begin like a picture. */
export const isPicture = (bytes: Uint8Array): boolean => beginsAs(STARTS, bytes);

/** Whether browsers show a file as it is: by its bytes, and by its extension, which decides its content type. */
export async function isShown(file: string): Promise<boolean> {
  const handle = fileTypeOf(file) === 'image' ? await fs.open(file).catch(() => null) : null;
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return beginsAs(SHOWN, buffer.subarray(0, bytesRead));
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

/** Reads a picture file. Rejects for one that is too large. */
async function readPicture(file: string): Promise<Uint8Array> {
  if ((await fs.stat(file)).size > MAX_PICTURE_BYTES) throw new Error('The picture is too large');
  return fs.readFile(file);
}

function readBmp(bytes: Uint8Array): Sharp {
  const buffer = Buffer.from(bytes);
  const [width, height] = [Math.abs(buffer.readInt32LE(18)), Math.abs(buffer.readInt32LE(22))];
  if (width * height > MAX_PIXELS) throw new Error('The picture is too large');
  const { data } = decode(buffer, { toRGBA: true });
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}

/**
 * A picture in a format that browsers show, with its extension; other formats become jpeg. Rejects for anything else.
 */
export async function showable(bytes: Uint8Array): Promise<{ bytes: Uint8Array; ext: string }> {
  if (!isPicture(bytes)) throw new Error('It is no picture that browsers show');
  const isBmp = bytes[0] === 0x42;
  const picture = isBmp ? readBmp(bytes) : sharp(bytes, { limitInputPixels: MAX_PIXELS });
  const { format } = isBmp ? { format: 'bmp' } : await picture.metadata();
  if (format === 'jpeg') return { bytes, ext: 'jpg' };
  if (format === 'png' || format === 'webp') return { bytes, ext: format };
  return { bytes: await picture.flatten({ background: 'white' }).jpeg({ quality: 90 }).toBuffer(), ext: 'jpg' };
}

const EXTENSIONS = ['jpg', 'png', 'webp'];

/**
 * Stores a picture in a format that browsers show as `<directory>/<name>.<ext by content>`, in place of earlier ones of
 * that name. Rejects for anything else.
 */
export async function storePicture(picture: Uint8Array, directory: string, name: string): Promise<string> {
  const { bytes, ext } = await showable(picture);
  await fs.mkdir(directory, { recursive: true });
  for (const other of EXTENSIONS)
    if (other !== ext) await fs.rm(path.join(directory, `${name}.${other}`), { force: true });
  const file = path.join(directory, `${name}.${ext}`);
  await fs.writeFile(`${file}.new`, bytes);
  await fs.rename(`${file}.new`, file);
  return file;
}

/** The picture file, or a copy in `directory` where browsers don't show it as it is. Rejects for anything else. */
export async function shownFile(file: string, directory: string): Promise<string> {
  return (await isShown(file)) ? file : storePicture(await readPicture(file), directory, 'cover');
}
