export interface ComicArchive {
  readonly pages: readonly string[];
  readonly direction: 'ltr' | 'rtl';
  /** Rejects when it is damaged. */
  read(name: string): Promise<Blob>;
  close(): void;
}

/** Unpacked bytes: more is no picture. */
export const MOST_PAGE_BYTES = 256 * 1024 ** 2;

const TYPES: ReadonlyMap<string, string> = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
]);

const byNumber = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function pagesOf(names: Iterable<string>): readonly string[] {
  return [...names].filter(isPage).sort((one, other) => byNumber.compare(one, other) || (one < other ? -1 : 1));
}

export function typeOf(name: string): string {
  return TYPES.get(endingOf(name)) ?? '';
}

function isPage(name: string): boolean {
  const parts = name.split(/[\\/]/);
  return TYPES.has(endingOf(name)) && !parts.some((part) => part.startsWith('.') || part === '__MACOSX');
}

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

export const COMIC_INFO = 'ComicInfo.xml';

export function directionOf(info: string | null): 'ltr' | 'rtl' {
  return info !== null && /<Manga>\s*YesAndRightToLeft\s*<\/Manga>/.test(info) ? 'rtl' : 'ltr';
}
