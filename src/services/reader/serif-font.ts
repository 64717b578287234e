import serifUrl from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import { once } from '../once.ts';

const load = once(async () => {
  const response = await fetch(serifUrl);
  if (!response.ok) throw new Error(`The serif answers ${response.status}`);
  return URL.createObjectURL(await response.blob());
});

/**
 * The serif of the reader, as an address that a chapter may load. Null: the one of the system. It is loaded once, and
 * its address stays: each book is given the same.
 */
export const serifFont = (): Promise<string | null> => load().catch(() => null);
