/** Encodings of answers, the better one first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The encoding for an Accept-Encoding header among those `offered`: the one with the highest weight, brotli where they
 * are equal. Undefined when the client accepts none.
 */
export function preferredEncoding(
  accepted: string | string[] | undefined,
  offered: { has(encoding: Encoding): boolean } = new Set(ENCODINGS),
): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of String(accepted ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(name, Number(weight) || 0);
  }
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = ENCODINGS.filter((encoding) => offered.has(encoding) && weightOf(encoding) > 0).sort(
    (a, b) => weightOf(b) - weightOf(a),
  );
  return best;
}

/** Whether an If-None-Match header matches an ETag: weakly, one of a list, or any. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  const value = (tag: string): string => tag.trim().replace(/^W\//, '');
  return header?.trim() === '*' || (header ?? '').split(',').some((tag) => value(tag) === value(etag));
}
