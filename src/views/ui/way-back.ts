let button: HTMLElement | null = null;

const forget = () => {
  button = null;
};

/** The popup of this button closed: what opens before the next press was chosen in it. */
export function leaveWayBack(to: HTMLElement | null): void {
  button = to;
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, forget, { capture: true, once: true });
}

/** The button whose popup closed last; null after any press. */
export function wayBack(): HTMLElement | null {
  return button;
}

/** Takes the focus where no control has it: the top dialog except this one, else the page. */
export function placeOnTop(except?: HTMLElement | null): HTMLElement | null {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[data-dialog]')].filter((dialog) => dialog !== except);
  return dialogs.at(-1) ?? document.getElementById('content');
}
