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

/** What a tab tells the modal. */
export type TabParentEvent =
  /** It has changed the item on the server. */
  | { type: 'tab.changedItem' }
  /** There is nothing more to do in it. */
  | { type: 'tab.finished' };
