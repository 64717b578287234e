/** As `ref`: the element gets the focus when it mounts, in a panel that a press opened. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
