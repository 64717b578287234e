import serifUrl from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import { once } from '../once.ts';

/** Preloads the serif, once. Rejects when it fails to load. */
export const loadSerif = once(async () => {
  const response = await fetch(serifUrl);
  if (!response.ok) throw new Error(`The serif answers ${response.status}`);
  return response.blob();
});

/** An address that a chapter may load; the caller revokes it. Null: use the system's serif. */
export const serifFont = (): Promise<string | null> => loadSerif().then(addressOf, () => null);

const addressOf = (font: Blob) => URL.createObjectURL(font);
