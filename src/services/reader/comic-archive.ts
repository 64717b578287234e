export interface ComicArchive {
  readonly pages: readonly string[];
  readonly direction: 'ltr' | 'rtl';
  /** Rejects when it is damaged. */
  read(name: string): Promise<Blob>;
  close(): void;
}

/** Unpacked bytes: more is no picture. */
export const MOST_PAGE_BYTES = 256 * 1024 ** 2;
