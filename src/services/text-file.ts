/** The browser reads the file after the press: lifetime in ms. */
const KEPT_MS = 60_000;

/** URL of a text, valid for a minute. `type`: MIME type. */
export const textFileUrl = (text: string, type: string): string => blobFileUrl(new Blob([text], { type }));

/** URL of other content, valid for a minute. */
export function blobFileUrl(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  return url;
}
