/** A text as it is compared with what was typed: letter case and accents aside. */
export function fold(text: string): string {
  // Most names have no accents, and there may be twenty thousand to look through.
  if (/^[\u0020-\u007e]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
