/** Filters: `group.value`, the value as URI-encoded base64 of UTF-8. Tags, genres and narrator ids are alike. */

/** `Sci-Fi` becomes `U2NpLUZp`. */
export function encodeFilterValue(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
  return encodeURIComponent(btoa(binary));
}

/** Null for an invalid value. */
export function decodeFilterValue(value: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(value)), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** `value` null for groups without one (`issues`, `explicit`, `recent` ...). */
export interface Filter {
  readonly group: string;
  readonly value: string | null;
}

export function formatFilter({ group, value }: Filter): string {
  return value === null ? group : `${group}.${encodeFilterValue(value)}`;
}

/** Null for `all`, empty or invalid text: no filter. */
export function parseFilter(text: string): Filter | null {
  if (text === '' || text === 'all') return null;
  const dot = text.indexOf('.');
  if (dot === -1) return { group: text, value: null };
  const value = decodeFilterValue(text.slice(dot + 1));
  return value === null ? null : { group: text.slice(0, dot), value };
}
