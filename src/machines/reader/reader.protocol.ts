import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

export interface ReaderInput {
  readonly itemId: string;
  /** Null: the main ebook. */
  readonly ino: string | null;
  readonly known?: LibraryItemExpanded | null | undefined;
}

export type ReaderOutput = 'dismissed';
