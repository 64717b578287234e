/** What browsers show, by the ending of its name. */
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

/** The pages of an archive in reading order: its pictures, numbers counted as numbers ('page2' before 'page10'). */
export function pagesOf(names: Iterable<string>): readonly string[] {
  return [...names].filter(isPage).sort((one, other) => byNumber.compare(one, other) || (one < other ? -1 : 1));
}

/** Type of a picture, by its name. */
export function typeOf(name: string): string {
  return TYPES.get(endingOf(name)) ?? '';
}

/** What other readers leave in archives is no page. */
function isPage(name: string): boolean {
  const parts = name.split(/[\\/]/);
  return TYPES.has(endingOf(name)) && !parts.some((part) => part.startsWith('.') || part === '__MACOSX');
}

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Name of the file in an archive that tells about the comic. */
export const COMIC_INFO = 'ComicInfo.xml';

/** In which direction its pages follow each other, as that file says. */
export function directionOf(info: string | null): 'ltr' | 'rtl' {
  return info !== null && /<Manga>\s*YesAndRightToLeft\s*<\/Manga>/.test(info) ? 'rtl' : 'ltr';
}
