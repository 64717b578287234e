/** Copies to the clipboard; needs a press. Rejects when the browser refuses. */
export async function copyText(text: string): Promise<void> {
  // Over plain http only the old command works.
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
