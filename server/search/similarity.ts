/** Longest text that is compared, in characters. */
const MAX_LENGTH = 200;

/** Number of characters to change, add or remove between two texts, ignoring case and outer spaces. */
export function editDistance(first: string, second: string): number {
  const a = first.trim().toLowerCase().slice(0, MAX_LENGTH);
  const b = second.trim().toLowerCase().slice(0, MAX_LENGTH);
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** 0 for equal texts up to 1 for texts without anything in common; a text inside the other counts as near. */
export function unlikeness(wanted: string, found: string): number {
  const [a, b] = [wanted.trim().toLowerCase(), found.trim().toLowerCase()];
  const ratio = editDistance(a, b) / Math.max(1, Math.min(MAX_LENGTH, Math.max(a.length, b.length)));
  return a !== '' && b.includes(a) ? Math.min(ratio, 0.3) : ratio;
}
