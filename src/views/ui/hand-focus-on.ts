/**
 * As `ref` of a part that its own button removes: its focus goes to what `data-takes-focus`, `data-focus-home` or
 * `data-opens` names around it, else to the dialog or page.
 */
export function handFocusOn(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  return () => {
    if (!part.contains(document.activeElement)) return;
    const around =
      part.parentElement?.closest<HTMLElement>('[data-takes-focus], [role="dialog"], main') ??
      document.getElementById('content');
    const home = part.closest('aside') === null ? around?.querySelector<HTMLElement>('[data-focus-home]') : null;
    const place = home ?? around;
    place?.focus({ preventScroll: true });
    const { openedBy } = part.dataset;
    if (openedBy === undefined || !around) return;
    queueMicrotask(() => {
      const all = around.querySelectorAll<HTMLElement>('[data-opens]');
      if (document.activeElement === place) [...all].find(({ dataset }) => dataset['opens'] === openedBy)?.focus();
    });
  };
}
