const fileOf = (blob: Blob, name: string) => new File([blob], name, { type: blob.type });

/** Whether this browser can hand pictures to other apps. */
export function canSharePictures(): boolean {
  const probe = new File([''], 'picture.png', { type: 'image/png' });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] });
}

/** Opens the system’s share sheet with the picture. Resolves when it was closed, too; rejects when it is refused. */
export async function sharePicture(picture: Blob, name: string): Promise<void> {
  try {
    await navigator.share({ files: [fileOf(picture, name)], title: name });
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) throw cause;
  }
}
