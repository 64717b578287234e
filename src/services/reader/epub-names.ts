const BOOK = 'http://book';

/**
 * The name in the archive of an address in the file at `base`, in the one form of all names; null: outside the book.
 */
export function nameOf(address: string, base = '/'): string | null {
  try {
    const { origin, pathname } = new URL(escaped(address), new URL(base, BOOK));
    return origin === BOOK ? decoded(pathname).slice(1).normalize() : null;
  } catch {
    return null;
  }
}

/** The address of a file of the book ('/OEBPS/a%20b.xhtml'): two are the same when they lead to the same file. */
export const addressOf = (name: string) => `/${name.split('/').map(encodeURIComponent).join('/')}`;

/** An address in the file at `base`, with its fragment, as one of a file of the book; null: outside the book. */
export function resolve(address: string, base: string): string | null {
  const name = nameOf(address, base);
  if (name === null) return null;
  const at = address.indexOf('#');
  return addressOf(name) + (at < 0 ? '' : decoded(address.slice(at)));
}

/** A lone '%' is one of the name. */
const escaped = (address: string) => address.trim().replaceAll(/%(?![\da-f]{2})/gi, '%25');

/** Without percent-encoding; as it is where that is broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
