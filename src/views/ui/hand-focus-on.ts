/**
 * As `ref` of a part that goes when its own button is pressed: the focus in it goes to what is around it instead of
 * nowhere: an element with `data-takes-focus`, else the dialog or the page (`main`, `#content`), or what in that has
 * `data-focus-home`, where the part is not in a panel of it. `data-opened-by` of the part names the button that opened
 * it (`data-opens`): that one gets the focus, and comes into view, also where it takes the place of the part.
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
