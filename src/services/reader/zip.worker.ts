import { checkSize } from './archive.ts';
import { MOST_PAGE_BYTES, COMIC_INFO, directionOf, pagesOf, typeOf } from './comic-archive.ts';
import { BookException, type BookFault } from './engine.ts';
import { readDirectory, readEntry, type ZipEntry } from './zip-directory.ts';

/** The answer has the same id. */
export type ZipCall =
  | { readonly id: number; readonly kind: 'open'; readonly file: Blob }
  | { readonly id: number; readonly kind: 'read'; readonly name: string };

export interface ZipAnswer {
  readonly id: number;
  readonly opened?: { readonly pages: readonly string[]; readonly direction: 'ltr' | 'rtl' };
  readonly page?: Blob;
  readonly fault?: BookFault;
}

let zip = new Blob();
let files: ReadonlyMap<string, ZipEntry> = new Map();

async function open(file: Blob): Promise<NonNullable<ZipAnswer['opened']>> {
  zip = file;
  const entries = await readDirectory(file);
  files = new Map(entries.map((entry) => [entry.name, entry]));
  checkSize(entries.map(({ size }) => size));
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new BookException('protected');
  const pages = pagesOf(files.keys());
  if (pages.some((name) => (files.get(name)?.size ?? 0) > MOST_PAGE_BYTES)) throw new BookException('tooLarge');
  const info = files.get(COMIC_INFO);
  return { pages, direction: directionOf(info ? new TextDecoder().decode(await readEntry(zip, info)) : null) };
}

async function read(name: string): Promise<Blob> {
  const entry = files.get(name);
  if (!entry) throw new BookException('corrupt');
  return new Blob([await readEntry(zip, entry)], { type: typeOf(name) });
}

addEventListener('message', ({ data }: MessageEvent<ZipCall>) => {
  const { id } = data;
  const answer = (content: Omit<ZipAnswer, 'id'>) => postMessage({ id, ...content } satisfies ZipAnswer);
  const work = async () => (data.kind === 'open' ? { opened: await open(data.file) } : { page: await read(data.name) });
  work().then(answer, (cause: unknown) => answer({ fault: cause instanceof BookException ? cause.fault : 'corrupt' }));
});
