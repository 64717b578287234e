/** A browser reads the file after the press: how long it is kept, in ms. */
const KEPT_MS = 60_000;

/** An address of a text in this browser, to save it as a file within a minute. `type`: MIME type of the text. */
export const textFileUrl = (text: string, type: string): string => blobFileUrl(new Blob([text], { type }));

/** The same for what is no text, such as a picture. */
export function blobFileUrl(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  return url;
}
