/**
 * As `ref` of a part that goes when its own button is pressed: the focus in it goes to the dialog or the page around it
 * (`main`, `#content`) instead of nowhere.
 */
export function handFocusOn(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  return () => {
    if (!part.contains(document.activeElement)) return;
    const around = part.closest<HTMLElement>('[role="dialog"], main') ?? document.getElementById('content');
    around?.focus({ preventScroll: true });
  };
}
