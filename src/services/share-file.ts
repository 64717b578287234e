const fileOf = (blob: Blob, name: string) => new File([blob], name, { type: blob.type });

export function canSharePictures(): boolean {
  const probe = new File([''], 'picture.png', { type: 'image/png' });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] });
}

/** Also resolves when the share sheet is closed; rejects when refused. */
export async function sharePicture(picture: Blob, name: string): Promise<void> {
  try {
    await navigator.share({ files: [fileOf(picture, name)], title: name });
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) throw cause;
  }
}
