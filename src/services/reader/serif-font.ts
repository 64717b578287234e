import serifUrl from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import { once } from '../once.ts';

/** Loads the serif of the reader ahead, once. Rejects when it does not come. */
export const loadSerif = once(async () => {
  const response = await fetch(serifUrl);
  if (!response.ok) throw new Error(`The serif answers ${response.status}`);
  return response.blob();
});

/** The serif of the reader, as an address that a chapter may load: to be revoked. Null: the one of the system. */
export const serifFont = (): Promise<string | null> => loadSerif().then(addressOf, () => null);

const addressOf = (font: Blob) => URL.createObjectURL(font);
