/** A name that nobody else has: for a page, a tab, a lease. */
export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
}

const SLUG_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A slug of ten characters that nobody guesses (SHR-003, CON-065). */
export function randomSlug(): string {
  return Array.from(
    crypto.getRandomValues(new Uint32Array(10)),
    (number) => SLUG_CHARACTERS[number % SLUG_CHARACTERS.length],
  ).join('');
}
