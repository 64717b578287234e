/** The entries that tolerant lists left out, anywhere in a parsed answer. */
export function droppedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(droppedIn);
  if (typeof value !== 'object' || value === null) return [];
  const own =
    'dropped' in value && Array.isArray(value.dropped) ? value.dropped.map((issue) => JSON.stringify(issue)) : [];
  return [...own, ...Object.values(value).flatMap(droppedIn)];
}
