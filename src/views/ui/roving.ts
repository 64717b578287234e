import type { KeyboardEvent } from 'react';

export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/** The horizontal arrows in the reading direction. */
export const arrowsOf = (element: Element): { readonly forward: string; readonly back: string } =>
  isRightToLeft(element) ? { forward: 'ArrowLeft', back: 'ArrowRight' } : { forward: 'ArrowRight', back: 'ArrowLeft' };

/** The index that a key leads to; null for other keys. Horizontal arrows follow the reading direction. */
export function rovingTarget(
  event: Pick<KeyboardEvent, 'key'>,
  index: number,
  count: number,
  rightToLeft: boolean,
  lines = 1,
): number | null {
  const column = (at: number) => Math.floor(at / lines);
  const beside = (columns: 1 | -1) => {
    const at = column(index) + columns;
    return at < 0 || at > column(count - 1) ? index : index + columns * lines;
  };
  const steps: Record<string, number> = {
    ArrowRight: beside(rightToLeft ? -1 : 1),
    ArrowLeft: beside(rightToLeft ? 1 : -1),
    Home: 0,
    End: count - 1,
  };
  const target = steps[event.key];
  if (target === undefined || count === 0) return null;
  return Math.min(count - 1, Math.max(0, target));
}

/** As `onKeyDown` of the buttons in a list: ArrowUp, ArrowDown, Home and End move the focus. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...(event.currentTarget.closest('ul, ol')?.querySelectorAll<HTMLElement>('button') ?? [])];
  const at = rows.indexOf(event.currentTarget);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const target = steps[event.key];
  if (target === undefined || at === -1) return;
  event.preventDefault();
  rows[target]?.focus();
}

export function focusInside(element: Element | null | undefined): void {
  element
    ?.querySelector<HTMLElement>('a[href], button:not(:disabled), input, [tabindex]')
    ?.focus({ preventScroll: true });
}

/** Moves the focus from a control about to be removed to the next one in its region, else to the previous one. */
export function focusBeside(control: HTMLElement): void {
  if (document.activeElement !== control) return;
  const region = control.closest('section, form, fieldset, [role="group"]');
  const all = [...document.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input')];
  const at = all.indexOf(control);
  const next = all[at + 1];
  const beside = next && (region ?? document.body).contains(next) ? next : all[at - 1];
  beside?.focus({ preventScroll: true });
}
