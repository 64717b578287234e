let button: HTMLElement | null = null;

const forget = () => {
  button = null;
};

/** The popup of this button has closed: what opens before anything else is pressed was chosen in it. */
export function leaveWayBack(to: HTMLElement | null): void {
  button = to;
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, forget, { capture: true, once: true });
}

/** The button whose popup closed last; null once anything was pressed since. */
export function wayBack(): HTMLElement | null {
  return button;
}

/** What has the focus where no control has it: the dialog on top but for this one, else the page (`main`). */
export function placeOnTop(except?: HTMLElement | null): HTMLElement | null {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[data-dialog]')].filter((dialog) => dialog !== except);
  return dialogs.at(-1) ?? document.getElementById('content');
}
