import { unzipSync } from 'fflate';
import { isEncrypted, listArchive, readText } from './archive.ts';
import { MOST_PAGE_BYTES } from './comic-archive.ts';
import { COMIC_INFO, directionOf, pagesOf, typeOf } from './comic-names.ts';
import { BookException, type BookFault } from './engine.ts';

/** What is asked of the worker, by a number that comes back with the answer. */
export type ZipCall =
  | { readonly id: number; readonly kind: 'open'; readonly file: Blob }
  | { readonly id: number; readonly kind: 'read'; readonly name: string };

export interface ZipAnswer {
  readonly id: number;
  readonly opened?: { readonly pages: readonly string[]; readonly direction: 'ltr' | 'rtl' };
  readonly page?: Blob;
  readonly fault?: BookFault;
}

let bytes = new Uint8Array();

async function open(file: Blob): Promise<NonNullable<ZipAnswer['opened']>> {
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new BookException('tooLarge', { cause });
  }
  const files = listArchive(bytes);
  if (isEncrypted(bytes)) throw new BookException('protected');
  const pages = pagesOf(files.keys());
  if (pages.some((name) => (files.get(name) ?? 0) > MOST_PAGE_BYTES)) throw new BookException('tooLarge');
  return { pages, direction: directionOf(files.has(COMIC_INFO) ? readText(bytes, COMIC_INFO) : null) };
}

function read(name: string): Blob {
  const page = unzipSync(bytes, { filter: (file) => file.name === name })[name];
  if (!page) throw new BookException('corrupt');
  return new Blob([page as Uint8Array<ArrayBuffer>], { type: typeOf(name) });
}

addEventListener('message', ({ data }: MessageEvent<ZipCall>) => {
  const { id } = data;
  const answer = (content: Omit<ZipAnswer, 'id'>) => postMessage({ id, ...content } satisfies ZipAnswer);
  const work = async () => (data.kind === 'open' ? { opened: await open(data.file) } : { page: read(data.name) });
  work().then(answer, (cause: unknown) => answer({ fault: cause instanceof BookException ? cause.fault : 'corrupt' }));
});
