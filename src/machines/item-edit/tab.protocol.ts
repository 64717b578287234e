import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

export interface TabInput {
  readonly item: LibraryItemExpanded;
}

export type TabNews = { type: 'tab.show' } | { type: 'tab.itemChanged'; item: LibraryItemExpanded };

export type TabParentEvent = { type: 'tab.changedItem' } | { type: 'tab.finished' };
