/** Normalises case and accents for search. */
export function fold(text: string): string {
  // Most names have no accents, and lists have up to 20,000.
  if (/^[\u0020-\u007e]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
