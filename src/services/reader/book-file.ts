import { AppException } from '../../schemas/app-error.ts';
import { errorFromResponse } from '../error-mapping.ts';
import { errorFromHttp, type Http } from '../http.ts';

interface FileTransfer {
  readonly signal: AbortSignal;
  /** `total` is null when the server does not say. */
  readonly onBytes: (loaded: number, total: number | null) => void;
}

export interface BookFileInput extends FileTransfer {
  readonly itemId: string;
  readonly ino: string;
}

export interface BackupFileInput extends FileTransfer {
  readonly id: string;
}

const MOST_HELD = 8 * 1024 ** 2;

/** Keeps its bytes for the first reader: browsers hold files in another process, and reading them back takes time. */
class HeldFile extends Blob {
  #held: ArrayBuffer | null;

  constructor(bytes: ArrayBuffer) {
    super([bytes]);
    this.#held = bytes;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    const held = this.#held;
    this.#held = null;
    return held ? Promise.resolve(held) : super.arrayBuffer();
  }
}

export function fetchBookFile(http: Http, input: BookFileInput): Promise<Blob> {
  return fetchFile(http, input, 'ebook');
}

export function fetchItemFile(http: Http, input: BookFileInput): Promise<Blob> {
  return fetchFile(http, input, 'file');
}

export function fetchBackup(http: Http, { id, ...input }: BackupFileInput): Promise<Blob> {
  return fetchPath(http, `api/backups/${encodeURIComponent(id)}/download`, input, 'backups.download');
}

export function fetchCover(http: Http, itemId: string, signal: AbortSignal): Promise<Blob> {
  const path = `api/items/${encodeURIComponent(itemId)}/cover?raw=1`;
  return fetchPath(http, path, { signal, onBytes: () => undefined }, 'items.cover', 'no-store');
}

function fetchFile(http: Http, { itemId, ino, ...input }: BookFileInput, kind: 'ebook' | 'file'): Promise<Blob> {
  const path = `api/items/${encodeURIComponent(itemId)}/${kind}/${encodeURIComponent(ino)}`;
  return fetchPath(http, path, input, `items.${kind}`);
}

async function fetchPath(
  { authorized }: Http,
  path: string,
  { signal, onBytes }: FileTransfer,
  name: string,
  cache: RequestCache = 'default',
): Promise<Blob> {
  try {
    const response = await authorized(path, { signal, timeout: false, cache });
    if (!response.ok)
      throw new AppException(errorFromResponse(name, response.status, response.headers, await response.text()));
    return await read(response, onBytes);
  } catch (cause) {
    if (signal.aborted) throw new AppException({ kind: 'aborted' }, { cause });
    throw new AppException(errorFromHttp(cause), { cause });
  }
}

/** The browser takes a large body piece by piece: no second copy is kept here. */
async function read(response: Response, onBytes: BookFileInput['onBytes']): Promise<Blob> {
  const length = Number(response.headers.get('content-length'));
  const total = length > 0 && !response.headers.has('content-encoding') ? length : null;
  if (total !== null && total <= MOST_HELD && response.body) return readHeld(response.body, total, onBytes);
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

async function readHeld(
  body: ReadableStream<Uint8Array>,
  total: number,
  onBytes: BookFileInput['onBytes'],
): Promise<Blob> {
  const pieces: Uint8Array[] = [];
  let loaded = 0;
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    loaded += piece.value.byteLength;
    onBytes(loaded, total);
  }
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return new HeldFile(bytes.buffer);
}
