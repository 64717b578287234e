import type { KeyboardEvent } from 'react';

/** As `onKeyDown` of search results: typing goes on in the search box of the same `data-search` element. */
export function typeToSearch(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, altKey, metaKey, nativeEvent } = event;
  const isTyping = key === 'Backspace' || (key.length === 1 && key !== ' ');
  if (!isTyping || ctrlKey || altKey || metaKey || nativeEvent.isComposing) return;
  event.currentTarget.closest('[data-search]')?.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
}
