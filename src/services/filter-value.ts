/**
 * Filters in addresses and calls: `group.value`, the value being URI-encoded base64 of its UTF-8 text
 * (contract, Filters and sorting). Tags and genres in the path of a deletion and narrator ids are
 * encoded alike.
 */

/** Encodes a value: `Sci-Fi` becomes `U2NpLUZp`. */
export function encodeFilterValue(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
  return encodeURIComponent(btoa(binary));
}

/** The text of an encoded value, or null for what was not encoded by {@link encodeFilterValue}. */
export function decodeFilterValue(value: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(value)), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A filter taken apart; `value` null for groups without one (`issues`, `explicit`, `recent` ...). */
export interface Filter {
  readonly group: string;
  readonly value: string | null;
}

/** The text of a filter for a `filter` parameter. */
export function formatFilter({ group, value }: Filter): string {
  return value === null ? group : `${group}.${encodeFilterValue(value)}`;
}

/** Reads a `filter` parameter; null when it is `all`, empty or unreadable, which all mean no filter. */
export function parseFilter(text: string): Filter | null {
  if (text === '' || text === 'all') return null;
  const dot = text.indexOf('.');
  if (dot === -1) return { group: text, value: null };
  const value = decodeFilterValue(text.slice(dot + 1));
  return value === null ? null : { group: text.slice(0, dot), value };
}
