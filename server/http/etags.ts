/** Whether an If-None-Match header matches an ETag: weakly, one of a list, or any. */
export function matchesEtag(header: string, etag: string): boolean {
  const value = (tag: string): string => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => value(tag) === value(etag));
}
