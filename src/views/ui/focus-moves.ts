import { useLayoutEffect, useRef, type RefObject } from 'react';
import { handFocusOn } from './focus.tsx';
import { placeOnTop } from './use-trigger.ts';

/** The first invalid field gets the focus whenever `problems` (by field) is a new object, after a refused save. */
export function useFocusInvalid<E extends HTMLElement>(problems: object): RefObject<E | null> {
  const form = useRef<E>(null);
  const last = useRef(problems);
  useLayoutEffect(() => {
    const isRefused = problems !== last.current && Object.keys(problems).length >= Object.keys(last.current).length;
    last.current = problems;
    if (isRefused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-due] button')?.focus();
  }, [problems]);
  return form;
}

/**
 * As `ref` of a row: when it is removed with the focus, the same control of the next row gets it, else `handFocusOn`.
 */
export function handToNextRow(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  const handOn = handFocusOn(part);
  return () => {
    const { activeElement } = document;
    if (!part.contains(activeElement)) return;
    const row = part.closest('li, tr');
    const list = row?.closest('ul, ol, table') ?? null;
    const place = row && list ? rowsOf(list).indexOf(row) : -1;
    const fromEnd = row ? controlsOf(row).findIndex((control) => control === activeElement) : -1;
    handOn?.();
    const held = document.activeElement;
    queueMicrotask(() => {
      if (list === null || document.activeElement !== held) return;
      const rows = rowsOf(list);
      const controls = controlsOf(rows[Math.min(place, rows.length - 1)]);
      (controls[fromEnd] ?? controls[0])?.focus();
    });
  };
}

const rowsOf = (list: Element): Element[] => [...list.querySelectorAll(':scope > li, :scope > tbody > tr')];

const controlsOf = (row: Element | undefined): HTMLElement[] =>
  [...(row?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])].toReversed();

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

type PartRef = (part: HTMLElement | null) => (() => void) | undefined;

/** A `ref` for a part that takes the focus: afterwards it returns to where it was, else to the dialog or page below. */
export function useFocusBack(): PartRef {
  const kept = useRef<PartRef | null>(null);
  return (kept.current ??= focusBackTo(document.activeElement));
}

function focusBackTo(before: Element | null): PartRef {
  return (part) => {
    if (!part) return undefined;
    return () => {
      if (!part.contains(document.activeElement)) return;
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
      const to = isThere ? before : (part.closest<HTMLElement>('[role="dialog"]') ?? placeOnTop());
      to?.focus({ preventScroll: true });
    };
  };
}

export function showOnMount(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
