export interface ReaderInput {
  readonly itemId: string;
  /** Id of the file; null: the main ebook. */
  readonly ino: string | null;
}

/** A person closed it. */
export type ReaderOutput = 'dismissed';
