import type { TabName } from './tabs.logic.ts';

export interface ListedItem {
  readonly id: string;
  readonly title: string;
}

export interface ItemEditInput {
  readonly itemId: string;
  readonly title: string;
  readonly list: readonly ListedItem[];
  /** Default: details. */
  readonly tab?: TabName;
}

export type ItemEditOutput = 'closed';
