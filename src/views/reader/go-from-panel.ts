import type { ReaderRef } from '../../machines/reader/reader.machine.ts';

/** Goes to a place that was pressed in a panel: the panel closes, and the page has the focus, so that keys turn it. */
export function goFromPanel(reader: ReaderRef, target: string, pressed: Element): void {
  const page = pressed.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-focus-home]');
  page?.focus({ preventScroll: true });
  reader.send({ type: 'reader.go', target });
}
