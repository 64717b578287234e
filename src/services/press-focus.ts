const CONTROL = 'button, a[href], input, summary, [role="button"]';

/**
 * Gives a pressed control the focus where the engine leaves it around the control: Safari focuses no button or link
 * that is pressed. A popup that the press has opened keeps it, and so does a field that the press was not to leave.
 */
export function focusPressedControls(win: Window = window): void {
  const focus = ({ target, isTrusted }: MouseEvent) => {
    const control = target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null;
    const { activeElement } = win.document;
    if (!isTrusted || !control || activeElement === control || activeElement?.contains(control) === false) return;
    control.focus({ preventScroll: true, focusVisible: false });
  };
  // Before the handlers of the press, which may read where the focus is.
  win.addEventListener('click', focus, { capture: true });
}
