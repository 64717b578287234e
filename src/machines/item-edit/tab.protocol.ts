import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

/** What the machine of a tab begins with. */
export interface TabInput {
  readonly item: LibraryItemExpanded;
}

/** What the modal tells the machines of its tabs. */
export type TabNews =
  /** It is in view, for the first time or again. */
  | { type: 'tab.show' }
  /** As the server has it now. */
  | { type: 'tab.itemChanged'; item: LibraryItemExpanded };

/** What a tab tells the modal: it has changed the item on the server. */
export interface TabParentEvent {
  type: 'tab.changedItem';
}
