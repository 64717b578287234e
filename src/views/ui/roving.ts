import type { KeyboardEvent } from 'react';

/** Whether the element reads from right to left: then the horizontal arrow keys change places. */
export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/**
 * The index that a key leads to in a row of `count` things, or null when the key means nothing here.
 * Horizontal arrows follow the reading direction; Home and End go to the ends; it does not wrap around.
 */
export function rovingTarget(event: Pick<KeyboardEvent, 'key'>, index: number, count: number, rightToLeft: boolean): number | null {
  const steps: Record<string, number> = {
    ArrowRight: index + (rightToLeft ? -1 : 1),
    ArrowLeft: index + (rightToLeft ? 1 : -1),
    Home: 0,
    End: count - 1,
  };
  const target = steps[event.key];
  if (target === undefined || count === 0) return null;
  return Math.min(count - 1, Math.max(0, target));
}

/** Moves the focus to the first link, button or field in an element, without scrolling by itself. */
export function focusInside(element: Element | null | undefined): void {
  element?.querySelector<HTMLElement>('a[href], button:not(:disabled), input, [tabindex]')?.focus({ preventScroll: true });
}
