import { Archive } from 'libarchive.js';
import { version } from 'libarchive.js/package.json';
import { MOST_PAGE_BYTES, type ComicArchive, COMIC_INFO, directionOf, pagesOf, typeOf } from './comic-archive.ts';
import { BookException } from './engine.ts';
import { within } from './within.ts';

interface Entry {
  readonly path: string;
  readonly file: { readonly name: string; readonly size: number; extract(): Promise<File> };
}

/** This file's address: the worker is in a folder beside it. */
const here = import.meta.url;

export async function openRarComic(file: Blob): Promise<ComicArchive> {
  const worker = new Worker(new URL(`libarchivejs-${version}/worker-bundle.js`, here), { type: 'module' });
  try {
    const failed = new Promise<never>((_, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new Error(`The worker of the comic ended: ${message}`)));
    });
    const soon = <Result>(work: Promise<Result>) => within(Promise.race([work, failed]));
    Archive.init({ getWorker: () => worker });
    const archive = await soon(Archive.open(file as File));
    const entries = new Map<string, Entry['file']>();
    for (const entry of await soon<readonly Entry[]>(archive.getFilesArray()))
      entries.set(`${entry.path}${entry.file.name}`, entry.file);
    if ((await soon(archive.hasEncryptedData())) === true) throw new BookException('protected');
    const pages = pagesOf(entries.keys());
    if (pages.some((name) => (entries.get(name)?.size ?? 0) > MOST_PAGE_BYTES)) throw new BookException('tooLarge');
    const info = entries.get(COMIC_INFO);
    return {
      pages,
      direction: directionOf(info ? await (await soon(info.extract())).text() : null),
      async read(name) {
        const page = await entries.get(name)?.extract();
        if (!page) throw new BookException('corrupt');
        return page.slice(0, page.size, typeOf(name));
      },
      close: () => worker.terminate(),
    };
  } catch (cause) {
    worker.terminate();
    throw cause;
  }
}
