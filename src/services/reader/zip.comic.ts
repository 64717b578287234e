import { createWorkerCalls } from '../worker-calls.ts';
import type { ComicArchive } from './comic-archive.ts';
import { BookException } from './engine.ts';
import { within } from './within.ts';
import type { ZipAnswer, ZipCall } from './zip.worker.ts';

type Call = ZipCall extends infer One ? (One extends ZipCall ? Omit<One, 'id'> : never) : never;

export async function openZipComic(file: Blob): Promise<ComicArchive> {
  const worker = createWorkerCalls<ZipAnswer>(
    new Worker(new URL('./zip.worker.ts', import.meta.url), { type: 'module' }),
    (event) => worker.end(event.error ?? new Error('The worker of the comic ended')),
  );
  const ask = async (call: Call) => {
    const answer = await worker.ask(call);
    if (answer.fault) throw new BookException(answer.fault);
    return answer;
  };
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
      close: () => worker.end(new Error('Closed')),
    };
  } catch (cause) {
    worker.end(cause);
    throw cause;
  }
}
