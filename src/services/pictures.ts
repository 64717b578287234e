import { AppException } from '../schemas/app-error.ts';

export interface Picture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  close(): void;
}

/** Rejects with `AppException` if the browser can't show it. */
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
