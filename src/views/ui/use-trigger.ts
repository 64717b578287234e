import { useLayoutEffect, useRef, type MouseEvent } from 'react';
import { useDomStore } from './dom-store.ts';
import { leaveWayBack, placeOnTop } from './way-back.ts';

interface TriggerOptions {
  /** What it opens. */
  popup: 'menu' | 'dialog';
  open: boolean;
  /** It was pressed: `open` is what the press asks for. */
  onPress: (open: boolean) => void;
  /** Loads the code of the popup: pointer or focus is on the button. */
  onPrefetch: () => void;
}

/**
 * Props that make a button the trigger of a popup, the button itself as the anchor of that (null until mounted), and
 * whether a key has opened it. When the popup closes, the button gets the focus; where no press on the button has
 * opened it, but a key of the page, what had the focus before.
 */
export function useTrigger({ popup, open, onPress, onPrefetch }: TriggerOptions) {
  const [anchor, store] = useDomStore<HTMLElement | null>(null);
  const pressed = useRef<HTMLElement | null>(null);
  const isByKey = useRef(false);
  useLayoutEffect(() => {
    if (!open) return undefined;
    const origin = pressed.current ?? document.activeElement ?? document.body;
    pressed.current = null;
    return () => queueMicrotask(() => giveFocusBack(origin, store.read()));
  }, [open, store]);
  const trigger = {
    ref: store.write,
    'aria-haspopup': popup,
    'aria-expanded': open,
    onPointerEnter: onPrefetch,
    onFocus: onPrefetch,
    onClick: ({ detail, currentTarget }: MouseEvent<HTMLElement>) => {
      if (!open) {
        // 0 clicks: a key, or what reads the page aloud.
        isByKey.current = detail === 0;
        pressed.current = currentTarget;
      }
      onPress(!open);
    },
  } as const;
  return { anchor, openedByKey: () => isByKey.current, trigger };
}

/**
 * Moves the focus to where it was, unless something else has it by now: by way of the button, so that what is around it
 * hears of that, and Tab goes on from there when nothing had the focus. Where both have gone with the bar that they
 * were in, the dialog on top or the page gets it.
 */
function giveFocusBack(origin: Element, button: HTMLElement | null): void {
  const { activeElement, body } = document;
  leaveWayBack(button);
  if (activeElement !== null && activeElement !== body && activeElement !== button) return;
  if (button === null && !origin.isConnected) return placeOnTop()?.focus({ preventScroll: true });
  button?.focus({ preventScroll: true });
  if (origin === body) button?.blur();
  else if (origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true });
}
