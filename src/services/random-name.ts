/** A name that nobody else has: for a page, a tab, a lease. */
export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
}
