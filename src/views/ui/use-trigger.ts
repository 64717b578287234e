import { useCallback, useLayoutEffect, useRef, useState, type MouseEvent } from 'react';

interface TriggerOptions {
  popup: 'menu' | 'dialog';
  open: boolean;
  onPress: (open: boolean) => void;
  onPrefetch: () => void;
}

/** Props of a popup's button, the button as its anchor (null until mounted), and whether a key opened the popup. */
export function useTrigger({ popup, open, onPress, onPrefetch }: TriggerOptions) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLElement | null>(null);
  const pressed = useRef<HTMLElement | null>(null);
  const isByKey = useRef(false);
  useLayoutEffect(() => {
    if (!open) return undefined;
    const origin = pressed.current ?? document.activeElement ?? document.body;
    pressed.current = null;
    return () => queueMicrotask(() => giveFocusBack(origin, button.current));
  }, [open]);
  const attach = useCallback((element: HTMLElement | null) => {
    button.current = element;
    setAnchor(element);
  }, []);
  const trigger = {
    ref: attach,
    'aria-haspopup': popup,
    'aria-expanded': open,
    onPointerEnter: onPrefetch,
    onFocus: onPrefetch,
    onClick: ({ detail, currentTarget }: MouseEvent<HTMLElement>) => {
      if (!open) {
        // 0 clicks: a key or a screen reader.
        isByKey.current = detail === 0;
        pressed.current = currentTarget;
      }
      onPress(!open);
    },
  } as const;
  return { anchor, openedByKey: () => isByKey.current, trigger };
}

/** By way of the button, so that its surroundings get focus events and Tab goes on from there. */
function giveFocusBack(origin: Element, button: HTMLElement | null): void {
  const { activeElement, body } = document;
  leaveWayBack(button);
  if (activeElement !== null && activeElement !== body && activeElement !== button) return;
  if (button === null && !origin.isConnected) return placeOnTop()?.focus({ preventScroll: true });
  button?.focus({ preventScroll: true });
  if (origin === body) button?.blur();
  else if (origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true });
}

let button: HTMLElement | null = null;

const forget = () => {
  button = null;
};

/** The popup of this button closed: what opens before the next press was chosen in it. */
function leaveWayBack(to: HTMLElement | null): void {
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
