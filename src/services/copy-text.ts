/** Puts a text on the clipboard, by a press of a person. Rejects where the browser refuses. */
export async function copyText(text: string): Promise<void> {
  // Over plain http there is no clipboard to write to, but the command of old.
  if (isSecureContext && 'clipboard' in navigator) return navigator.clipboard.writeText(text);
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', put, { capture: true, once: true });
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', put, { capture: true });
  if (!isDone) throw new Error('The browser does not copy');
}
