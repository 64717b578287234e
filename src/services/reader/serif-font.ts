import serifUrl from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';

/** The serif of the reader, as an address that a chapter may load. Null: the one of the system. */
export async function serifFont(): Promise<string | null> {
  try {
    const response = await fetch(serifUrl);
    return response.ok ? URL.createObjectURL(await response.blob()) : null;
  } catch {
    return null;
  }
}
