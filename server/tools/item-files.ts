import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { AudioFile } from '../items/files.types.ts';

/** Name of an item's file in its flat cache folder. */
export const cachedName = (file: AudioFile): string => file.metadata.relPath.replaceAll('/', ' - ');

/** The cover as a picture for audio files: jpeg and png as they are, others as jpeg in `folder`. Null without one. */
export async function embeddableCover(coverPath: string | null, folder: string): Promise<string | null> {
  if (
    coverPath === null ||
    !(await fs.access(coverPath).then(
      () => true,
      () => false,
    ))
  )
    return null;
  if (/\.(jpe?g|png)$/i.test(coverPath)) return coverPath;
  const jpeg = path.join(folder, 'cover.jpg');
  await sharp(coverPath).jpeg({ quality: 90 }).toFile(jpeg);
  return jpeg;
}
