import type { SearchBoxRef } from '../../../machines/browse/search/search-box.machine.ts';
import { selectIsOpen } from '../../../machines/browse/search/search.selectors.ts';

/** The focus goes from the closed search box to the page that opens. */
export function focusPageWhenClosed(box: SearchBoxRef): void {
  if (!selectIsOpen(box.getSnapshot())) document.getElementById('content')?.focus({ preventScroll: true });
}

export const SEARCH_LIST = 'search-results';

export const optionId = (index: number): string => `search-result-${index}`;
