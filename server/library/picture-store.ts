import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { ServerContext } from '../context.ts';
import { fetchOutside } from '../http/outside.ts';

/** Largest picture taken in, in bytes and pixels. */
export const MAX_PICTURE_BYTES = 25 * 1024 * 1024;
const MAX_PIXELS = 100_000_000;

const EXTENSIONS: Readonly<Record<string, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp' };

/**
 * Stores picture bytes as `<directory>/<name>.<ext by content>` in place of earlier ones of that name. Rejects what is
 * no png, jpeg or webp.
 */
export async function storePicture(bytes: Uint8Array, directory: string, name: string): Promise<string> {
  const { format } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  const ext = EXTENSIONS[format];
  if (!ext) throw new Error(`Pictures of type ${format} are not supported`);
  await fs.mkdir(directory, { recursive: true });
  for (const other of Object.values(EXTENSIONS))
    if (other !== ext) await fs.rm(path.join(directory, `${name}.${other}`), { force: true });
  const file = path.join(directory, `${name}.${ext}`);
  await fs.writeFile(`${file}.new`, bytes);
  await fs.rename(`${file}.new`, file);
  return file;
}

/** Fetches a picture. Rejects with `Request failed with status code n` for an error answer. */
export async function downloadPicture(ctx: Pick<ServerContext, 'config'>, url: string): Promise<Buffer> {
  const answer = await fetchOutside(url, {
    maxBytes: MAX_PICTURE_BYTES,
    allowPrivate: ctx.config.allowPrivateRequests,
  });
  if (answer.status !== 200) throw new Error(`Request failed with status code ${answer.status}`);
  return answer.body;
}
