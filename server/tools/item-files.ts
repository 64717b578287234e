import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { AudioFile } from '../scan/types.ts';

/** Name under which a file of an item is kept in the flat cache folder of the item. */
export const cachedName = (file: AudioFile): string => file.metadata.relPath.replaceAll('/', ' - ');

/** Puts a file in the place of another; the old one stays whole until the new one is, also from another disk. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await fs.rename(from, to);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EXDEV')) throw cause;
    const beside = path.join(path.dirname(to), `.${path.basename(to)}.part`);
    await fs.copyFile(from, beside);
    await fs.rename(beside, to);
    await fs.rm(from);
  }
}

/** The cover as a picture for audio files: jpeg and png as they are, others as jpeg in `folder`. Null without one. */
export async function embeddableCover(coverPath: string | null, folder: string): Promise<string | null> {
  if (coverPath === null || !(await fs.access(coverPath).then(() => true, () => false))) return null;
  if (/\.(jpe?g|png)$/i.test(coverPath)) return coverPath;
  const jpeg = path.join(folder, 'cover.jpg');
  await sharp(coverPath).jpeg({ quality: 90 }).toFile(jpeg);
  return jpeg;
}
