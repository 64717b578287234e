import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { ReactNode } from 'react';
import { focusInside } from './roving.ts';

/**
 * As `ref` of a part that its own button removes: its focus goes to what `data-takes-focus`, `data-focus-home` or
 * `data-opens` names around it, else to the dialog or page.
 */
export function handFocusOn(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  return () => {
    if (!part.contains(document.activeElement)) return;
    const around =
      part.parentElement?.closest<HTMLElement>('[data-takes-focus], [role="dialog"], main') ??
      document.getElementById('content');
    const home = part.closest('aside') === null ? around?.querySelector<HTMLElement>('[data-focus-home]') : null;
    const place = home ?? around;
    place?.focus({ preventScroll: true });
    const { openedBy } = part.dataset;
    if (openedBy === undefined || !around) return;
    queueMicrotask(() => {
      const all = around.querySelectorAll<HTMLElement>('[data-opens]');
      if (document.activeElement === place) [...all].find(({ dataset }) => dataset['opens'] === openedBy)?.focus();
    });
  };
}

/** A screen unmounted with the focus, and no other has taken it. */
let isLost = false;

/** For the root of a screen: when it replaces one that had the focus, `#content` gets it. */
export function useFocusHandover<E extends HTMLElement>(): RefObject<E | null> {
  const root = useRef<E>(null);
  useLayoutEffect(() => {
    const screen = root.current;
    if (isLost && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
    isLost = false;
    return () => {
      isLost = screen?.contains(document.activeElement) ?? false;
    };
  }, []);
  return root;
}

export function FocusOnMount({ when = true, children }: { when?: boolean | undefined; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  const first = useRef(when);
  useLayoutEffect(() => {
    if (first.current) focusInside(place.current);
  }, []);
  return (
    <span ref={place} className="contents">
      {children}
    </span>
  );
}

export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** The field gets the focus whenever `count` changes, its text selected. */
export function useFocusOnChange<E extends HTMLInputElement>(count: number): RefObject<E | null> {
  const field = useRef<E>(null);
  const last = useRef(count);
  useLayoutEffect(() => {
    if (last.current === count) return;
    last.current = count;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [count]);
  return field;
}
