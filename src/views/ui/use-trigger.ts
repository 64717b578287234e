import { useLayoutEffect, useRef, type MouseEvent } from 'react';
import { useDomStore } from './dom-store.ts';
import { leaveWayBack } from './way-back.ts';

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
 * whether a key has opened it. When the popup closes, the focus goes back to where it was before. That is the button
 * after a press by keyboard only: on a button the keys of the page mean nothing.
 */
export function useTrigger({ popup, open, onPress, onPrefetch }: TriggerOptions) {
  const [anchor, store] = useDomStore<HTMLElement | null>(null);
  const focus = useRef<Record<'atPointerDown' | 'beforePress', Element | null>>({
    atPointerDown: null,
    beforePress: null,
  });
  const isByKey = useRef(false);
  useLayoutEffect(() => {
    if (!open) return undefined;
    const origin = focus.current.beforePress ?? focusToKeep();
    focus.current.beforePress = null;
    return () => queueMicrotask(() => giveFocusBack(origin, store.read()));
  }, [open, store]);
  const trigger = {
    ref: store.write,
    'aria-haspopup': popup,
    'aria-expanded': open,
    onPointerEnter: onPrefetch,
    onFocus: onPrefetch,
    onPointerDown: () => {
      focus.current.atPointerDown = focusToKeep();
    },
    onClick: ({ detail, currentTarget }: MouseEvent) => {
      if (!open) {
        // 0 clicks: a key, or what reads the page aloud.
        isByKey.current = detail === 0;
        focus.current.beforePress = isByKey.current ? currentTarget : focus.current.atPointerDown;
      }
      onPress(!open);
    },
  } as const;
  return { anchor, openedByKey: () => isByKey.current, trigger };
}

/** What has the focus; instead of a button that a pointer has pressed, the dialog or page around it. */
function focusToKeep(): Element {
  const { activeElement, body } = document;
  if (activeElement === null) return body;
  return activeElement.matches('button:not(:focus-visible)')
    ? (activeElement.closest('[role="dialog"]') ?? body)
    : activeElement;
}

/**
 * Moves the focus to where it was, unless something else has it by now: by way of the button, so that what is around it
 * hears of that, and Tab goes on from there when nothing had the focus.
 */
function giveFocusBack(origin: Element, button: HTMLElement | null): void {
  const { activeElement, body } = document;
  leaveWayBack(button);
  if (activeElement !== null && activeElement !== body && activeElement !== button) return;
  // Gone with the bar that they were in.
  const isGone = button === null && !origin.isConnected;
  if (isGone) return document.getElementById('content')?.focus({ preventScroll: true });
  button?.focus({ preventScroll: true });
  if (origin === body) button?.blur();
  else if (origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true });
}
