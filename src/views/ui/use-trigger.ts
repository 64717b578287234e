import { useLayoutEffect, useRef, type MouseEvent } from 'react';
import { useDomStore } from './dom-store.ts';
import { leaveWayBack, placeOnTop } from './way-back.ts';

interface TriggerOptions {
  popup: 'menu' | 'dialog';
  open: boolean;
  onPress: (open: boolean) => void;
  onPrefetch: () => void;
}

/** Props of a popup's button, the button as its anchor (null until mounted), and whether a key opened the popup. */
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
