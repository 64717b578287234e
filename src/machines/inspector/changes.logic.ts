export interface Changes {
  readonly before: unknown;
  readonly after: unknown;
}

/** Only what differs between two JSON values, at its place in both; null when nothing does. */
export function changesOf(before: unknown, after: unknown): Changes | null {
  if (Object.is(before, after)) return null;
  if (!isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after)) return { before, after };
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const [was, is]: [[string, unknown][], [string, unknown][]] = [[], []];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const change = changesOf(old.get(key), now.get(key));
    if (!change) continue;
    if (old.has(key)) was.push([key, change.before]);
    if (now.has(key)) is.push([key, change.after]);
  }
  return was.length + is.length === 0 ? null : { before: Object.fromEntries(was), after: Object.fromEntries(is) };
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;
