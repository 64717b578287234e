import type { ComicArchive } from './comic-archive.ts';
import { BookException, type OpenOptions, type ReaderEngine } from './engine.ts';
import type { Size } from './openings.ts';
import { openPages, type PageSource } from './paged.ts';
import { within } from './within.ts';

/** Opens a comic (cbz, cbr). Its first bytes decide its format: names are often wrong. */
export async function openComic(file: Blob, options: OpenOptions): Promise<ReaderEngine> {
  const archive = await openArchive(file);
  try {
    if (archive.pages.length === 0) throw new BookException('corrupt');
    return await openPages(createComicPages(archive, options.surface.getAttribute('aria-label') ?? ''), options);
  } catch (cause) {
    archive.close();
    throw cause instanceof BookException ? cause : new BookException('corrupt', { cause });
  }
}

async function openArchive(file: Blob): Promise<ComicArchive> {
  if (file.size === 0) throw new BookException('empty');
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isZip = start[0] === 0x50 && start[1] === 0x4b;
  try {
    if (isZip) return await (await import('./zip.comic.ts')).openZipComic(file);
    return await (await import('./rar.comic.ts')).openRarComic(file);
  } catch (cause) {
    throw cause instanceof BookException ? cause : new BookException('corrupt', { cause });
  }
}

interface Picture {
  isWanted: boolean;
  url: string | null;
  readonly image: Promise<HTMLImageElement>;
}

export function createComicPages(archive: ComicArchive, name: string): PageSource {
  const pictures = new Map<number, Picture>();

  function pictureOf(page: number): Picture {
    const known = pictures.get(page);
    if (known) return known;
    const picture: Picture = { isWanted: true, url: null, image: load() };
    async function load() {
      const blob = await within(archive.read(archive.pages[page - 1] ?? ''));
      const image = new Image();
      if (!picture.isWanted) throw new Error('The page is not wanted any more');
      picture.url = URL.createObjectURL(blob);
      image.alt = `${name} ${page}`;
      image.draggable = false;
      image.src = picture.url;
      await image.decode();
      return image;
    }
    picture.image.catch(() => undefined);
    pictures.set(page, picture);
    return picture;
  }

  function release(page: number) {
    const picture = pictures.get(page);
    if (!picture) return;
    pictures.delete(page);
    picture.isWanted = false;
    // Revoking the address of a loading picture logs an error.
    const giveBack = (image: HTMLImageElement | null) => {
      image?.removeAttribute('src');
      if (picture.url !== null) URL.revokeObjectURL(picture.url);
    };
    picture.image.then(giveBack, () => giveBack(null));
  }

  return {
    count: archive.pages.length,
    direction: archive.direction,
    contents: [],
    search: null,
    async measure(page): Promise<Size> {
      const { naturalWidth, naturalHeight } = await pictureOf(page).image;
      return { width: naturalWidth, height: naturalHeight };
    },
    async draw(page, { width, height }) {
      const image = await pictureOf(page).image;
      image.style.cssText = `display:block;flex:none;width:${width}px;height:${height}px;user-select:none`;
      return image;
    },
    release,
    async sketch(page, width) {
      const blob = await within(archive.read(archive.pages[page - 1] ?? ''));
      const picture = await createImageBitmap(blob, { resizeWidth: width, resizeQuality: 'medium' });
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [picture.width, picture.height];
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      picture.close();
      return canvas;
    },
    find: async () => null,
    chapterOf: () => null,
    close() {
      for (const page of pictures.keys()) release(page);
      archive.close();
    },
  };
}
