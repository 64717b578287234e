import { handFocusOn } from './hand-focus-on.ts';

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
