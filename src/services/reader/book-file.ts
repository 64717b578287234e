import { AppException } from '../../schemas/app-error.ts';
import { errorFromResponse } from '../error-mapping.ts';
import { errorFromHttp, type Http } from '../http.ts';

export interface BookFileInput {
  readonly itemId: string;
  readonly ino: string;
  readonly signal: AbortSignal;
  /** Called as bytes come. `total` is null when the server does not say. */
  readonly onBytes: (loaded: number, total: number | null) => void;
}

/** Reads an ebook file, of any size, in as long as it takes. */
export function fetchBookFile(http: Http, input: BookFileInput): Promise<Blob> {
  return fetchFile(http, input, 'ebook');
}

/** The same of any file of an item; for accounts that may download. */
export function fetchItemFile(http: Http, input: BookFileInput): Promise<Blob> {
  return fetchFile(http, input, 'file');
}

async function fetchFile({ authorized }: Http, input: BookFileInput, kind: 'ebook' | 'file'): Promise<Blob> {
  const { itemId, ino, signal, onBytes } = input;
  const path = `api/items/${encodeURIComponent(itemId)}/${kind}/${encodeURIComponent(ino)}`;
  try {
    const response = await authorized(path, { signal, timeout: false });
    if (!response.ok)
      throw new AppException(
        errorFromResponse(`items.${kind}`, response.status, response.headers, await response.text()),
      );
    return await read(response, onBytes);
  } catch (cause) {
    if (signal.aborted) throw new AppException({ kind: 'aborted' }, { cause });
    throw new AppException(errorFromHttp(cause), { cause });
  }
}

/** The body as a file. The browser takes it piece by piece: none is kept here beside it. */
async function read(response: Response, onBytes: BookFileInput['onBytes']): Promise<Blob> {
  const length = Number(response.headers.get('content-length'));
  const total = length > 0 && !response.headers.has('content-encoding') ? length : null;
  let loaded = 0;
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      loaded += piece.byteLength;
      onBytes(loaded, total);
      controller.enqueue(piece);
    },
  });
  return new Response(response.body?.pipeThrough(count) ?? null).blob();
}
