import { decode } from 'bmp-ts';
import sharp, { type Sharp } from 'sharp';

/** Largest picture that is decoded, in pixels: a cover is never larger. */
const MAX_PIXELS = 100_000_000;

/** First bytes of the pictures that can be covers. */
const STARTS: readonly RegExp[] = [
  /^\xFF\xD8\xFF/,
  /^\x89PNG/,
  /^GIF8/,
  /^RIFF....WEBP/s,
  /^BM/,
  /^....ftyp(?:avif|avis|mif1|heic|heix)/s,
  /^(?:II\*|MM.\*)/s,
];

/** Whether bytes begin as a picture does. */
export function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return STARTS.some((pattern) => pattern.test(start));
}

function readBmp(bytes: Uint8Array): Sharp {
  const buffer = Buffer.from(bytes);
  const [width, height] = [Math.abs(buffer.readInt32LE(18)), Math.abs(buffer.readInt32LE(22))];
  if (width * height > MAX_PIXELS) throw new Error('The picture is too large');
  const { data } = decode(buffer, { toRGBA: true });
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}

/** A picture as browsers show it, with its ending; kinds that some don't show become jpeg. Rejects what is none. */
export async function showable(bytes: Uint8Array): Promise<{ bytes: Uint8Array; ext: string }> {
  if (!isPicture(bytes)) throw new Error('It is no picture');
  const isBmp = bytes[0] === 0x42;
  const picture = isBmp ? readBmp(bytes) : sharp(bytes, { limitInputPixels: MAX_PIXELS });
  const { format } = isBmp ? { format: 'bmp' } : await picture.metadata();
  if (format === 'jpeg') return { bytes, ext: 'jpg' };
  if (format === 'png' || format === 'webp') return { bytes, ext: format };
  return { bytes: await picture.flatten({ background: 'white' }).jpeg({ quality: 90 }).toBuffer(), ext: 'jpg' };
}
