import { handFocusOn } from './hand-focus-on.ts';

/** Not radio buttons: Shift+Tab reaches choices above the field. */
const FIELD = 'input:not([type="radio"]), textarea';

/** As `ref` of a panel beside its button: the keyboard opens it at its first field, its close focuses the button. */
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
