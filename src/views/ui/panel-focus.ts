import { handFocusOn } from './hand-focus-on.ts';

/** What is typed in: choices above it are reached backwards. */
const FIELD = 'input:not([type="radio"]), textarea';

/**
 * As `ref` of a panel that a button opens beside it: opened by the keyboard its first field gets the focus, and when it
 * goes with the focus in it, the button gets it back.
 */
export function panelFocus(panel: HTMLElement | null): (() => void) | undefined {
  if (!panel) return undefined;
  const opener = document.activeElement;
  const handOn = handFocusOn(panel);
  if (opener?.matches(':focus-visible')) panel.querySelector<HTMLElement>(FIELD)?.focus({ preventScroll: true });
  return () => {
    const isInside = panel.contains(document.activeElement);
    if (isInside && opener instanceof HTMLElement && opener !== document.body && opener.isConnected)
      opener.focus({ preventScroll: true });
    else handOn?.();
  };
}
