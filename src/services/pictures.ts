import { AppException } from '../schemas/app-error.ts';

/** A picture of this browser. `width` and `height` in pixels. */
export interface Picture {
  /** Good until `close`. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  close(): void;
}

/** A picture from a file. Rejects with an `AppException` when the browser cannot show it. */
export async function openPicture(file: Blob): Promise<Picture> {
  const src = URL.createObjectURL(file);
  const image = new Image();
  image.src = src;
  try {
    await image.decode();
  } catch (cause) {
    URL.revokeObjectURL(src);
    throw new AppException({ kind: 'unexpected', message: 'The file is no picture' }, { cause });
  }
  return { src, width: image.naturalWidth, height: image.naturalHeight, close: () => URL.revokeObjectURL(src) };
}
