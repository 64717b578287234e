import type { TabName } from './tabs.logic.ts';

/** An item as a list names it. */
export interface ListedItem {
  readonly id: string;
  readonly title: string;
}

export interface ItemEditInput {
  readonly itemId: string;
  /** Shown until the item has loaded; empty where the opener does not know it. */
  readonly title: string;
  /** The list that it was opened from, in its order: one can step through it. Empty where there is none. */
  readonly list: readonly ListedItem[];
  /** The tab that it opens on; details by default (EDT-029). */
  readonly tab?: TabName;
}

/** It says what it did by itself; the pages hear of changes from the server. */
export type ItemEditOutput = 'closed';
