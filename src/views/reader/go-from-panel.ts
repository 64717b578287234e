import type { ReaderRef } from '../../machines/reader/reader.machine.ts';

/** The panel closes, and the page gets the focus, so that keys turn it. */
export function goFromPanel(reader: ReaderRef, target: string, pressed: Element): void {
  const page = pressed.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-focus-home]');
  page?.focus({ preventScroll: true });
  reader.send({ type: 'reader.go', target });
}
