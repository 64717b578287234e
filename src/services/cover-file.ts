import { AppException } from '../schemas/app-error.ts';
import { errorFromResponse } from './error-mapping.ts';
import { errorFromHttp, type Http } from './http.ts';

/** Reads the cover of an item as it is stored, whatever its size. */
export async function fetchCover({ authorized }: Http, itemId: string, signal: AbortSignal): Promise<Blob> {
  const path = `api/items/${encodeURIComponent(itemId)}/cover?raw=1`;
  try {
    const response = await authorized(path, { signal, timeout: false, cache: 'no-store' });
    if (!response.ok)
      throw new AppException(
        errorFromResponse('items.cover', response.status, response.headers, await response.text()),
      );
    return await response.blob();
  } catch (cause) {
    throw new AppException(signal.aborted ? { kind: 'aborted' } : errorFromHttp(cause), { cause });
  }
}
