import type { ComicArchive } from './comic-archive.ts';
import { BookException } from './engine.ts';
import { within } from './within.ts';
import type { ZipAnswer, ZipCall } from './zip.worker.ts';

type Call = ZipCall extends infer One ? (One extends ZipCall ? Omit<One, 'id'> : never) : never;

/** A comic in a zip (cbz), unpacked by a worker. */
export async function openZipComic(file: Blob): Promise<ComicArchive> {
  const worker = new Worker(new URL('./zip.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve: (answer: ZipAnswer) => void; reject: (cause: unknown) => void }>();
  let calls = 0;
  const end = (cause: unknown) => {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  };
  worker.addEventListener('error', (event) => end(event.error ?? new Error('The worker of the comic ended')));
  worker.addEventListener('message', ({ data }: MessageEvent<ZipAnswer>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.fault) call?.reject(new BookException(data.fault));
    else call?.resolve(data);
  });
  const ask = (call: Call) =>
    new Promise<ZipAnswer>((resolve, reject) => {
      calls += 1;
      waiting.set(calls, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker.postMessage({ ...call, id: calls });
    });
  try {
    const { opened } = await within(ask({ kind: 'open', file }));
    if (!opened) throw new BookException('corrupt');
    return {
      ...opened,
      async read(name) {
        const { page } = await ask({ kind: 'read', name });
        if (!page) throw new BookException('corrupt');
        return page;
      },
      close: () => end(new Error('Closed')),
    };
  } catch (cause) {
    end(cause);
    throw cause;
  }
}
