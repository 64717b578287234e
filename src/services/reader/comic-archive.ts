/** A comic: pictures in an archive. Nothing is unpacked before it is read. */
export interface ComicArchive {
  /** Names of its pages in reading order. */
  readonly pages: readonly string[];
  readonly direction: 'ltr' | 'rtl';
  /** A page by its name. Rejects when it is damaged. */
  read(name: string): Promise<Blob>;
  close(): void;
}

/** The most that a page may hold unpacked, in bytes: more is no picture. */
export const MOST_PAGE_BYTES = 256 * 1024 ** 2;
