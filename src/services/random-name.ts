/** A unique name for a page, tab or lease. */
export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
}

const SLUG_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Ten unguessable characters. */
export function randomSlug(): string {
  return Array.from(
    crypto.getRandomValues(new Uint32Array(10)),
    (number) => SLUG_CHARACTERS[number % SLUG_CHARACTERS.length],
  ).join('');
}
