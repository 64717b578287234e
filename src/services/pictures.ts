import { AppException } from '../schemas/app-error.ts';

/** A picture of this browser. `width` and `height` in pixels. */
export interface Picture {
  /** Good until `close`. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  close(): void;
}

/** A picture from a file, or from an http address. Rejects with an `AppException` when the browser cannot show it. */
export async function openPicture(source: Blob | string): Promise<Picture> {
  const isAddress = typeof source === 'string';
  const src = isAddress ? source : URL.createObjectURL(source);
  const close = () => {
    if (!isAddress) URL.revokeObjectURL(src);
  };
  const image = new Image();
  image.referrerPolicy = 'no-referrer';
  image.src = src;
  try {
    await image.decode();
  } catch (cause) {
    close();
    throw new AppException({ kind: 'unexpected', message: 'That is no picture' }, { cause });
  }
  return { src, width: image.naturalWidth, height: image.naturalHeight, close };
}
