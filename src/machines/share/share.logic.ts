/**
 * The second at which a link begins (`?t=`, PLR-029), or null: none, or no number. One past the end is left out by the
 * player, when the length is known.
 */
export function linkTime(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : null;
}
