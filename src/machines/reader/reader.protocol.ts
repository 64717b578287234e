import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

export interface ReaderInput {
  readonly itemId: string;
  /** Id of the file; null: the main ebook. */
  readonly ino: string | null;
  /** The item, where the page it is opened from has all of it: it is not fetched again. */
  readonly known?: LibraryItemExpanded | null | undefined;
}

/** A person closed it. */
export type ReaderOutput = 'dismissed';
