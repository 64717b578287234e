import type { KeyboardEvent } from 'react';

/** As `onKeyDown` of a search box: ArrowDown focuses the grid in the same `data-search` element. */
export function downToGrid(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
  const first = event.currentTarget
    .closest('[data-search]')
    ?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
  if (!first) return;
  event.preventDefault();
  first.focus();
}
